// The layouts that the matrix products' descriptors state are what the kernels do.
//
// A thread stores floats into its shared arrays in the order in which it loaded them from a and b;
// a cp.async names both places itself. So the n-th float that it loaded tells where the n-th that
// it stores belongs. Sizes are multiples of every tile, so that no zero is filled in.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "tests/catalogue/costs.h"
#include "tests/catalogue/thread.h"

namespace warplens {
namespace {

using catalog::Parameters;
using trace::EventKind;
using trace::Space;

struct Source {
  const trace::Buffer* matrix;
  MatrixPlace place;
};

// How many rows of a and of b a stage of the kernel's arrays holds; arrays may have several stages.
struct StageRows {
  std::uint32_t a, b;
  bool turns_a = false;  // rows of a are columns of its array
};

class GemmFollower {
 public:
  GemmFollower(const trace::Trace& trace, StageRows rows) : trace_(trace), stage_rows_(rows) {}

  // Floats that went where the layout says; 0 if any went elsewhere.
  std::uint64_t placed() {
    for (std::size_t row = 0; row < trace_.events.size(); ++row) {
      const trace::EventView event = trace_.events.view(row);
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
        if ((event.mask >> lane & 1) != 0) follow(trace_.sites[event.site], event, lane);
      }
    }
    return wrong_ ? 0 : placed_;
  }

 private:
  void follow(const trace::Site& site, const trace::EventView& event, std::uint32_t lane) {
    const Thread thread{event.block, event.warp, lane};
    for (std::uint64_t at = 0; at < site.width; at += sizeof(float)) {
      if (site.kind == EventKind::load && site.space == Space::global) {
        loaded_[thread].push_back(source(event.address[lane] + at));
      } else if (site.kind == EventKind::store && site.space == Space::shared) {
        const std::vector<Source>& sources = loaded_[thread];
        const std::size_t n = stored_[thread]++;
        ASSERT_LT(n, sources.size());
        check(sources[n], event.address[lane] + at);
      } else if (site.kind == EventKind::async_copy) {
        check(source(event.address[lane] + at), event.address2[lane] + at);
      }
    }
  }

  [[nodiscard]] Source source(std::uint64_t address) const {
    const auto matrix =
        std::find_if(trace_.buffers.begin(), trace_.buffers.end(), [&](const trace::Buffer& b) {
          return address >= b.address && address < b.address + b.bytes;
        });
    const std::uint64_t element = (address - matrix->address) / sizeof(float);
    return {&*matrix,
            {static_cast<std::uint32_t>(element / matrix->columns),
             static_cast<std::uint32_t>(element % matrix->columns)}};
  }

  void check(const Source& from, std::uint64_t offset) {
    for (const trace::SharedArray& array : trace_.shared_arrays) {
      if (offset < array.offset || offset >= array.offset + array.bytes) continue;
      const bool is_a = from.matrix->name == "a";
      const std::uint32_t rows = is_a ? stage_rows_.a : stage_rows_.b;
      const MatrixPlace wanted =
          is_a && stage_rows_.turns_a ? MatrixPlace{from.place.column, from.place.row} : from.place;
      const auto element = static_cast<std::uint32_t>((offset - array.offset) / sizeof(float));
      const auto place = array.layout.place(element);
      const bool is_right = place.has_value() && array.layout.rows % rows == 0 &&
                            place->row % rows == wanted.row % rows &&
                            place->column == wanted.column % array.layout.columns;
      wrong_ |= !is_right;
      ++placed_;
    }
  }

  const trace::Trace& trace_;
  const StageRows stage_rows_;
  std::map<Thread, std::vector<Source>> loaded_;
  std::map<Thread, std::size_t> stored_;
  std::uint64_t placed_ = 0;
  bool wrong_ = false;
};

trace::Trace gemm_trace(const std::string& variant, const Parameters& settings) {
  return *recorded("gemm/" + variant, settings).at(0);
}

struct Case {
  std::string variant;
  StageRows rows;
  std::uint64_t floats;  // that go through shared memory
  Parameters others;
};

const std::vector<Case>& cases() {
  constexpr std::uint64_t kMatrix = 64 * 64;
  static const std::vector<Case> all = {
      {"chessboard", {16, 16}, 2 * 4 * kMatrix, {{"tile", 16}}},
      {"chessboard", {32, 32}, 2 * 2 * kMatrix, {{"tile", 32}}},
      {"kahan", {16, 16}, 2 * 4 * kMatrix, {}},
      {"kahan_lost", {16, 16}, 2 * 4 * kMatrix, {}},
      {"double_sum", {16, 16}, 2 * 4 * kMatrix, {}},
      {"double_rounded", {16, 16}, 2 * 4 * kMatrix, {}},
      {"pairwise", {16, 16}, 2 * 4 * kMatrix, {}},
      {"outer_shared", {64, 32}, 2 * kMatrix, {}},
      {"register_tile", {64, 64}, 2 * kMatrix, {}},
      {"register_tile_padded", {64, 64}, 2 * kMatrix, {}},
      {"double_buffer", {64, 32}, 2 * kMatrix, {}},
      {"async_copy", {64, 32}, 2 * kMatrix, {}},
      {"vector_reads", {32, 32, true}, 2 * kMatrix, {}},
      {"warp_tiles", {16, 16, true}, 4 * 2 * kMatrix, {{"m", 128}, {"n", 128}, {"k", 128}}},
  };
  return all;
}

TEST(GemmLayouts, EveryFloatIsPutWhereTheDescriptorSays) {
  for (const Case& c : cases()) {
    const trace::Trace trace = gemm_trace(c.variant, c.others);
    for (const trace::SharedArray& array : trace.shared_arrays) {
      EXPECT_EQ(array.layout.rows * array.layout.pitch * sizeof(float), array.bytes);
    }
    EXPECT_EQ(GemmFollower(trace, c.rows).placed(), c.floats) << c.variant;
  }
}

TEST(GemmLayouts, APieceOfARowIsARow) {
  const trace::Trace trace = gemm_trace("row_shared", {});
  ASSERT_EQ(trace.shared_arrays.size(), 1u);
  EXPECT_EQ(trace.shared_arrays[0].layout, (SharedLayout{.rows = 1, .columns = 256, .pitch = 256}));
}

TEST(GemmLayouts, AWrongOneIsNoticed) {
  trace::Trace wrong = gemm_trace("register_tile", {});
  wrong.shared_arrays.at(0).layout.pitch = 65;
  EXPECT_EQ(GemmFollower(wrong, {64, 64}).placed(), 0u);
}

}  // namespace
}  // namespace warplens
