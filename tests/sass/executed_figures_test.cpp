// Every kernel that ships, as every architecture executes it: nothing is left in doubt.
#include <gtest/gtest.h>

#include "kernels/base/all_tests.h"
#include "kernels/run/executed_code.h"
#include "kernels/run/run.h"
#include "tests/sass/shipped_images.h"
#include "viz/analysis/access_cost.h"
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

TEST(ExecutedFigures, OfEveryKernelThatShipsAreCertainOnEveryArchitecture) {
  if (is_too_slow_here()) GTEST_SKIP() << "it runs every kernel";
  const auto catalogue = run::Catalogue::open(kShipped);
  run::Options options;
  options.machine.cost = analysis::add_cost;
  for (const ShippedImage& image : shipped_images(kShipped)) {
    const auto result = run::run_variant(*catalogue, image.kernel, {}, options);
    ASSERT_TRUE(result.has_value()) << image.kernel;
    for (const auto& trace : result->traces) {
      for (const std::uint32_t capability : image.capabilities) {
        EXPECT_TRUE(executed_on(*trace, image.kernel, capability).cost.is_certain())
            << image.kernel << " on sm_" << capability;
      }
    }
  }
}

TEST(ExecutedFigures, OfTheTileInRegistersAreThoseThatAnH200Counts) {
  const auto catalogue = run::Catalogue::open(kShipped);
  run::Options options;
  options.machine.cost = analysis::add_cost;
  const auto result = run::run_variant(*catalogue, "gemm/register_tile", {}, options);
  const auto executed = executed_on(*result->traces.at(0), "gemm/register_tile", 90);
  EXPECT_EQ(executed.cost.totals.shared_load.wavefronts, 3072u);
  EXPECT_EQ(executed.cost.totals.shared_load.conflicts, 0u);
  EXPECT_EQ(executed.cost.totals.shared_store.wavefronts, 256u);
  EXPECT_EQ(executed.cost.totals.shared_store.conflicts, 0u);
}

}  // namespace
}  // namespace warplens::sass_test
