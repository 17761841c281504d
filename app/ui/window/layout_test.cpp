// Every step of every lesson in the whole window: nothing overlaps and nothing is cut.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "app/state/control_list.h"
#include "app/ui/asking.h"
#include "app/ui/panels/states.h"
#include "app/ui/view_cache.h"
#include "app/ui/window/whole_window_test.h"

namespace warplens::ui {
namespace {

class Layout : public ::testing::Test, protected WholeWindow {
 protected:
  // What a step points at in the form is scrolled to once: in the smallest window.
  void show(const lessons::Lesson& lesson, const lessons::Step& step) {
    size_ = {1280, 800};
    EXPECT_TRUE(go_to_lesson(*app_, lesson.id, &step - lesson.steps.data()).has_value());
    settle();
  }
  using LookAt = std::function<void(const lessons::Lesson&, const lessons::Step&)>;
  void for_each_step(const LookAt& look_at) {
    for (const lessons::Lesson& lesson : app_->lessons) {
      for (const lessons::Step& step : lesson.steps) {
        SCOPED_TRACE(lesson.id + "/" + step.id);
        show(lesson, step);
        look_at(lesson, step);
      }
    }
  }
  // What a step opens takes room from its hero until it is closed. The form scrolls: what is cut at
  // its edge is reached by the wheel.
  void look_at_its_drawer() {
    if (app_->drawer_part != lessons::DrawerPart::form) expect_nothing_overlaps_or_is_cut();
    EXPECT_TRUE(ui_.widget_log.cut_texts().empty());
    toggle_part(*app_, &session::Arrangement::drawer);
    settle();
  }
};

// The panels that always stand there; a step's views come on top.
constexpr std::array kPanels{"title_bar", "lesson", "controls", "caption", "figures", "status_bar"};

bool is_of_both(session::StageView view) {
  return row_of(view).subject == session::Subject::family;
}

std::set<std::string> panels_of(const AppState& app, const Ui& ui) {
  std::set<std::string> panels(kPanels.begin(), kPanels.end());
  // What an access costs says nothing of a run of the host, nor of the workshop.
  if (!app.is_about_accesses()) {
    panels.erase("caption");
    panels.erase("figures");
  }
  if (app.is_at_workshop()) panels.erase("controls");
  const bool is_pair = app.session.is_comparing();
  const std::string hero(session::name_of(app.views.front()));
  panels.insert(hero);
  if (is_pair && !is_of_both(app.views.front())) panels.insert("right." + hero);  // of one family
  if (is_pair) panels.insert({"side", "right.side"});  // each side's own controls
  if (app.current_step().scene.transport) panels.insert("timeline");
  if (app.step_opens_drawer) {
    constexpr std::array kHeld{"source", "source", "editor", "own"};  // by DrawerPart
    panels.insert({kHeld.at(static_cast<std::size_t>(app.drawer_part)), "findings"});
  }
  const std::size_t shown = ui.state<StageState>().views_shown;
  for (std::size_t i = 1; i < shown; ++i) panels.emplace(session::name_of(app.views[i]));
  if (shown == 1 && app.views.size() > 1) panels.insert("small_views");
  return panels;
}

void expect_its_panels(const AppState& app, const Ui& ui) {
  std::set<std::string> panels;
  for (const auto& [name, rect] : ui.widget_log.panels()) panels.insert(name);
  EXPECT_EQ(panels, panels_of(app, ui));
  EXPECT_GE(ui.widget_log.widgets().size(), 12u);
}

void expect_no_rows_left_out(const Ui& ui) {
  EXPECT_FALSE(ui.widget_log.figures().contains("bank_view.no_room"));
  for (const char* groups : {"bank_view.groups", "right.bank_view.groups"}) {
    const auto found = ui.widget_log.figures().find(groups);
    if (found == ui.widget_log.figures().end()) continue;
    EXPECT_EQ(found->second.find('+'), std::string::npos) << found->second;
  }
}

float area_of(const Ui& ui, const std::string& panel) {
  const auto rect = ui.widget_log.panels().find(panel);
  return rect == ui.widget_log.panels().end() ? 0 : rect->second.width * rect->second.height;
}

// Of two kernels both halves together.
void expect_half_for_the_hero(const AppState& app, const Ui& ui, ImVec2 size) {
  const std::string hero(session::name_of(app.views.front()));
  EXPECT_GE(area_of(ui, hero) + area_of(ui, "right." + hero), size.x * size.y / 2);
}

void expect_highlights_named(const AppState& app, const Ui& ui) {
  for (const std::string& name : app.current_step().highlight) {
    EXPECT_TRUE(ui.widget_log.widgets().contains(name) || ui.widget_log.panels().contains(name))
        << name;
  }
}

void expect_its_colouring(const Ui& ui, const lessons::Step& step) {
  const std::string& wanted = step.scene.color_by;
  if (wanted.empty()) return;
  for (const ViewCache& cache : (*ui.caches)) {
    EXPECT_EQ(lessons::kColorings.at(static_cast<std::size_t>(cache.color_by)), wanted);
  }
}

// As a student in the last row needs it.
constexpr float kSmallestLetters = 11, kSmallestOnAProjector = 20;
constexpr float kSmallestInACell = 11;  // on a projector: never left out

TEST_F(Layout, EveryStepHasItsPanelsAndHalfOfTheWindowForItsHeroAndNothingOverlapsOrIsCut) {
  const std::vector<Format> formats{{{1280, 800}, "en"},  {{1280, 800}, "zh"},
                                    {{1440, 900}, "en"},  {{1440, 900}, "zh"},
                                    {{1920, 1080}, "en"}, {{1920, 1080}, "zh"}};
  for_each_step([&](const lessons::Lesson& lesson, const lessons::Step& step) {
    with_each(formats, [&] {
      expect_its_panels(*app_, ui_);
      expect_highlights_named(*app_, ui_);
      const bool has_drawer = app_->step_opens_drawer;
      if (has_drawer) look_at_its_drawer();
      expect_half_for_the_hero(*app_, ui_, size_);
      expect_no_rows_left_out(ui_);
      expect_its_colouring(ui_, step);
      expect_nothing_overlaps_or_is_cut();
      EXPECT_GE(ui_.widget_log.smallest_letters(), kSmallestLetters);
      EXPECT_GE(ui_.widget_log.smallest_number(), kSmallestLetters);
      if (has_drawer) show(lesson, step);
    });
  });
}

// In the smallest window, without scrolling: who does not see a choice does not choose it.
TEST_F(Layout, EveryQuestionIsInSightWithItsChoicesInBothLanguages) {
  for (const char* language : {"en", "zh"}) {
    app_->settings.language = language;
    for_each_step([&](const lessons::Lesson&, const lessons::Step& step) {
      const std::size_t options = step.text[Language::en].options.size();
      for (std::size_t i = 1; i <= options; ++i)
        EXPECT_TRUE(ui_.widget_log.widgets().contains(fmt::format("lesson.option{}", i)))
            << language << ": " << i << " of " << options;
      if (!has_check_below(*app_)) return;
      // What can be seen of a question that is cut ends where the text does.
      const WidgetRect asked = ui_.widget_log.widgets().at("lesson.predict");
      const float check = ui_.widget_log.widgets().at("lesson.check").y;
      EXPECT_LT(asked.y + asked.height, check - ImGui::GetStyle().ItemSpacing.y - 1)
          << language << ": the question";
    });
  }
}

TEST_F(Layout, EveryStepIsReadFromTheLastRowOnAProjector) {
  app_->settings.presentation = true;
  ASSERT_TRUE(set_scale(ui_, *app_, text_scale(app_->settings)).has_value());
  for_each_step([&](const lessons::Lesson&, const lessons::Step&) {
    with_each({{{1920, 1080}, "en"}, {{1920, 1080}, "zh"}}, [&] {
      EXPECT_GE(ui_.widget_log.smallest_letters(), kSmallestOnAProjector);
      EXPECT_GE(ui_.widget_log.smallest_number(), kSmallestInACell);
      expect_no_rows_left_out(ui_);
      expect_nothing_overlaps_or_is_cut();
    });
  });
}

TEST_F(Layout, ATelephoneHeldUprightShowsThePictureAndBelowItTheCard) {
  for_each_step([&](const lessons::Lesson&, const lessons::Step& step) {
    with_each({{{390, 844}, "en"}, {{390, 844}, "zh"}}, [&] {
      const auto& panels = ui_.widget_log.panels();
      const WidgetRect& hero = panels.at(std::string(session::name_of(app_->views.front())));
      const WidgetRect& card = panels.at("lesson");
      EXPECT_GE(hero.height, 844 * 0.2f);
      EXPECT_GE(card.height, 844 * 0.25f);
      EXPECT_GE(card.y, hero.y + hero.height);
      EXPECT_EQ(panels.contains("timeline"), step.scene.transport);
      for (const char* name : {"lesson.next", "language", "mode.explore"})
        EXPECT_TRUE(ui_.widget_log.widgets().contains(name)) << name;
      for (const auto& [name, widget] : ui_.widget_log.widgets())
        if (name.starts_with("lesson.") || name.starts_with("play.")) {
          EXPECT_LE(widget.x + widget.width, 390) << name;
        }
    });
  });
}

// Tab and the arrows reach every control that the mouse does.
TEST_F(Layout, TheKeyboardChangesThePitch) {
  const auto lesson = std::ranges::find(app_->lessons, "bank-conflicts", &lessons::Lesson::id);
  show(*lesson, *std::ranges::find(lesson->steps, "pitch", &lessons::Step::id));
  const auto& parameters = app_->session.selection().parameters;
  const std::int64_t before = parameters.at("pitch");
  const std::vector<Control> controls = shown_controls(*app_);
  for (std::size_t i = 0; i <= controls.size() && parameters.at("pitch") == before; ++i) {
    press(Key::tab);
    if (controls.at(ui_.state<ControlsState>().chosen).name == "pitch") press(Key::up);
  }
  EXPECT_EQ(parameters.at("pitch"), before + 1);
}

}  // namespace
}  // namespace warplens::ui
