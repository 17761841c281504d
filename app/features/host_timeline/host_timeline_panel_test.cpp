// The host timeline in the whole window, on a made-up recording and on made-up live runs.
#include <gmock/gmock.h>

#include <filesystem>

#include "app/features/host_timeline/host_runs.h"
#include "app/features/host_timeline/host_timeline_commands.h"
#include "app/session/edits.h"
#include "app/session/recordings.h"
#include "app/ui/window/whole_window_test.h"
#include "kernels/run/run.h"
#include "kernels/run/toolkit/process.h"
#include "kernels/timing/fake_timeline_test.h"
#include "kernels/timing/host_timeline.h"
#include "viz/scene/charts/host_timeline_phrases.h"

namespace warplens::ui {
namespace {

namespace fs = std::filesystem;
using session::StageView;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using timing::Action;
using timing::Scenario;
using timing::Track;

constexpr std::uint64_t kSmall = std::uint64_t{64} << 10, kUsual = std::uint64_t{16} << 20,
                        kLarge = std::uint64_t{256} << 20;

class TimelineWindow : protected WholeWindow {
 protected:
  explicit TimelineWindow(const Setup& setup = {}) : WholeWindow(setup) {
    fs::create_directories(folder_.path() / "recordings");
    fs::create_symlink(WARPLENS_SOURCE_DIR "/assets/ptx", folder_.path() / "ptx");
    no_gpu();
    read_recordings();
    app_->mode = Mode::explore;
    app_->views = {StageView::host_timeline};
    EXPECT_TRUE(app_->session.set_stage({"add/linear_1d", {}, {}, {}, {}}).has_value());
    settle();
  }
  void no_gpu() {
    measure_with([]() -> Result<host_timeline::MeasureHostTimeline> { return fail("no driver"); });
  }
  void measure_with(std::function<Result<host_timeline::MeasureHostTimeline>()> open) {
    host_timeline::runs(app_->session).measure_with(std::move(open));
    host_timeline::runs(app_->session).live().wait();
  }
  void read_recordings() {
    app_->recordings = session::Recordings(folder_.path(), {});
    app_->recordings.wait();
    host_timeline::runs(app_->session).offer({}, app_->session);
  }
  // With the PTX that ships, or another.
  void record(bool is_stale = false) {
    made_ = timing::fake_host_timeline({kSmall, kUsual, kLarge});
    const auto found = app_->catalogue->find("add/linear_1d").value();
    if (!is_stale) made_.image = app_->recordings.image_of(*found.family, *found.variant);
    ASSERT_TRUE(timing::write_host_timeline(
                    folder_.path() / "recordings" / "fake-host_timeline.json", made_)
                    .has_value());
    read_recordings();
    settle();
  }
  [[nodiscard]] const timing::TimelineRun& run() const {
    return *host_timeline::shown_run(app_->session);
  }
  [[nodiscard]] const timing::Span& chosen() const {
    return run().spans.at(host_timeline::shown_span(app_->session).value());
  }
  const run::TemporaryFolder folder_ = run::TemporaryFolder::make().value();
  timing::HostTimeline made_;
};

class HostTimelinePanel : public ::testing::Test, protected TimelineWindow {};

TEST_F(HostTimelinePanel, SaysWhatItIsOfAndWhatEachStepTook) {
  record();
  EXPECT_EQ(figure("host_timeline.recorded"),
            "Timed: 16 MiB an array, Fake GPU, recorded 2001-02-03");
  EXPECT_THAT(
      figure("host_timeline.steps"),
      AllOf(HasSubstr("1 allocate 24.0 µs"), HasSubstr("2 copy to the device 32.8 ms"),
            HasSubstr("3 kernel 1.64 ms"), HasSubstr("4 copy back"), HasSubstr("5 free 12.0 µs")));
  EXPECT_FALSE(ui_.widget_log.figures().contains("host_timeline.live"));
  expect_nothing_overlaps_or_is_cut();
}

TEST_F(HostTimelinePanel, WithoutARecordingOrAGpuItSaysWhatToDo) {
  EXPECT_THAT(figure("host_timeline.missing"), AllOf(HasSubstr("warplens host-timeline --record"),
                                                     HasSubstr("No live timing here: no driver")));
  EXPECT_FALSE(ui_.widget_log.widgets().contains("host_timeline.measure"));
  EXPECT_FALSE(ui_.widget_log.widgets().contains("host_timeline.spans"));
  for (const Key key : {Key::n, Key::zero, Key::left_bracket, Key::right}) press(key);
  press(Key::right, false, true);
  expect_nothing_overlaps_or_is_cut();
}

TEST_F(HostTimelinePanel, ARecordingOfOtherPtxIsNotShown) {
  record(true);
  EXPECT_THAT(figure("host_timeline.missing"), HasSubstr("for the PTX that ships"));
}

TEST_F(HostTimelinePanel, KeysGoFromSpanToSpanAndThoseTooShortComeClose) {
  record();
  const double all = run().seconds();
  press(Key::n);
  EXPECT_EQ(chosen().name, "cuMemAlloc");
  EXPECT_LT(ui_.state<TimelineLens>().window.seconds(), all / 100);
  EXPECT_THAT(figure("host_timeline.chosen"), HasSubstr("cuMemAlloc · host"));
  while (chosen().track == Track::host || chosen().action != Action::kernel) {
    EXPECT_FALSE(chosen().is_probe);
    press(Key::n);
  }
  EXPECT_THAT(figure("host_timeline.chosen"), HasSubstr("queued by cuLaunchKernel"));
  press(Key::n, true);
  EXPECT_EQ(chosen().name, "cuLaunchKernel");
  press(Key::zero);
  EXPECT_EQ(ui_.state<TimelineLens>().window, scene::whole(run()));
  press(Key::right_bracket);
  EXPECT_LT(ui_.state<TimelineLens>().window.seconds(), all);
  press(Key::right, false, true);
  EXPECT_GT(ui_.state<TimelineLens>().window.begin, 0);
}

TEST_F(HostTimelinePanel, ButtonsDoWhatTheKeysDo) {
  record();
  click("host_timeline.span.more");
  settle();
  EXPECT_EQ(chosen().name, "cuMemAlloc");
  click("host_timeline.span.more");
  click("host_timeline.span.less");
  settle();
  EXPECT_EQ(host_timeline::shown_span(app_->session), 0u);
}

TEST_F(HostTimelinePanel, TheSizeAndTheScenarioAreChosenByListAndKeyAndUndone) {
  record();
  click("host_timeline.bytes");
  click(fmt::format("host_timeline.bytes.{}", kLarge));
  settle();
  EXPECT_EQ(figure("host_timeline.bytes"), std::to_string(kLarge));
  press(Key::down, true);
  EXPECT_EQ(run().bytes, kUsual);
  press(Key::z, false, true);
  EXPECT_EQ(run().bytes, kLarge);
  press(Key::v);
  EXPECT_EQ(run().scenario, Scenario::asynchronous);
  EXPECT_FALSE(ui_.widget_log.figures().contains("host_timeline.steps"));
  click("host_timeline.scenario");
  click("host_timeline.scenario.pinned");
  settle();
  EXPECT_EQ(run().scenario, Scenario::pinned);
}

class LargeTimelinePanel : public ::testing::Test, protected TimelineWindow {
 protected:
  LargeTimelinePanel() : TimelineWindow({{1440, 1000}, "en"}) {}
};

TEST_F(LargeTimelinePanel, ChunksAreChosenWhereThereAreSomeAndALinesClickGoesToTheNextOfALoop) {
  record();
  EXPECT_FALSE(ui_.widget_log.widgets().contains("host_timeline.parts"));
  constexpr std::size_t kNothingAsked = 3;
  ASSERT_TRUE(go_to_lesson(*app_, "streams-and-graphs", kNothingAsked).has_value());
  settle();
  ASSERT_EQ(run().scenario, Scenario::streams);
  EXPECT_THAT(figure("host_timeline.summary"), HasSubstr("at least two at once"));
  click("host_timeline.parts");
  click("host_timeline.parts.8");
  settle();
  EXPECT_EQ(run().parts, 8u);
  click("host_code.line3");
  settle();
  EXPECT_EQ(chosen().name, "cuLaunchKernel");
  const auto first = host_timeline::shown_span(app_->session);
  click("host_code.line3");
  settle();
  EXPECT_EQ(chosen().name, "cuLaunchKernel");
  EXPECT_NE(host_timeline::shown_span(app_->session), first);
  expect_nothing_overlaps_or_is_cut();
  choose_scenario(Scenario::missing_wait)(*app_);
  settle();
  EXPECT_THAT(figure("host_timeline.summary"), HasSubstr("elements of c are wrong"));
}

TEST_F(HostTimelinePanel, TheListOfScenariosShowsAllWithoutScrolling) {
  record();
  for (const std::string_view name : timing::kScenarioNames) {
    click("host_timeline.scenario");
    draw(2);
    click(fmt::format("host_timeline.scenario.{}", name));
    settle();
    EXPECT_EQ(timing::name_of(run().scenario), name);
  }
}

TEST_F(HostTimelinePanel, AClickChoosesTheSpanUnderThePointer) {
  record();
  const WidgetRect rect = ui_.widget_log.widgets().at("host_timeline.spans");
  const double before = ui_.state<TimelineLens>().window.seconds();
  ImGuiIO& io = ImGui::GetIO();
  const auto press_and_let_go = [&] {
    for (const bool down : {true, false}) {
      io.MouseDown[0] = down;
      draw(2);
    }
    settle();
  };
  io.MousePos = {rect.x + rect.width * 0.4f, rect.y + 2};  // on the axis
  draw(2);
  press_and_let_go();
  EXPECT_FALSE(host_timeline::shown_span(app_->session).has_value());
  bool is_found = false;
  for (float y = rect.y; y < rect.y + rect.height && !is_found; y += 4) {
    io.MousePos = {rect.x + rect.width * 0.4f, y};
    draw(2);
    is_found = !figure("host_timeline.hover").empty();
  }
  ASSERT_TRUE(is_found);
  EXPECT_THAT(figure("host_timeline.hover"), HasSubstr("cuMemcpyHtoD · host"));
  press_and_let_go();
  EXPECT_EQ(chosen().name, "cuMemcpyHtoD");
  EXPECT_EQ(ui_.state<TimelineLens>().window.seconds(), before) << "it is seen where it is";
}

TEST_F(HostTimelinePanel, TheWheelZoomsAndDraggingMovesAlong) {
  record();
  const WidgetRect rect = ui_.widget_log.widgets().at("host_timeline.spans");
  ImGuiIO& io = ImGui::GetIO();
  io.MousePos = {rect.x + rect.width / 2, rect.y + rect.height / 2};
  draw(2);
  for (int i = 0; i < 5; ++i) {
    io.MouseWheel = 1;
    draw();
  }
  const scene::TimeWindow zoomed = ui_.state<TimelineLens>().window;
  EXPECT_LT(zoomed.seconds(), run().seconds() / 2);
  io.MouseDown[0] = true;
  draw(2);
  for (int i = 0; i < 5; ++i) {
    io.MousePos.x -= 20;
    draw();
  }
  io.MouseDown[0] = false;
  draw(2);
  EXPECT_GT(ui_.state<TimelineLens>().window.begin, zoomed.begin);
  EXPECT_NEAR(ui_.state<TimelineLens>().window.seconds(), zoomed.seconds(), 1e-12);
  EXPECT_FALSE(host_timeline::shown_span(app_->session).has_value()) << "a drag is no click";
}

TEST_F(HostTimelinePanel, AnOpenPredictionShowsNoTimes) {
  record();
  ASSERT_TRUE(go_to_lesson(*app_, "host-and-device", 0).has_value());
  settle();
  for (const auto& [name, words] : ui_.widget_log.figures()) {
    if (name.starts_with("host_timeline.") && name != "host_timeline.recorded") {
      EXPECT_THAT(words, Not(HasSubstr("µs"))) << name;
      EXPECT_THAT(words, Not(HasSubstr(" ms"))) << name;
    }
  }
  press(Key::n);
  EXPECT_FALSE(host_timeline::shown_span(app_->session).has_value());
  ui_.ask([](AppState& app) { lessons::answer(app.current_step(), 3, app.session); });
  settle();
  EXPECT_THAT(figure("lesson.verdict"), AllOf(HasSubstr("<<<"), HasSubstr("a, b")));
  EXPECT_THAT(figure("host_timeline.steps"), HasSubstr("µs"));
  EXPECT_TRUE(app_->step_done);
}

TEST_F(HostTimelinePanel, WhatIsMeasuredHereIsShownByItselfAndTheRecordingStays) {
  record();
  measure_with([]() -> Result<host_timeline::MeasureHostTimeline> {
    return host_timeline::MeasureHostTimeline(
        [](std::uint64_t bytes, const host_timeline::HostTimelineListener& listener,
           const std::stop_token&) -> Result<void> {
          timing::HostTimeline live = timing::fake_host_timeline({bytes});
          live.device.name = "Live GPU";
          listener(live, 1);
          return {};
        });
  });
  draw(2);
  click("host_timeline.measure");
  host_timeline::runs(app_->session).live().wait();
  settle();
  EXPECT_EQ(figure("host_timeline.live"), "Timed: 16 MiB an array, Live GPU, live");
  EXPECT_FALSE(ui_.widget_log.figures().contains("host_timeline.recorded"));
  expect_nothing_overlaps_or_is_cut();
  click("host_timeline.source");
  settle();
  EXPECT_EQ(figure("host_timeline.recorded"),
            "Timed: 16 MiB an array, Fake GPU, recorded 2001-02-03");
  EXPECT_FALSE(ui_.widget_log.figures().contains("host_timeline.live"));
  click("host_timeline.source");
  press(Key::up, true);
  EXPECT_THAT(figure("host_timeline.missing"), HasSubstr("Not measured: five steps, 256 MiB"));
}

class TimelineLayout : public ::testing::TestWithParam<Setup>, protected TimelineWindow {
 protected:
  TimelineLayout() : TimelineWindow(GetParam()) {}
};

TEST_P(TimelineLayout, NothingOverlapsAndNothingIsCut) {
  const std::vector<std::vector<StageView>> stages{
      {StageView::host_timeline},
      {StageView::host_timeline, StageView::matrix_view},
      {StageView::matrix_view, StageView::host_timeline, StageView::sector_strip}};
  for (const bool is_recorded : {false, true}) {
    if (is_recorded) record();
    for (const bool is_pair : {false, true}) {
      if (is_pair) {
        compare_with(app_->session, "add/vector4");
      } else {
        end_compare(app_->session);
      }
      for (const auto& views : stages) {
        app_->views = views;
        for (std::size_t i = 0; i < timing::kScenarioNames.size(); ++i) {
          SCOPED_TRACE(fmt::format("{} views, pair {}, scenario {}", views.size(), is_pair, i));
          choose_scenario(static_cast<Scenario>(i))(*app_);
          settle();
          expect_nothing_overlaps_or_is_cut();
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, TimelineLayout,
                         ::testing::Values(Setup{{1024, 700}, "en"}, Setup{{1280, 800}, "zh"},
                                           Setup{{1440, 900}, "en"}, Setup{{1920, 1080}, "zh"},
                                           Setup{{1600, 1000}, "en", 1.6f}));

}  // namespace
}  // namespace warplens::ui
