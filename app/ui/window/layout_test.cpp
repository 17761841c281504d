// Every step of every lesson in the whole window: nothing overlaps and nothing is cut.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "app/ui/panels/states.h"
#include "app/ui/window/whole_window_test.h"

namespace warplens::ui {
namespace {

class Layout : public ::testing::TestWithParam<Setup>, protected WholeWindow {
 protected:
  Layout() : WholeWindow(GetParam()) {}
  void show(const lessons::Lesson& lesson, const lessons::Step& step) {
    EXPECT_TRUE(go_to_lesson(*app_, lesson.id, &step - lesson.steps.data()).has_value());
    settle();
  }
};

// The panels that always stand there; a step's views come on top.
constexpr std::array kPanels{"title_bar", "lesson", "controls", "timeline",
                             "metrics",   "source", "findings", "status_bar"};

std::set<std::string> panels_of(const AppState& app) {
  std::set<std::string> panels(kPanels.begin(), kPanels.end());
  const bool is_pair = app.session.is_comparing();
  const std::size_t count = is_pair ? std::min<std::size_t>(app.views.size(), 2) : app.views.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::string name(session::name_of(app.views[i]));
    panels.insert(name);
    const bool is_of_both =
        row_of(app.views[i]).subject == session::Subject::family;  // of one family
    if (is_pair && !is_of_both) panels.insert("right." + name);
  }
  if (is_pair) panels.insert({"side", "right.side"});  // each side's own controls
  return panels;
}

void expect_its_panels(const AppState& app, const Ui& ui) {
  std::set<std::string> panels;
  for (const auto& [name, rect] : ui.recorder.panels()) panels.insert(name);
  EXPECT_EQ(panels, panels_of(app));
  EXPECT_GE(ui.recorder.widgets().size(), 20u);
}

void expect_highlights_named(const AppState& app, const Ui& ui) {
  for (const std::string& name : app.current_step().highlight) {
    EXPECT_TRUE(ui.recorder.widgets().contains(name) || ui.recorder.panels().contains(name))
        << name;
  }
}

void expect_its_colouring(const AppState& app, const Ui& ui) {
  const std::string& wanted = app.current_step().color_by;
  if (wanted.empty()) return;
  for (const ViewCache& cache : ui.caches) {
    EXPECT_EQ(lessons::kColorings.at(static_cast<std::size_t>(cache.color_by)), wanted);
  }
}

// One walk looks at everything: going to a step takes longer than looking at it.
TEST_P(Layout, EveryStepHasItsPanelsHighlightsAndColoursAndNothingOverlapsOrIsCut) {
  for (const lessons::Lesson& lesson : app_->lessons) {
    for (const lessons::Step& step : lesson.steps) {
      SCOPED_TRACE(lesson.id + "/" + step.id);
      show(lesson, step);
      expect_its_panels(*app_, ui_);
      expect_highlights_named(*app_, ui_);
      expect_its_colouring(*app_, ui_);
      expect_nothing_overlaps_or_is_cut();
    }
  }
}

// Tab and the arrows reach every control that the mouse does.
TEST_P(Layout, TheKeyboardChangesThePitch) {
  const auto lesson = std::ranges::find(app_->lessons, "bank-conflicts", &lessons::Lesson::id);
  show(*lesson, *std::ranges::find(lesson->steps, "pitch", &lessons::Step::id));
  const auto& parameters = app_->session.selection().parameters;
  const auto count = app_->session.family()->parameters_of(*app_->session.variant()).size();
  const std::int64_t before = parameters.at("pitch");
  for (std::size_t i = 0; i <= count && parameters.at("pitch") == before; ++i) {
    press(Key::tab);
    if (ui_.state<ControlsState>().chosen == 0) continue;
    const auto shown = app_->session.family()->parameters_of(*app_->session.variant());
    if (shown[ui_.state<ControlsState>().chosen - 1].name == "pitch") press(Key::up);
  }
  EXPECT_EQ(parameters.at("pitch"), before + 1);
}

INSTANTIATE_TEST_SUITE_P(Sizes, Layout,
                         ::testing::Values(Setup{{1280, 800}, "en"}, Setup{{1280, 800}, "zh"},
                                           Setup{{1920, 1080}, "en"}, Setup{{1920, 1080}, "zh"}));

}  // namespace
}  // namespace warplens::ui
