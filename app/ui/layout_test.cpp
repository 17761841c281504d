// The whole window, drawn without a window: ImGui needs no graphics to lay itself out.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <set>
#include <thread>

#include "app/ui/imgui_context.h"
#include "app/ui/keys.h"
#include "app/ui/ui.h"

namespace warplens::ui {
namespace {

struct Setup {
  ImVec2 size;
  std::string language;
};

class WholeWindow : public ::testing::TestWithParam<Setup> {
 protected:
  WholeWindow() : app_(std::move(*make_app_state(WARPLENS_SOURCE_DIR "/assets", {}))) {
    app_->settings.language = GetParam().language;
    EXPECT_TRUE(set_scale(ui_, *app_, 1).has_value());
  }
  void show(const lessons::Lesson& lesson, const lessons::Step& step) {
    EXPECT_TRUE(go_to_lesson(*app_, lesson.id, &step - lesson.steps.data()).has_value());
    while (app_->session.busy()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    for (int i = 0; i < 3; ++i) draw_frame();
  }
  // Shows each step of each lesson and lets `check` look at it.
  void at_every_step(const std::function<void()>& check) {
    for (const lessons::Lesson& lesson : app_->lessons) {
      for (const lessons::Step& step : lesson.steps) {
        SCOPED_TRACE(lesson.id + "/" + step.id);
        show(lesson, step);
        check();
      }
    }
  }
  void draw_frame() {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = GetParam().size;
    io.DeltaTime = 1.0f / 60;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    ImGui::NewFrame();
    frame(*app_, ui_, io.DisplaySize, 0);
    ImGui::Render();
  }

  std::unique_ptr<AppState> app_;
  ImGuiScope imgui_;
  Ui ui_;
};

// The panels that always stand there; a step's views come on top.
constexpr std::array kPanels{"title_bar", "lesson", "controls", "timeline",
                             "metrics",   "source", "findings", "status_bar"};

std::set<std::string> panels_of(const AppState& app) {
  std::set<std::string> panels(kPanels.begin(), kPanels.end());
  const bool is_pair = app.session.is_comparing();
  if (is_pair) panels.insert({"side", "right.side"});
  const std::size_t count = is_pair ? std::min<std::size_t>(app.views.size(), 2) : app.views.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::string name(session::name_of(app.views[i]));
    panels.insert(name);
    if (is_pair) panels.insert("right." + name);
  }
  if (is_pair) panels.insert({"side", "right.side"});  // each side's own controls
  return panels;
}

bool overlap(const WidgetRect& a, const WidgetRect& b) {
  return a.x + 0.5f < b.x + b.width && b.x + 0.5f < a.x + a.width && a.y + 0.5f < b.y + b.height &&
         b.y + 0.5f < a.y + a.height;
}

void expect_apart(const std::map<std::string, WidgetRect, std::less<>>& rects) {
  for (auto a = rects.begin(); a != rects.end(); ++a) {
    for (auto b = std::next(a); b != rects.end(); ++b) {
      EXPECT_FALSE(overlap(a->second, b->second)) << a->first << " and " << b->first;
    }
  }
}

TEST_P(WholeWindow, NothingOverlapsAndNothingIsCutInAnyStep) {
  at_every_step([&] {
    std::set<std::string> panels;
    for (const auto& [name, rect] : ui_.recorder.panels()) panels.insert(name);
    EXPECT_EQ(panels, panels_of(*app_));
    EXPECT_GE(ui_.recorder.widgets().size(), 20u);
    expect_apart(ui_.recorder.panels());
    expect_apart(ui_.recorder.widgets());
    for (const auto& [name, rect] : ui_.recorder.widgets()) EXPECT_FALSE(rect.cut) << name;
    for (const auto& [name, missing] : ui_.recorder.cut_texts()) {
      ADD_FAILURE() << name << " lacks " << missing << " pixels";
    }
    for (const auto& [name, rect] : ui_.recorder.panels()) {
      EXPECT_GE(rect.width, 40) << name;
      EXPECT_GE(rect.height, 20) << name;
      EXPECT_LE(rect.x + rect.width, GetParam().size.x + 0.5f) << name;
      EXPECT_LE(rect.y + rect.height, GetParam().size.y + 0.5f) << name;
    }
  });
}

// Tab and the arrows reach every control that the mouse does.
TEST_P(WholeWindow, TheKeyboardChangesThePitch) {
  const auto lesson = std::ranges::find(app_->lessons, "bank-conflicts", &lessons::Lesson::id);
  show(*lesson, *std::ranges::find(lesson->steps, "pitch", &lessons::Step::id));
  const auto press = [&](Key key) {
    handle_key(ui_, *app_, {key, false, false});
    draw_frame();
    while (app_->session.busy()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    draw_frame();
  };
  const auto& parameters = app_->session.selection().parameters;
  const auto count = app_->session.family()->parameters_of(*app_->session.variant()).size();
  const std::int64_t before = parameters.at("pitch");
  for (std::size_t i = 0; i <= count && parameters.at("pitch") == before; ++i) {
    press(Key::tab);
    if (ui_.control == 0) continue;
    const auto shown = app_->session.family()->parameters_of(*app_->session.variant());
    if (shown[ui_.control - 1].name == "pitch") press(Key::up);
  }
  EXPECT_EQ(parameters.at("pitch"), before + 1);
}

TEST_P(WholeWindow, EveryHighlightNamesAWidgetOrPanel) {
  at_every_step([&] {
    for (const std::string& name : app_->current_step().highlight) {
      EXPECT_TRUE(ui_.recorder.widgets().contains(name) || ui_.recorder.panels().contains(name))
          << name;
    }
  });
}

TEST_P(WholeWindow, AStepColoursTheMatricesAsItAsks) {
  at_every_step([&] {
    const std::string& wanted = app_->current_step().color_by;
    if (wanted.empty()) return;
    for (const session::Side side : session::kSides) {
      const auto by = static_cast<std::size_t>(ui_.cache(side).color_by);
      EXPECT_EQ(lessons::kColorings.at(by), wanted);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Sizes, WholeWindow,
                         ::testing::Values(Setup{{1280, 800}, "en"}, Setup{{1280, 800}, "zh"},
                                           Setup{{1920, 1080}, "en"}, Setup{{1920, 1080}, "zh"}));

}  // namespace
}  // namespace warplens::ui
