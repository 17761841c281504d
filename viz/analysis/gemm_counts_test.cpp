// Loads for each multiply-add, against a count lane by lane and what the kernels' comments say.
#include "viz/analysis/gemm_counts.h"

#include <gtest/gtest.h>

#include <bit>

#include "viz/analysis/running_gemms_test.h"

namespace warplens::analysis {
namespace {

using trace::EventKind;

const catalog::Parameters kWhole{{"m", 128}, {"n", 128}, {"k", 64}};

struct PerMultiplyAdd {
  std::uint64_t global_values = 0, shared_values = 0, shared_loads = 0;  // for 1,000
  friend bool operator==(const PerMultiplyAdd&, const PerMultiplyAdd&) = default;
};

PerMultiplyAdd figures(const std::string& kernel, std::uint32_t capability,
                       catalog::Parameters settings = kWhole) {
  const Product product = gemm_of(kernel, settings, capability);
  const GemmCounts counts = gemm_counts(*product.trace, product.shape);
  return {counts.for_a_thousand(counts.global.values), counts.for_a_thousand(counts.shared.values),
          counts.for_a_thousand(counts.shared.accesses)};
}

TEST(GemmCounts, AreThoseOfACountLaneByLane) {
  const catalog::Parameters sizes = ragged_sizes();
  const std::int64_t of_all = sizes.at("m") * sizes.at("n") * sizes.at("k");
  for (const char* family : {"gemm", "tensor_gemm"}) {
    for (const std::string& kernel : kernels_of(family)) {
      const Product product = gemm_of(kernel, sizes, 0);
      GemmLoads global, shared;
      for (std::size_t i = 0; i < product.trace->events.size(); ++i) {
        const trace::EventView event = product.trace->events.view(i);
        const trace::Site& site = product.trace->sites[event.site];
        const auto lanes = static_cast<std::uint64_t>(std::popcount(event.mask));
        const bool is_matrix = site.kind == EventKind::load_matrix;
        if (site.kind != EventKind::load && site.kind != EventKind::async_copy && !is_matrix) {
          continue;
        }
        if (site.space == trace::Space::local) continue;  // arrays of a thread's own
        const bool is_copy = site.kind == EventKind::async_copy;
        GemmLoads& loads = site.space == trace::Space::shared && !is_copy ? shared : global;
        loads.accesses += lanes;
        // ldmatrix: a row of 16 bytes at each address that it uses.
        const std::uint64_t rows = is_matrix ? site.traits.matrices * 8u : lanes;
        loads.values += rows * site.width / product.shape.a.element_bytes;
      }
      const GemmCounts counts = gemm_counts(*product.trace, product.shape);
      EXPECT_EQ(counts.global.accesses, global.accesses) << kernel;
      EXPECT_EQ(counts.global.values, global.values) << kernel;
      EXPECT_EQ(counts.shared.accesses, shared.accesses) << kernel;
      EXPECT_EQ(counts.shared.values, shared.values) << kernel;
      EXPECT_EQ(counts.multiply_adds, static_cast<std::uint64_t>(of_all));
    }
  }
}

TEST(GemmCounts, FallFromTwoToAQuarterAsTilesGrow) {
  EXPECT_EQ(figures("gemm/row_loop", 0), (PerMultiplyAdd{2000, 0, 0}));
  EXPECT_EQ(figures("gemm/chessboard", 0), (PerMultiplyAdd{125, 2000, 2000}));
  EXPECT_EQ(figures("gemm/register_tile", 0), (PerMultiplyAdd{31, 500, 500}));
  EXPECT_EQ(figures("gemm/outer_register", 0), (PerMultiplyAdd{250, 0, 0}));
  EXPECT_EQ(figures("gemm/vector_reads", 0), (PerMultiplyAdd{31, 500, 125}));
  EXPECT_EQ(figures("gemm/warp_tiles", 0), (PerMultiplyAdd{16, 250, 63}));
}

TEST(GemmCounts, ValuesStayAndLoadsFallWhereTheAssemblerMakesOneOfFour) {
  const PerMultiplyAdd ptx = figures("gemm/register_tile", 0);
  const PerMultiplyAdd executed = figures("gemm/register_tile", 90);
  EXPECT_EQ(executed.shared_values, ptx.shared_values);
  EXPECT_EQ(executed.shared_loads, 313u) << "what its comment says: 0.31";
}

TEST(GemmCounts, PastTheEdgesLoadsAreCountedAndMultiplyAddsAreNot) {
  const PerMultiplyAdd whole = figures("gemm/register_tile", 0, {{"m", 64}, {"n", 64}, {"k", 64}});
  const PerMultiplyAdd ragged = figures("gemm/register_tile", 0, {{"m", 65}, {"n", 64}, {"k", 64}});
  EXPECT_GT(ragged.shared_values, whole.shared_values * 19 / 10);
}

}  // namespace
}  // namespace warplens::analysis
