// How a block of a launch makes its part of C = A · B: which element of A or B each lane reads,
// which elements of C that feeds, and how far each of them has come.
//
//   Trace + GemmRoles ─► GemmFlow (of one block) ─► GemmMoment (at one event)
//
// A lane's read of global memory says its element by its address. Elements that pass through shared
// memory are followed: a lane's stores into an array of A's hold the elements of A that it has
// loaded, first in, first out; a copy that goes by itself names both places; where a lane has
// nothing left to store, the word holds what it has summed, or zeros from beyond the matrix.
// A thread's reads feed the elements of C that it stores next. What is read of one row of A and of
// one column of B, at the same step of k, is a term of the element where they meet. A thread that
// reads another's sums adds the other's terms to its own. Where no lane reads shared memory, the
// factors are multiplied where they lie (wgmma): what is brought there is read by the whole block.
// Copies by TMA bring their boxes likewise, and store elements of C that threads have put into
// shared memory; what another block of a cluster brings here is not followed.
#pragma once

#include <span>
#include <vector>

#include "viz/analysis/gemm_shape.h"

namespace warplens::analysis {

// An element that a lane reads. Element (row, k) of A, (k, column) of B.
struct GemmTouch {
  std::uint32_t event = 0;   // of the trace
  std::uint32_t thread = 0;  // of the block
  // The row of A or column of B that one thread (or warp, or block) reads for what it stores next:
  // a number that cells are found by. kNone: of what is only brought.
  std::uint32_t line = trace::kNone;
  Factor factor = Factor::a;
  bool is_brought = false;  // to shared memory, for the whole block
  MatrixElement element;

  // The step of k; and the row or column of C that it feeds.
  [[nodiscard]] std::uint32_t step() const {
    return factor == Factor::a ? element.column : element.row;
  }
  [[nodiscard]] std::uint32_t along() const {
    return factor == Factor::a ? element.row : element.column;
  }
};

// The row of A and the column of B from which one thread (or warp) takes its terms for an element.
struct GemmLines {
  std::uint32_t a = trace::kNone, b = trace::kNone;
};

// An element of C that the block stores.
struct GemmCell {
  MatrixElement element;
  std::uint32_t thread = 0;
  std::uint32_t event = 0;  // that stores it
  // The lines of its own thread first, then those of threads whose sums were added to it.
  std::vector<GemmLines> lines;
};

inline constexpr std::size_t kMostTouches = std::size_t{1} << 22;

struct GemmFlow {
  GemmShape shape;
  std::uint32_t block = 0;
  std::vector<GemmTouch> touches;  // by event
  std::vector<GemmCell> cells;     // by row, then column
  std::uint32_t lines = 0;
  // The smallest rectangle of C that holds all cells.
  std::uint32_t first_row = 0, rows = 0, first_column = 0, columns = 0;
  bool is_cut = false;     // more than kMostTouches: what came later is left out
  bool is_shared = false;  // other blocks of its cluster bring it some of A and B, too

  [[nodiscard]] std::span<const GemmTouch> touches_of(std::size_t event) const;
  // Null: the block does not store it.
  [[nodiscard]] const GemmCell* cell(MatrixElement element) const;
};

[[nodiscard]] GemmFlow gemm_flow(const trace::Trace& trace, const GemmRoles& roles,
                                 const GemmShape& shape, std::uint32_t block);

// The state after an event's own reads and stores. Vectors run parallel to GemmFlow::cells.
struct GemmMoment {
  std::vector<std::uint32_t> terms;  // of k, whose two factors have both been read for it
  std::vector<std::uint64_t> steps;  // which of the first 64 steps of k those are, bit by bit
  std::vector<bool> is_fed;          // by what the event reads
  std::vector<bool> is_stored;
  // Elements that the event's lanes read, each lane's counted; and multiply-adds that they take
  // part in: of a read into registers the reading thread's (or warp's), of what is brought to
  // shared memory the whole block's.
  std::uint64_t values = 0, served = 0;

  // The multiply-adds that one value takes part in, rounded down; 0 if nothing is read.
  [[nodiscard]] std::uint64_t reuse() const { return values == 0 ? 0 : served / values; }
};

[[nodiscard]] GemmMoment gemm_moment(const GemmFlow& flow, std::size_t event);

}  // namespace warplens::analysis
