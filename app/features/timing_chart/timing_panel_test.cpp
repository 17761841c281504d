// The timing view in the window: what it shows is what the recordings hold.
#include <set>

#include "app/features/timing_chart/timing_commands.h"
#include "app/features/timing_chart/timing_window_test.h"
#include "app/settings/timing_choice.h"

namespace warplens::ui {
namespace {

using scene::ChartFigure;
using session::StageView;

class TimingPanel : public ::testing::Test, protected TimingWindow {
 protected:
  // What pointing at a series must tell of it.
  [[nodiscard]] std::string point_told(std::string_view name, std::int64_t side) const {
    const TimingModel model = left_timing(*app_);
    const auto series = std::ranges::find(model.chart.series, name, &scene::ChartSeries::name);
    std::string all;
    for (const std::string& line : scene::point_phrase(model.chart, *series, side, Language::en)) {
      all += (all.empty() ? "" : "\n") + line;
    }
    return all;
  }
};

TEST_F(TimingPanel, ShowsTheRecordedValuesOfTheLargestSizeFirst) {
  record();
  EXPECT_EQ(figure("timing_view.side"), "16384");
  EXPECT_EQ(figure("timing_view.recorded"), "Timed on Fake GPU, recorded 2001-02-03");
  for (const char* name : {"linear_read", "tile", "tile_padded", "device_copy", "a_library"}) {
    EXPECT_EQ(figure(std::string("timing_view.value.") + name), words(name, 16384)) << name;
  }
}

TEST_F(TimingPanel, TheSizeFollowsButtonsAndKeysAndUndoBringsItBack) {
  record();
  click("timing_view.side.less");
  settle();
  EXPECT_EQ(figure("timing_view.side"), "4096");
  EXPECT_EQ(figure("timing_view.value.tile"), words("tile", 4096));
  press_keys(Key::down, 2, true);
  EXPECT_EQ(figure("timing_view.side"), "1000");
  press_keys(Key::up, 9, true);
  EXPECT_EQ(figure("timing_view.side"), "16384");
  press(Key::z, false, true);
  EXPECT_EQ(figure("timing_view.side"), "4096");
  EXPECT_EQ(app_->settings.timing.side, 4096);
}

TEST_F(TimingPanel, AClickOnTheSliderTakesTheSizeThere) {
  record();
  click("timing_view.side");  // in the middle of six steps
  settle();
  EXPECT_TRUE(std::set<std::string>({"1000", "1024"}).contains(figure("timing_view.side")));
}

TEST_F(TimingPanel, PointsReadAsRateTimeOrShareByButtonAndKeyAndItIsRemembered) {
  record();
  click("timing_view.reading.time");
  settle();
  EXPECT_EQ(figure("timing_view.value.tile"), words("tile", 16384, ChartFigure::time));
  EXPECT_EQ(figure("timing_view.figure"), "time");
  press(Key::v);
  EXPECT_EQ(figure("timing_view.figure"), "share of device_copy");
  EXPECT_EQ(figure("timing_view.value.device_copy"), "100%");
  const double share =
      entry("tile", 16384).bytes_per_second() / entry("device_copy", 16384).bytes_per_second();
  EXPECT_EQ(figure("timing_view.value.tile"), scene::figure_phrase(share, ChartFigure::share));
  EXPECT_EQ(app_->settings.timing.reading, session::TimingReading::share);
  press(Key::v);
  EXPECT_EQ(figure("timing_view.value.tile"), words("tile", 16384));
}

TEST_F(TimingPanel, WithoutACeilingThereIsNoShare) {
  timing::Timings timings = session::fake_timings(family(), kSides, &app_->recordings);
  std::erase_if(timings.entries,
                [](const timing::Entry& each) { return each.kind != timing::EntryKind::variant; });
  record(std::move(timings));
  EXPECT_FALSE(ui_.widget_log.widgets().contains("timing_view.reading.share"));
  press(Key::v);
  press(Key::v);
  EXPECT_EQ(figure("timing_view.value.tile"), words("tile", 16384));
  choose_reading(session::TimingReading::share)(*app_);  // as another family was looked at
  settle();
  EXPECT_EQ(figure("timing_view.value.tile"), words("tile", 16384));
}

TEST_F(TimingPanel, ACopyIsNoCeilingOfOperations) {
  ASSERT_TRUE(app_->session.set_stage({"gemm/register_tile", {}, {}, {}, {}}).has_value());
  settle();
  show_large(*app_, session::StageView::timing_view);  // views follow the kernel
  timing::Timings timings = session::fake_timings(family(), kSides, &app_->recordings);
  std::erase_if(timings.entries,
                [](const timing::Entry& each) { return each.kind == timing::EntryKind::library; });
  record(std::move(timings));
  ASSERT_NE(figure("timing_view.value.device_copy"), "");
  EXPECT_EQ(figure("timing_view.figure"), "FLOP rate");
  EXPECT_FALSE(ui_.widget_log.widgets().contains("timing_view.reading.share"));
}

TEST_F(TimingPanel, RatiosAreToTheKernelOnTheStage) {
  record();
  EXPECT_EQ(figure("timing_view.ratio.tile_padded"), "1.00×");
  const double ratio = entry("tile_padded", 16384).seconds.median /
                       entry("device_copy", 16384).seconds.median *
                       entry("device_copy", 16384).bytes / entry("tile_padded", 16384).bytes;
  EXPECT_EQ(figure("timing_view.ratio.device_copy"), scene::ratio_phrase(ratio));
}

TEST_F(TimingPanel, TheListOfSeriesHidesSeriesAndItIsRemembered) {
  record();
  click("timing_view.options");
  click("timing_view.series.tile");
  settle();
  EXPECT_EQ(figure("timing_view.value.tile"), "");
  EXPECT_TRUE(app_->settings.timing.hidden.contains("transpose/tile"));
  press(Key::digit_1, true);
  EXPECT_EQ(figure("timing_view.value.linear_read"), "");
  click("timing_view.series.tile");
  settle();
  EXPECT_EQ(figure("timing_view.value.tile"), words("tile", 16384));
}

TEST_F(TimingPanel, AxesAreChosenByButtonAndKey) {
  record();
  press(Key::a);
  EXPECT_TRUE(app_->settings.timing.logarithmic_values);
  press(Key::a, true);
  EXPECT_TRUE(app_->settings.timing.linear_sizes);
  click("timing_view.options");
  click("timing_view.log_sizes");
  click("timing_view.log_values");
  settle();
  EXPECT_FALSE(app_->settings.timing.linear_sizes);
  EXPECT_FALSE(app_->settings.timing.logarithmic_values);
}

TEST_F(TimingPanel, PointingAtARowTellsItsExactValues) {
  app_->settings.explore_arrangement = session::kLessonArrangement;
  record();
  const WidgetRect rect = ui_.widget_log.widgets().at("timing_view.table");
  std::set<std::string> told;
  for (float y = rect.y + 1; y < rect.y + rect.height; y += 4) {
    ImGui::GetIO().MousePos = {rect.x + 5, y};
    draw(2);
    told.insert(figure("timing_view.hover"));
  }
  EXPECT_TRUE(told.contains(point_told("linear_read", 16384)));
  EXPECT_TRUE(told.contains(point_told("device_copy", 16384)));
}

TEST_F(TimingPanel, PointingAtALineTellsTheNearestPointAndAClickTakesItsSize) {
  record();
  const WidgetRect rect = ui_.widget_log.widgets().at("timing_view.lines");
  std::set<std::string> told;
  for (float y = rect.y + 1; y < rect.y + rect.height; y += 2) {
    ImGui::GetIO().MousePos = {rect.x + rect.width * 0.46f, y};
    draw(2);
    if (figure("timing_view.hover").starts_with("device_copy")) break;
  }
  const std::string words = figure("timing_view.hover");
  std::string wanted;
  for (const std::int64_t side : kSides) {
    if (words == point_told("device_copy", side)) wanted = std::to_string(side);
  }
  EXPECT_TRUE(std::set<std::string>({"1000", "1024"}).contains(wanted)) << words;
  for (const bool down : {true, false}) {
    ImGui::GetIO().MouseDown[0] = down;
    draw(2);
  }
  settle();
  EXPECT_EQ(figure("timing_view.side"), wanted);
}

TEST_F(TimingPanel, LivePointsAppearAsTheyAreMeasured) {
  record();
  app_->live = std::make_unique<session::LiveTiming>(
      [this]() -> Result<session::Bench> {
        return session::Bench([this](const session::LiveTimingRequest& request,
                                     const session::BenchListener& listener,
                                     const std::stop_token&) -> Result<void> {
          timing::Timings header;
          header.device.name = "Live GPU";
          listener(header, std::nullopt);
          const std::string image = app_->recordings.image_of(family(), *family().find("tile"));
          EXPECT_EQ(request.sides, kSides);
          header.entries = {session::fake_entry(family(), "tile", 16384, 1e-3, {}, image)};
          listener(header, 0.5f);
          return {};
        });
      },
      std::function<void()>());
  app_->live->wait();
  draw(2);
  click("timing_view.measure");
  app_->live->wait();
  draw(2);
  EXPECT_EQ(figure("timing_view.live"), "Timed on Live GPU, live");
  EXPECT_EQ(figure("timing_view.live.tile"),
            scene::figure_phrase(8.0 * 16384 * 16384 / 1e-3, ChartFigure::bandwidth));
  EXPECT_EQ(figure("timing_view.value.tile"), words("tile", 16384));  // beside it, not replaced
  expect_nothing_overlaps_or_is_cut();
}

}  // namespace
}  // namespace warplens::ui
