// What the lesson on the four kinds of operator says, asked of what was counted and recorded.
#include "app/features/limits/limits_data.h"
#include "app/lessons/course_test.h"
#include "app/session/kernel_roofline.h"
#include "app/session/recorded_chip.h"
#include "app/session/recorded_seconds.h"
#include "kernels/run/run_plan.h"

namespace warplens::lessons {
namespace {

using session::RooflineFigure;

class FourKindsOfOperator : public Course {
 protected:
  static constexpr std::int64_t kSide = 8192;

  const Step& enter_here(std::string_view id) { return enter_step("four-kinds-of-operator", id); }
  double figure_of(const char* kernel, RooflineFigure which,
                   const catalog::Parameters& settings = {}) {
    return session::roofline_figure({session_.families(), recordings()}, {kernel, settings}, kSide,
                                    which)
        .value_or(-1);
  }
  double intensity(const char* kernel, const catalog::Parameters& settings = {}) {
    return figure_of(kernel, RooflineFigure::intensity, settings);
  }
  double share(const char* kernel, const catalog::Parameters& settings = {}) {
    return figure_of(kernel, RooflineFigure::roof_share, settings);
  }
  double seconds(const char* kernel, std::int64_t side = kSide,
                 const catalog::Parameters& settings = {}) {
    const auto found =
        session::recorded_seconds(recordings(), session_.families(), {{kernel, settings}}, side);
    return found ? found->front() : -1;
  }
  analysis::Roofline roofline() {
    return session::kernel_roofline({session_.families(), recordings()}, kSide,
                                    *session::recorded_chip(recordings()));
  }
  std::int64_t answer(const Step& step) {
    return expected_answer(*step.prediction, session_, step.stage).value_or(-1);
  }
};

TEST_F(FourKindsOfOperator, AnAdditionTakes12Bytes) {
  const Step& step = enter_here("two-roofs");
  EXPECT_FALSE(is_done(step, session_));
  int below = 0;
  for (const analysis::RooflineKernel& kernel : roofline().kernels) {
    if (kernel.family != "add") continue;
    const bool is_one_lane = kernel.variant == "one_thread_blocks";
    EXPECT_NEAR(kernel.point.intensity(), (is_one_lane ? 32 : 1) / 12.0, 1e-3) << kernel.name();
    EXPECT_TRUE(is_below_memory(kernel.point, roofline().roofs)) << kernel.name();
    ++below;
  }
  EXPECT_GE(below, 10);
  EXPECT_GT(share("add/fastest"), 0.95);
  EXPECT_LT(share("add/thread_chunk"), 0.1);
  select("add/fastest");
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(FourKindsOfOperator, KindsStandInTheOrderOfWhatTheyNeed) {
  const Step& step = enter_here("order-by-need");
  EXPECT_EQ(answer(step), 3412);
  EXPECT_EQ(intensity("transpose/fastest"), 0);
  EXPECT_NEAR(intensity("add/fastest"), 0.083, 5e-4);
  EXPECT_NEAR(intensity("reduce/one_total"), 0.25, 0.02);
  EXPECT_NEAR(intensity("window/blur_strip"), 9.0 / 8, 0.05);
  const double ridge = roofline().roofs.ridge();
  EXPECT_GT(ridge, 5 * intensity("window/blur_strip")) << "far to the right";
  EXPECT_EQ(*roofline().find("window/blur_strip")->kind, OperatorKind::window);
}

TEST_F(FourKindsOfOperator, ARearrangementIsBytesAlone) {
  (void)enter_here("rearrangement");
  const analysis::Roofline all = roofline();
  const double bytes = all.find("transpose/fastest")->point.bytes;
  for (const analysis::RooflineKernel& kernel : all.kernels) {
    if (kernel.family != "transpose") continue;
    EXPECT_FALSE(kernel.point.has_flop()) << kernel.name();
    EXPECT_EQ(kernel.point.bytes, bytes) << kernel.name();
  }
  EXPECT_FALSE(all.find("invert/vector16")->point.has_flop());
  EXPECT_LT(share("transpose/coalesced_read"), share("transpose/tile"));
  EXPECT_LT(share("transpose/tile"), share("transpose/tile_padded"));
  EXPECT_LT(share("transpose/tile_padded"), share("transpose/fastest"));
}

TEST_F(FourKindsOfOperator, TheLowestOfTheThreeIsNearestToItsRoof) {
  const Step& step = enter_here("nearest");
  EXPECT_EQ(answer(step), 2);
  const analysis::Roofline all = roofline();
  const auto rate = [&](const char* kernel) { return *all.find(kernel)->point.rate(); };
  EXPECT_LT(rate("add/fastest"), rate("window/blur_direct"));
  EXPECT_LT(rate("window/blur_direct"), rate("gemm/fastest"));
  EXPECT_LT(share("window/blur_direct"), 0.8 * share("add/fastest"));
  EXPECT_EQ(all.find("gemm/fastest")->side, 1024);
  EXPECT_FALSE(is_below_memory(all.find("gemm/fastest")->point, all.roofs));
}

TEST_F(FourKindsOfOperator, BlursOfOnePlaceDifferInTime) {
  const Step& step = enter_here("same-place");
  EXPECT_EQ(answer(step), 2);
  const analysis::Roofline all = roofline();
  const auto& direct = all.find("window/blur_direct")->point;
  const auto& tile = all.find("window/blur_tile")->point;
  EXPECT_EQ(direct.flop, tile.flop);
  for (const char* kernel : {"window/blur_tile", "window/blur_strip"}) {
    EXPECT_EQ(all.find(kernel)->point.bytes, direct.bytes) << kernel;
  }
}

TEST_F(FourKindsOfOperator, AWiderWindowMovesAlongTheRoof) {
  const Step& step = enter_here("wider-window");
  const catalog::Parameters wide{{"window", 5}};
  EXPECT_GT(intensity("window/blur_strip", wide), 1.85 * intensity("window/blur_strip"));
  EXPECT_NEAR(share("window/blur_strip", wide), share("window/blur_strip"), 0.02);
  EXPECT_NEAR(seconds("window/blur_strip", kSide, wide), seconds("window/blur_strip"), 2e-6);
  EXPECT_GT(seconds("window/blur_direct", kSide, wide), 1.5 * seconds("window/blur_direct"));
  set("window", 5);
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(FourKindsOfOperator, OneLaunchMovesHalfOfTheBytes) {
  const Step& step = enter_here("fuse");
  const analysis::Roofline all = roofline();
  const auto& twice = all.find("window/blur_twice")->point;
  const auto& fused = all.find("window/blur_twice_fused")->point;
  EXPECT_NEAR(fused.flop / twice.flop, 1, 0.02);
  EXPECT_NEAR(fused.bytes / twice.bytes, 0.5, 0.01);
  EXPECT_LT(*fused.seconds, 0.6 * *twice.seconds);
  select("window/blur_twice_fused");
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(FourKindsOfOperator, HeightCountsWhatTheResultDoesNotNeed) {
  (void)enter_here("products");
  const analysis::Roofline all = roofline();
  const auto& plain = all.find("gemm/row_loop")->point;
  const auto& kahan = all.find("gemm/kahan")->point;
  EXPECT_NEAR(kahan.flop / plain.flop, 2.5, 0.01) << "5 for 2 a term, in 4 instructions";
  EXPECT_GT(*kahan.rate(), *plain.rate());
  EXPECT_GT(kahan.intensity(), plain.intensity());
  EXPECT_GT(*kahan.seconds, *all.find("gemm/fastest")->point.seconds);
  EXPECT_GT(plain.intensity(), 5 * all.roofs.ridge());
}

TEST_F(FourKindsOfOperator, TheChallengeIsMetByFew) {
  const Step& step = enter_here("challenge");
  const auto is_met_by = [&](const char* kernel, std::int64_t window) {
    begin(step);
    set("window", window);
    select(kernel);
    return is_done(step, session_);
  };
  const std::set<std::pair<std::string, std::int64_t>> meet{
      {"window/blur_strip", 5}, {"window/blur_wide_tile", 5}, {"window/blur_twice_fused", 3}};
  for (const std::int64_t window : {3, 5}) {
    for (const char* kernel :
         {"window/blur_direct", "window/blur_tile", "window/blur_rolling", "window/blur_strip",
          "window/blur_wide_tile", "window/blur_separable_fused", "window/blur_twice_fused"}) {
      EXPECT_EQ(is_met_by(kernel, window), meet.contains({kernel, window})) << kernel << window;
    }
  }
  EXPECT_GT(intensity("window/blur_twice_fused", {{"window", 5}}),
            intensity("window/blur_twice_fused"));
}

TEST_F(FourKindsOfOperator, TheSummarysTimesDifferAsItSays) {
  const analysis::Roofline all = roofline();
  EXPECT_NEAR(all.find("reduce/shuffle")->point.bytes / all.find("reduce/one_total")->point.bytes,
              1, 0.001);
  EXPECT_GT(seconds("reduce/shuffle"), 1.3 * seconds("reduce/one_total"));
  EXPECT_GT(seconds("add/thread_chunk"), 10 * seconds("add/fastest"));
  EXPECT_GT(seconds("transpose/tile"), 1.7 * seconds("transpose/fastest"));
  const auto data = limits::LimitsData::read(WARPLENS_SOURCE_DIR "/assets");
  const auto at = limits::limits_size(*catalogue_.find("transpose/tile"));
  const run::PlannedVariant tile = *run::plan_variant(catalogue_, "transpose/tile", at);
  const limits::Demands* counted = data->counted(tile.found, tile.parameters);
  ASSERT_NE(counted, nullptr);
  const auto report = data->report(tile.found, tile.parameters, *counted,
                                   **analysis::find_chip(data->chips(), "h100"));
  EXPECT_EQ(report.limits.limiting, analysis::Unit::wavefronts);
}

// A place off the roofs would say that the chip, or the count, is wrong.
TEST_F(FourKindsOfOperator, NoKernelOfTheCourseStandsAboveItsRoof) {
  constexpr double kWithin = 1.03;
  const analysis::Roofline all = roofline();
  int measured = 0;
  for (const analysis::RooflineKernel& kernel : all.kernels) {
    const auto reached = share_of_roof(kernel.point, all.roofs);
    if (!reached) continue;
    ++measured;
    EXPECT_LE(*reached, kWithin) << kernel.name();
  }
  EXPECT_GE(measured, 60);
}

}  // namespace
}  // namespace warplens::lessons
