// What was not timed, or cannot be timed here, is said and never filled in.
#include "app/features/timing_chart/timing_window_test.h"
#include "app/session/edits.h"
#include "app/session/live_timing.h"
#include "app/session/recordings.h"

namespace warplens::ui {
namespace {

using scene::ChartFigure;
using session::StageView;

class TimingMissing : public ::testing::Test, protected TimingWindow {};

TEST_F(TimingMissing, OtherParametersMustMatchExactly) {
  record();
  set_parameter(app_->session, "pitch", 35);
  settle();
  EXPECT_EQ(figure("timing_view.value.tile_padded"), "not recorded");
  EXPECT_EQ(figure("timing_view.value.tile"), words("tile", 16384));
  EXPECT_NE(figure("timing_view.missing").find("tile_padded is not recorded with pitch 35"),
            std::string::npos);
}

TEST_F(TimingMissing, RecordedSettingsCanBeChosen) {
  timing::Timings timings = session::fake_timings(family(), kSides, &app_->recordings);
  const std::string image = app_->recordings.image_of(family(), *family().find("tile_padded"));
  timings.entries.push_back(
      session::fake_entry(family(), "tile_padded", 4096, 1e-3, {{"pitch", 34}}, image));
  record(std::move(timings));
  click("timing_view.options");
  click("timing_view.settings.2");
  settle();
  EXPECT_EQ(figure("timing_view.side"), "16384");
  EXPECT_EQ(figure("timing_view.value.tile_padded"), "not recorded");
  press(Key::down, true);
  EXPECT_EQ(figure("timing_view.value.tile_padded"),
            scene::figure_phrase(8.0 * 4096 * 4096 / 1e-3, ChartFigure::bandwidth));
}

TEST_F(TimingMissing, ASizeThatWasNotTimedIsSaidAndNotFilledIn) {
  timing::Timings timings = session::fake_timings(family(), kSides, &app_->recordings);
  std::erase_if(timings.entries, [](const timing::Entry& each) {
    return each.name == "tile" && each.side == 16384;
  });
  record(std::move(timings));
  EXPECT_EQ(figure("timing_view.value.tile"), "not recorded");
  EXPECT_NE(figure("timing_view.missing").find("not recorded at this size: tile"),
            std::string::npos);
}

TEST_F(TimingMissing, TimingsOfOtherPtxAreNotShown) {
  timing::Timings timings = session::fake_timings(family(), kSides, &app_->recordings);
  for (timing::Entry& each : timings.entries) {
    if (each.name == "tile") each.image = std::string(64, '0');
  }
  record(std::move(timings));
  EXPECT_EQ(figure("timing_view.value.tile"), "not recorded");
  EXPECT_NE(figure("timing_view.missing").find("other PTX than ships now: tile"),
            std::string::npos);
}

TEST_F(TimingMissing, WithoutARecordingItSaysWhatToDo) {
  EXPECT_NE(figure("timing_view.missing").find("warplens bench transpose --record"),
            std::string::npos);
  EXPECT_FALSE(ui_.widget_log.widgets().contains("timing_view.lines"));
}

TEST_F(TimingMissing, ADamagedRecordingIsANotice) {
  std::ofstream(folder_.path() / "recordings" / "broken.json") << "{";
  app_->recordings = session::Recordings(folder_.path(), {});
  for (int i = 0; i < 1000 && app_->notice.empty(); ++i) {
    draw();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_NE(app_->notice.find("broken.json"), std::string::npos);
}

TEST_F(TimingMissing, WithoutAGpuThereIsNoButtonAndTheOptionsSayWhy) {
  record();
  app_->live = std::make_unique<session::LiveTiming>(
      []() -> Result<session::Bench> { return fail("no driver"); }, std::function<void()>());
  app_->live->wait();
  draw(2);
  click("timing_view.options");
  EXPECT_FALSE(ui_.widget_log.widgets().contains("timing_view.measure"));
  EXPECT_NE(figure("timing_view.no_gpu").find("No live timing here: no driver"), std::string::npos);
}

class TimingMissingInChinese : public ::testing::Test, protected TimingWindow {
 protected:
  TimingMissingInChinese() : TimingWindow({{1440, 900}, "zh"}) {}
  void without_a_gpu(const Error& why) {
    app_->live = std::make_unique<session::LiveTiming>(
        [why]() -> Result<session::Bench> { return fail(why); }, std::function<void()>());
    app_->live->wait();
    draw(2);
  }
};

TEST_F(TimingMissingInChinese, WhyNothingCanBeMeasuredIsSaidInChinese) {
  for (const bool is_recorded : {false, true}) {
    if (is_recorded) record();
    without_a_gpu({tr("cancelled")});
    expect_nothing_overlaps_or_is_cut();
    if (is_recorded) click("timing_view.options");
    EXPECT_FALSE(ui_.widget_log.widgets().contains("timing_view.measure"));
    const std::string words = figure(is_recorded ? "timing_view.no_gpu" : "timing_view.missing");
    EXPECT_NE(words.find("本机不能实时计时：已取消"), std::string::npos);
  }
}

TEST_F(TimingMissingInChinese, WhatHasNoChineseSentenceStaysAsItIs) {
  without_a_gpu({std::string("the GPU fell off the bus")});
  EXPECT_NE(figure("timing_view.missing").find("the GPU fell off the bus"), std::string::npos);
}

}  // namespace
}  // namespace warplens::ui
