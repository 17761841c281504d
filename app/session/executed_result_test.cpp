// Results as the chosen architecture executes them, without toolkit and GPU: what ships is enough.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/session/edits.h"
#include "app/session/kernel_result.h"
#include "app/session/session.h"
#include "kernels/run/run.h"

namespace warplens::session {
namespace {

using testing::HasSubstr;

const run::Catalogue& shipped() {
  static const run::Catalogue catalogue =
      std::move(*run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets"));
  return catalogue;
}

KernelResultPtr result_of(const std::string& kernel, std::uint32_t capability) {
  Selection selection;
  selection.kernel = kernel;
  const auto found = shipped().find(kernel);
  selection.parameters = *catalog::complete(*found->family, *found->variant, {});
  selection.capability = capability;
  return *compute(shipped(), selection, {}, nullptr);
}

TEST(ExecutedResult, FiguresAreThoseOfTheChosenArchitecture) {
  const auto result = result_of("gemm/register_tile", 90);
  const LaunchResult& launch = result->launches.front();
  EXPECT_EQ(result->capability, 90u);
  EXPECT_EQ(launch.totals.shared_load.wavefronts, 3072u);
  EXPECT_EQ(launch.totals.shared_load.conflicts, 0u);
  EXPECT_EQ(launch.executed->ptx.shared_load.wavefronts, 6144u);
  EXPECT_TRUE(launch.conflicts.empty());
}

TEST(ExecutedResult, EventsAreTheAccessesThatAreExecuted) {
  const auto executed = result_of("gemm/register_tile", 90);
  const auto ptx = result_of("gemm/register_tile", 0);
  EXPECT_LT(executed->launches[0].trace->events.size(), ptx->launches[0].trace->events.size());
  std::uint64_t wavefronts = 0;
  const LaunchResult& launch = executed->launches[0];
  for (std::size_t row = 0; row < launch.costs.size(); ++row) {
    const trace::Site& site = launch.trace->sites[launch.trace->events.site(row)];
    const bool loads = site.kind == trace::EventKind::load && site.space == trace::Space::shared;
    if (loads) wavefronts += launch.costs[row].wavefronts;
  }
  EXPECT_EQ(wavefronts, 3072u);
}

TEST(ExecutedResult, AsThePtxHasThemTheyAreWithoutStories) {
  const auto result = result_of("gemm/register_tile", 0);
  EXPECT_FALSE(result->launches[0].executed.has_value());
  EXPECT_EQ(result->launches[0].totals.shared_load.wavefronts, 6144u);
  EXPECT_EQ(result->capability, 0u);
}

TEST(ExecutedResult, AnArchitectureThatThePtxIsTooNewForLeavesItsFiguresAndSaysWhy) {
  const auto result = result_of("gemm/async_copy", 75);
  EXPECT_THAT(result->why_as_ptx.in(Language::en), HasSubstr("sm_80 and newer"));
  EXPECT_THAT(result->why_as_ptx.in(Language::zh), HasSubstr("sm_80"));
  EXPECT_TRUE(result->launches[0].executed->is_doubtful(0) ||
              !result->launches[0].executed->cost.is_certain());
}

TEST(ExecutedResult, TheArchitectureIsChosenForBothSidesAndStaysForAnotherKernel) {
  const Work work = [](const Selection&, const std::stop_token&, machine::Progress*) {
    return Result<KernelResultPtr>(fail("none"));
  };
  Session session(catalog::families(), work, [] {});
  Stage stage;
  stage.kernel = "transpose/tile";
  stage.beside = "transpose/tile_padded";
  ASSERT_TRUE(session.set_stage(stage).has_value());
  EXPECT_EQ(session.selection(Side::left).capability, 90u);
  set_architecture(session, 75);
  EXPECT_EQ(session.selection(Side::left).capability, 75u);
  EXPECT_EQ(session.selection(Side::right).capability, 75u);
  select_kernel(session, "transpose/packed_xor");
  EXPECT_EQ(session.selection(Side::left).capability, 75u);
}

}  // namespace
}  // namespace warplens::session
