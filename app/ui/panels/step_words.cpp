#include "app/ui/panels/step_words.h"

#include "app/state/app_state.h"
#include "app/state/measured_phrases.h"
#include "app/ui/panels/states.h"

namespace warplens::ui {

const lessons::StepText& step_words(const AppState& app, Ui& ui) {
  LessonState& state = ui.state<LessonState>();
  std::string shown = fmt::format(
      "{}/{}/{}/{}", lessons::name_of(app.lessons, {app.lesson, app.step}),
      static_cast<int>(ui.language), app.recordings.all().size(), app.own_lessons.readings);
  if (shown != state.shown_step) {
    state.words = text_of_step(app, app.current_step(), ui.language);
    state.shown_step = std::move(shown);
  }
  return state.words;
}

}  // namespace warplens::ui
