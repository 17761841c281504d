// The timing view in the window, on recordings made here: what it shows is what they hold.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "app/session/fake_timings_test.h"
#include "app/ui/timing_commands.h"
#include "app/ui/timing_table.h"
#include "app/ui/whole_window_test.h"
#include "kernels/run/process.h"
#include "viz/scene/chart_words.h"

namespace warplens::ui {
namespace {

namespace fs = std::filesystem;
using scene::ChartFigure;
using session::StageView;

const std::vector<std::int64_t> kSides{64, 256, 1000, 1024, 4096, 16384};

class TimingWindow : protected WholeWindow {
 protected:
  explicit TimingWindow(const Setup& setup = {}) : WholeWindow(setup) {
    fs::create_directories(folder_.path() / "recordings");
    fs::create_symlink(WARPLENS_SOURCE_DIR "/assets/ptx", folder_.path() / "ptx");
    read_recordings();
    explore(StageView::timing_view);
  }
  void explore(StageView view) {
    app_->mode = Mode::explore;
    app_->views = {view};
    EXPECT_TRUE(app_->session.set_stage({"transpose/tile_padded", {}, {}, {}, {}}).has_value());
    settle();
  }
  void read_recordings() {
    app_->recordings = session::Recordings(folder_.path(), {});
    app_->recordings.wait();
  }
  void record(timing::Timings timings) {
    timings_ = std::move(timings);
    ASSERT_TRUE(
        timing::write_timings(folder_.path() / "recordings" / "fake.json", timings_).has_value());
    read_recordings();
    settle();
  }
  void record() { record(session::fake_timings(family(), kSides, &app_->recordings)); }
  [[nodiscard]] const catalog::Family& family() const { return *app_->session.family(); }
  [[nodiscard]] const timing::Entry& entry(std::string_view name, std::int64_t side) const {
    return *std::ranges::find_if(timings_.entries, [&](const timing::Entry& each) {
      return each.name == name && each.side == side;
    });
  }
  // What the view must say of a kernel at a size.
  [[nodiscard]] std::string words(std::string_view name, std::int64_t side,
                                  ChartFigure figure = ChartFigure::bandwidth) const {
    return scene::figure_words(*scene::value_of(entry(name, side), figure), figure);
  }
  void press_keys(Key key, int times, bool shift = false) {
    for (int i = 0; i < times; ++i) press(key, shift);
  }
  const run::TemporaryFolder folder_ = run::TemporaryFolder::make().value();
  timing::Timings timings_;
};

class TimingPanel : public ::testing::Test, protected TimingWindow {};

TEST_F(TimingPanel, ShowsTheRecordedValuesOfTheLargestSizeFirst) {
  record();
  EXPECT_EQ(figure("timing_view.side"), "16384");
  EXPECT_EQ(figure("timing_view.recorded"), "Timed: 16,384², Fake GPU, recorded 2001-02-03");
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

TEST_F(TimingPanel, TheFigureIsTimeOrRate) {
  record();
  press(Key::v);
  EXPECT_EQ(figure("timing_view.value.tile"), words("tile", 16384, ChartFigure::time));
  click("timing_view.figure");
  settle();
  EXPECT_EQ(figure("timing_view.value.tile"), words("tile", 16384));
}

TEST_F(TimingPanel, TheLegendHidesSeriesAndItIsRemembered) {
  record();
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
  click("timing_view.log_sizes");
  click("timing_view.log_values");
  settle();
  EXPECT_FALSE(app_->settings.timing.linear_sizes);
  EXPECT_FALSE(app_->settings.timing.logarithmic_values);
}

TEST_F(TimingPanel, OtherParametersMustMatchExactly) {
  record();
  app_->session.set_parameter("pitch", 35);
  settle();
  EXPECT_EQ(figure("timing_view.value.tile_padded"), "not recorded");
  EXPECT_EQ(figure("timing_view.value.tile"), words("tile", 16384));
  EXPECT_NE(figure("timing_view.missing").find("tile_padded is not recorded with pitch 35"),
            std::string::npos);
}

TEST_F(TimingPanel, RecordedSettingsCanBeChosen) {
  timing::Timings timings = session::fake_timings(family(), kSides, &app_->recordings);
  const std::string image = app_->recordings.image_of(family(), *family().find("tile_padded"));
  timings.entries.push_back(
      session::fake_entry(family(), "tile_padded", 4096, 1e-3, {{"pitch", 34}}, image));
  record(std::move(timings));
  click("timing_view.settings");
  click("timing_view.settings.2");
  settle();
  EXPECT_EQ(figure("timing_view.side"), "16384");
  EXPECT_EQ(figure("timing_view.value.tile_padded"), "not recorded");
  press(Key::down, true);
  EXPECT_EQ(figure("timing_view.value.tile_padded"),
            scene::figure_words(8.0 * 4096 * 4096 / 1e-3, ChartFigure::bandwidth));
}

TEST_F(TimingPanel, ASizeThatWasNotTimedIsSaidAndNotFilledIn) {
  timing::Timings timings = session::fake_timings(family(), kSides, &app_->recordings);
  std::erase_if(timings.entries, [](const timing::Entry& each) {
    return each.name == "tile" && each.side == 16384;
  });
  record(std::move(timings));
  EXPECT_EQ(figure("timing_view.value.tile"), "not recorded");
  EXPECT_NE(figure("timing_view.missing").find("not recorded at this size: tile"),
            std::string::npos);
}

TEST_F(TimingPanel, TimingsOfOtherPtxAreNotShown) {
  timing::Timings timings = session::fake_timings(family(), kSides, &app_->recordings);
  for (timing::Entry& each : timings.entries) {
    if (each.name == "tile") each.image = std::string(64, '0');
  }
  record(std::move(timings));
  EXPECT_EQ(figure("timing_view.value.tile"), "not recorded");
  EXPECT_NE(figure("timing_view.missing").find("other PTX than ships now: tile"),
            std::string::npos);
}

TEST_F(TimingPanel, WithoutARecordingItSaysWhatToDo) {
  EXPECT_NE(figure("timing_view.missing").find("warplens bench transpose --record"),
            std::string::npos);
  EXPECT_FALSE(ui_.recorder.widgets().contains("timing_view.lines"));
}

TEST_F(TimingPanel, ADamagedRecordingIsANotice) {
  std::ofstream(folder_.path() / "recordings" / "broken.json") << "{";
  app_->recordings = session::Recordings(folder_.path(), {});
  for (int i = 0; i < 1000 && app_->notice.empty(); ++i) {
    draw();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_NE(app_->notice.find("broken.json"), std::string::npos);
}

TEST_F(TimingPanel, HoveringABarTellsItsExactValues) {
  record();
  const WidgetRect rect = ui_.recorder.widgets().at("timing_view.bars_drawn");
  std::set<std::string> told;
  for (float y = rect.y + 2; y < rect.y + rect.height; y += 6) {
    ImGui::GetIO().MousePos = {rect.x + 5, y};
    draw(2);
    told.insert(figure("timing_view.hover"));
  }
  const TimingModel model = left_timing(*app_);
  std::string expected;
  for (const std::string& line :
       scene::point_words(model.chart, model.chart.series.front(), 16384, scene::Language::en)) {
    expected += (expected.empty() ? "" : "\n") + line;
  }
  EXPECT_TRUE(told.contains(expected)) << expected;
}

TEST_F(TimingPanel, TheTableHoldsEveryPointInFull) {
  record();
  const auto table = timing_table(left_timing(*app_));
  ASSERT_EQ(table.size(), 1 + timings_.entries.size());
  const timing::Entry& first = entry("linear_read", 64);
  EXPECT_EQ(table[1][1], "linear_read");
  EXPECT_EQ(table[1][3], "64");
  EXPECT_EQ(std::stod(table[1][5]), first.seconds.median);
  EXPECT_EQ(std::stod(table[1][13]), first.bytes_per_second());
  EXPECT_EQ(table[1][16], "Fake GPU");
  EXPECT_EQ(table[1][17], "recorded");
  for (const auto& row : table) EXPECT_EQ(row.size(), table.front().size());
  press(Key::e, false, true);
  EXPECT_EQ(ui_.csv, as_csv(table));
}

TEST(TimingTable, CellsWithCommasAreQuoted) {
  EXPECT_EQ(as_csv({{"a", "b,c", "d\"e"}}), "a,\"b,c\",\"d\"\"e\"\r\n");
  EXPECT_EQ(as_tabs({{"a", "b,c"}}), "a\tb,c\n");
}

TEST_F(TimingPanel, LivePointsAppearAsTheyAreMeasured) {
  record();
  app_->live = std::make_unique<session::LiveTiming>(
      [this]() -> Result<session::Bench> {
        return session::Bench([this](const session::BenchRequest& request,
                                     const session::BenchListener& listener,
                                     const std::stop_token&) -> Result<void> {
          timing::Timings header;
          header.device.name = "Live GPU";
          listener.begun(header);
          const std::string image = app_->recordings.image_of(family(), *family().find("tile"));
          EXPECT_EQ(request.sides, kSides);
          listener.measured(session::fake_entry(family(), "tile", 16384, 1e-3, {}, image), 0.5f);
          return {};
        });
      },
      std::function<void()>());
  app_->live->wait();
  draw(2);
  click("timing_view.measure");
  app_->live->wait();
  draw(2);
  EXPECT_EQ(figure("timing_view.live"), "Timed: 16,384², Live GPU, live");
  EXPECT_EQ(figure("timing_view.live.tile"),
            scene::figure_words(8.0 * 16384 * 16384 / 1e-3, ChartFigure::bandwidth));
  EXPECT_EQ(figure("timing_view.value.tile"), words("tile", 16384));  // beside it, not replaced
  expect_nothing_overlaps_or_is_cut();
}

TEST_F(TimingPanel, WithoutAGpuThereIsNoButtonButALine) {
  record();
  app_->live = std::make_unique<session::LiveTiming>(
      []() -> Result<session::Bench> { return fail("no driver"); }, std::function<void()>());
  app_->live->wait();
  draw(2);
  EXPECT_FALSE(ui_.recorder.widgets().contains("timing_view.measure"));
  EXPECT_NE(figure("timing_view.missing").find("No live timing here: no driver"),
            std::string::npos);
}

class TimingLayout : public ::testing::TestWithParam<Setup>, protected TimingWindow {
 protected:
  TimingLayout() : TimingWindow(GetParam()) {}
};

TEST_P(TimingLayout, NothingOverlapsAndNothingIsCut) {
  record();
  const std::vector<std::vector<StageView>> stages{
      {StageView::timing_view},
      {StageView::timing_view, StageView::matrix_view},
      {StageView::bank_view, StageView::timing_view},
      {StageView::matrix_view, StageView::timing_view, StageView::bank_view}};
  for (const bool is_pair : {false, true}) {
    if (is_pair) app_->session.compare_with("transpose/packed_xor");
    for (const auto& views : stages) {
      app_->views = views;
      for (int turn = 0; turn < 2; ++turn) {
        SCOPED_TRACE(fmt::format("{} views, pair {}, turn {}", views.size(), is_pair, turn));
        settle();
        expect_nothing_overlaps_or_is_cut();
        press(Key::v);
        press(Key::d);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, TimingLayout,
                         ::testing::Values(Setup{{1024, 700}, "en"}, Setup{{1280, 800}, "zh"},
                                           Setup{{1440, 900}, "en"}, Setup{{1920, 1080}, "zh"},
                                           Setup{{1600, 1000}, "en", 1.6f}));

}  // namespace
}  // namespace warplens::ui
