// Which of a kernel's several launches is on the stage, chosen by mouse and by keyboard. A capture
// stands for the kernel.
#include <gtest/gtest.h>

#include "app/session/edits.h"
#include "app/state/control_list.h"
#include "app/state/exploring.h"
#include "app/ui/panels/states.h"
#include "app/ui/view_cache.h"
#include "app/ui/window/whole_window_test.h"
#include "kernels/run/run.h"
#include "kernels/run/toolkit/process.h"
#include "kernels/trace/capture.h"

namespace warplens::ui {
namespace {

class LaunchControl : public ::testing::Test, protected WholeWindow {
 protected:
  // Two launches of the tiled transpose, kept in a capture.
  LaunchControl() {
    run::Options options;
    options.machine.cost = analysis::add_cost;
    auto run = run::run_variant(*app_->catalogue, "transpose/tile", {}, options);
    EXPECT_TRUE(run.has_value());
    run->traces.push_back(run->traces.front());
    const auto path = folder_.path() / "two.wlens";
    EXPECT_TRUE(trace::write_capture(path, *run).has_value());
    open_capture(*app_, path);
    settle();
  }
  run::TemporaryFolder folder_ = run::TemporaryFolder::make().value();
};

TEST_F(LaunchControl, SaysWhichLaunchIsShownAndTakesAnother) {
  EXPECT_EQ(figure("control.launch"), "1 of 2");
  click("control.launch");
  click("launch.2");
  settle();
  EXPECT_EQ(app_->session.cursor().launch, 1u);
  EXPECT_EQ(figure("control.launch"), "2 of 2");
  EXPECT_EQ(ui_.cache().launch, 1u);
  press(Key::z, false, true);
  EXPECT_EQ(app_->session.cursor().launch, 0u);
  expect_nothing_overlaps_or_is_cut();
}

TEST_F(LaunchControl, TheKeyboardReachesIt) {
  const std::vector<Control> controls = controls_of(app_->session);
  for (std::size_t i = 0; i < controls.size(); ++i) {
    press(Key::tab);
    if (controls.at(ui_.state<ControlsState>().chosen).kind == Control::Kind::launch) break;
  }
  press(Key::up);
  EXPECT_EQ(app_->session.cursor().launch, 1u);
  press(Key::up);
  EXPECT_EQ(app_->session.cursor().launch, 1u);
  press(Key::down);
  EXPECT_EQ(app_->session.cursor().launch, 0u);
}

TEST_F(LaunchControl, StandsOnceForTwoKernels) {
  compare_with(app_->session, "transpose/tile_padded");
  settle();
  EXPECT_TRUE(ui_.widget_log.widgets().contains("control.launch"));
  EXPECT_FALSE(ui_.widget_log.widgets().contains("right.control.launch"));
  expect_nothing_overlaps_or_is_cut();
}

TEST_F(LaunchControl, AKernelWithOneLaunchHasNone) {
  select_kernel(app_->session, "transpose/tile_padded");
  settle();
  EXPECT_FALSE(ui_.widget_log.widgets().contains("control.launch"));
}

}  // namespace
}  // namespace warplens::ui
