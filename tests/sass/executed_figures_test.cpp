// Every kernel that ships, as every architecture executes it: nothing is left in doubt.
#include <gtest/gtest.h>

#include "kernels/base/all_tests.h"
#include "kernels/cost/access_cost.h"
#include "kernels/run/executed_code.h"
#include "kernels/run/run.h"
#include "tests/sass/shipped_images.h"
#include "viz/analysis/executed/executed.h"

namespace warplens::sass_test {
namespace {

const std::filesystem::path kShipped = WARPLENS_SOURCE_DIR "/assets";

analysis::Executed executed_on(const trace::Trace& trace, const std::string& kernel,
                               std::uint32_t capability) {
  auto code = run::shipped_code(kShipped, kernel, capability);
  EXPECT_TRUE(code.has_value()) << kernel;
  return analysis::executed(trace, {capability, std::move(*code), {}});
}

analysis::KernelTotals totals_on_an_h200(const std::string& kernel) {
  const auto catalogue = run::Catalogue::open(kShipped);
  run::Options options;
  options.machine.cost = analysis::add_cost;
  const auto result = run::run_variant(*catalogue, kernel, {}, options);
  return executed_on(*result->traces.at(0), kernel, 90).cost.totals;
}

TEST(ExecutedFigures,
     OfEveryKernelThatShipsAreCertainOnEveryArchitectureButWhereArraysLieInLocalMemory) {
  if (is_too_slow_here()) GTEST_SKIP() << "under a sanitizer it takes too long";
  const auto catalogue = run::Catalogue::open(kShipped);
  run::Options options;
  options.machine.cost = analysis::add_cost;
  for (const ShippedImage& image : shipped_images(kShipped)) {
    const auto result = run::run_variant(*catalogue, image.kernel, {}, options);
    ASSERT_TRUE(result.has_value()) << image.kernel;
    for (const auto& trace : result->traces) {
      const bool has_own_arrays = std::ranges::find(trace->sites, trace::Space::local,
                                                    &trace::Site::space) != trace->sites.end();
      for (const std::uint32_t capability : image.capabilities) {
        EXPECT_EQ(executed_on(*trace, image.kernel, capability).cost.is_certain(), !has_own_arrays)
            << image.kernel << " on sm_" << capability;
      }
    }
  }
}

TEST(ExecutedFigures, AreTheSameWhereEventsAreReadAsTheyComeAndNoneIsKept) {
  if (is_too_slow_here()) GTEST_SKIP() << "under a sanitizer it takes too long";
  const auto catalogue = run::Catalogue::open(kShipped);
  run::Options kept, read;
  kept.machine.cost = read.machine.cost = analysis::add_cost;
  for (const ShippedImage& image : shipped_images(kShipped)) {
    const auto code = run::shipped_code(kShipped, image.kernel, image.capabilities.back());
    ASSERT_TRUE(code.has_value()) << image.kernel;
    std::vector<std::unique_ptr<analysis::SassReader>> readers;
    read.reader = [&](const std::string&, const ptx::Module&) {
      readers.push_back(std::make_unique<analysis::SassReader>(code->accesses));
      return readers.back().get();
    };
    const auto expected = run::run_variant(*catalogue, image.kernel, {}, kept);
    const auto actual = run::run_variant(*catalogue, image.kernel, {}, read);
    ASSERT_EQ(actual->traces.size(), expected->traces.size()) << image.kernel;
    for (std::size_t i = 0; i < expected->traces.size(); ++i) {
      EXPECT_TRUE(actual->traces[i]->events.empty());
      EXPECT_EQ(actual->traces[i]->recorded(), expected->traces[i]->events.size()) << image.kernel;
      EXPECT_EQ(readers[i]->cost(*actual->traces[i]).sites,
                analysis::sass_cost(*expected->traces[i], code->accesses).sites)
          << image.kernel;
    }
  }
}

// What the kernels' own comments claim.
TEST(ExecutedFigures, OfTheTileInRegistersAreThoseThatAnH200Counts) {
  const analysis::KernelTotals totals = totals_on_an_h200("gemm/register_tile");
  EXPECT_EQ(totals.shared_load.wavefronts, 3072u);
  EXPECT_EQ(totals.shared_load.conflicts, 0u);
  EXPECT_EQ(totals.shared_store.wavefronts, 256u);
  EXPECT_EQ(totals.shared_store.conflicts, 0u);
}

TEST(ExecutedFigures, OfThePaddedTileAreWorseSinceNothingCanBeFused) {
  const analysis::KernelTotals fused = totals_on_an_h200("gemm/register_tile");
  const analysis::KernelTotals padded = totals_on_an_h200("gemm/register_tile_padded");
  EXPECT_GT(padded.shared_load.wavefronts, fused.shared_load.wavefronts);
  EXPECT_GT(padded.shared_store.wavefronts, fused.shared_store.wavefronts);
  EXPECT_EQ(padded.shared_load.conflicts, 0u);
  EXPECT_GT(padded.shared_store.conflicts, 0u);
}

TEST(ExecutedFigures, OfASquareTileHaveALoadOfAForFourMultiplyAdds) {
  constexpr std::uint64_t kMultiplyAdds = 64 * 64 * 64 / kWarpSize;
  const analysis::KernelTotals totals = totals_on_an_h200("gemm/chessboard");
  EXPECT_EQ(totals.shared_load.requests, kMultiplyAdds + kMultiplyAdds / 4);
  EXPECT_EQ(totals.shared_load.conflicts, 0u);
}

}  // namespace
}  // namespace warplens::sass_test
