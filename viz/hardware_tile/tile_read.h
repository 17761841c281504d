// What reads tiles of shared memory in a block, and as which element each 16 bytes are taken.
//
//   a descriptor of      row, k ──► offset ──► + start ──► bits exchanged ──► address of a unit
//   wgmma, tcgen05.mma
//   ldmatrix             a lane's address is a row of an 8×8 matrix
//   a load               a lane's address, and no more
//
// A unit is 16 bytes of shared memory: what a swizzle moves, and a row of a core matrix.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/machine/operations/matrix_descriptor.h"
#include "viz/fragments/matrix_run.h"
#include "viz/hardware_tile/shared_writes.h"

namespace warplens::hardware_tile {

inline constexpr std::uint32_t kLineBytes = 128;  // of shared memory: what 32 banks have
inline constexpr std::uint32_t kUnitsOfLine = kLineBytes / kUnitBytes;
inline constexpr std::uint32_t kCoreRows = 8;

// Of a matrix, in rows and in units along them.
struct TilePlace {
  std::int64_t row = 0, unit = 0;
  friend bool operator==(const TilePlace&, const TilePlace&) = default;
};

enum class ReaderKind : std::uint8_t { descriptor, matrix_rows, lanes };

// An instruction that reads, or one operand of it; those that stand alike in one line of the
// source.
struct TileReader {
  ReaderKind kind = ReaderKind::lanes;
  char operand = 0;            // 'A' or 'B' of a product
  std::uint32_t ptx_line = 0;  // of several the first
  std::string file;            // of the source; empty: without line information
  std::uint32_t line = 0;
  std::string name{};                 // "wgmma.m64n64k16.f32.f16.f16", "ldmatrix.x4", "ld.shared"
  bool is_tcgen05 = false;            // a thread asks for it, and its descriptor is Blackwell's
  std::uint32_t unit_elements = 8;    // of the matrix, in a unit
  bool is_mn_major = false;           // units run along m or n; else along k
  std::uint32_t rows = 0, units = 0;  // of the matrix as units lie: rows, and units of each
};

// One time that it reads.
struct TileRead {
  std::size_t reader = 0;  // of TileReads::readers
  std::uint32_t warp = 0;  // of a warpgroup its first
  std::size_t before = 0;  // events of the trace that come before it
  // Record of a descriptor, of tcgen05.mma one of `tensors()`; else row of the trace.
  std::size_t source = 0;
  std::size_t received = 0;  // copies of other blocks that come before it
};

struct TileReads {
  std::uint32_t block = 0;
  SharedWrites writes{};              // of the block's shared memory
  std::vector<TileReader> readers{};  // by line, A before B
  std::vector<TileRead> reads{};      // as they come
};
[[nodiscard]] TileReads tile_reads(const fragments::MatrixRun& run, std::uint32_t block);

struct ReadUnit {
  std::uint64_t address = 0;          // in the shared window
  std::uint64_t linear = 0;           // of a descriptor: the same before the swizzle
  TilePlace place{};                  // in the matrix; of lanes nothing
  std::uint32_t part = 0;             // ldmatrix: matrix; descriptor: what its offsets lead to
  std::uint32_t lane = trace::kNone;  // whose address it is
};
// In the order of rows, or of lanes.
[[nodiscard]] std::vector<ReadUnit> units_of(const fragments::MatrixRun& run,
                                             const TileReads& reads, const TileRead& read);
// Nothing: it reads without one.
[[nodiscard]] std::optional<std::uint64_t> descriptor_bits(const fragments::MatrixRun& run,
                                                           const TileReads& reads,
                                                           const TileRead& read);

}  // namespace warplens::hardware_tile
