#include <imgui.h>
#include <imgui_stdlib.h>

#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/texts/answer_phrases.h"
#include "app/ui/markdown_view.h"
#include "app/ui/option_rows.h"
#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"

namespace warplens::ui {
namespace {

using Kind = lessons::Prediction::Kind;

void verdict(const AppState& app, Ui& ui, const lessons::StepText& words, float width) {
  const session::Activity& activity = app.session.activity();
  const bool is_right = *activity.answer == *activity.expected;
  const std::string said = verdict_phrase(ui, *app.current_step().prediction, words, app.session);
  ui.widget_log.shown("lesson.verdict", said);
  wrapped_label(ui, said, {is_right ? ui.theme->good : ui.theme->bad, ui.fonts.bold}, width);
}

// True when Enter was pressed in it.
bool number_field(Ui& ui) {
  AskState& state = ui.state<AskState>();
  // Enter goes to the field, and from the field gives the answer.
  const bool enter = std::exchange(state.wants_answer, false);
  const bool entered = enter && ImGui::GetIO().WantTextInput;
  if (enter && !entered) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(ui.fonts.body->FontSize * 5);
  ImGui::InputTextWithHint(("###answer" + state.asked_by).c_str(),
                           std::string(ui.say(Str::answer_hint)).c_str(), &state.typed,
                           ImGuiInputTextFlags_CharsDecimal);
  mark(ui, "lesson.predict");
  ImGui::SameLine();
  return entered;
}

void hint(Ui& ui, std::string_view words, float width) {
  wrapped_label(ui, words, {ui.theme->muted, ui.fonts.small}, width);
}

// What is chosen in the picture.
void chosen_cell(const AppState& app, Ui& ui, float width) {
  const lessons::Prediction& asked = *app.current_step().prediction;
  const bool is_bank = asked.cell == lessons::CellKind::bank;
  const Str in_the_picture = asked.kind == Kind::point ? Str::ask_point_hint
                             : is_bank                 ? Str::ask_bank_hint
                                                       : Str::ask_element_hint;
  const auto& picked = ui.state<AskState>().picked;
  if (!picked) return hint(ui, ui.say(in_the_picture), width);
  const std::string words =
      ui.say(Str::cell_chosen, answer_phrase(ui, asked, {}, *picked, app.session));
  ui.widget_log.shown("lesson.chosen", words);
  hint(ui, words, width);
}

// What the answer is chosen with; true when it is to be given at once.
bool means(const AppState& app, Ui& ui, const lessons::StepText& words, float width) {
  switch (app.current_step().prediction->kind) {
    case Kind::number:
      return number_field(ui);
    case Kind::choice:
    case Kind::best:
      option_rows(app, ui, words, width);
      break;
    case Kind::order:
      hint(ui, ui.say(Str::ask_order_hint), width);
      option_rows(app, ui, words, width);
      break;
    case Kind::lanes:
      hint(ui, ui.say(hides_lanes(app) ? Str::ask_lanes_here : Str::ask_lanes_hint), width);
      lane_buttons(app, ui, width);
      break;
    case Kind::cell:
    case Kind::point:
      chosen_cell(app, ui, width);
      break;
  }
  return false;
}

void check(const AppState& app, Ui& ui, bool at_once, float width) {
  const bool ready = ready_answer(app, ui) &&
                     lessons::expected_answer(app.current_step(), app.session).has_value();
  const ButtonLook look = ready ? ButtonLook::primary : ButtonLook::soft;
  ImGui::BeginDisabled(!ready);
  const bool pressed = button(ui, "lesson.check", ui.say(Str::check), look, {width, 0});
  ImGui::EndDisabled();
  if (ready && (pressed || at_once)) give_answer(ui, app);
}

// Another step's choice is none of this one's.
void forget_other_steps(const AppState& app, Ui& ui) {
  AskState& state = ui.state<AskState>();
  std::string where = app.current_lesson().id + "/" + app.current_step().id;
  if (state.asked_by == where) return;
  const bool wants_answer = state.wants_answer;
  state = {};
  state.asked_by = std::move(where);
  state.wants_answer = wants_answer;
}

// Once it is answered, what was chosen stands beside what is right.
void outcome(const AppState& app, Ui& ui, const lessons::StepText& words, float width) {
  verdict(app, ui, words, width);
  if (!words.options.empty()) option_rows(app, ui, words, width);
  if (app.current_step().prediction->kind == Kind::lanes) lane_buttons(app, ui, width);
}

// A step that points at its question points at a number's field, else at the words.
void asked_phrase(const AppState& app, Ui& ui, const lessons::StepText& words, float width) {
  ImGui::BeginGroup();
  draw_markdown(ui, words.question, width);
  ImGui::EndGroup();
  if (app.current_step().prediction->kind != Kind::number) mark(ui, "lesson.predict");
}

}  // namespace

void question(const AppState& app, Ui& ui, const lessons::StepText& words, float width) {
  asked_phrase(app, ui, words, width);
  const session::Activity& activity = app.session.activity();
  if (activity.answer && activity.expected) return outcome(app, ui, words, width);
  forget_other_steps(app, ui);
  const bool at_once = means(app, ui, words, width);
  if (!has_check_below(app)) check(app, ui, at_once, 0);
}

bool has_check_below(const AppState& app) {
  const lessons::Prediction* asked = open_question(app);
  return asked != nullptr && asked->kind != Kind::number;
}

void check_below(const AppState& app, Ui& ui, float width) { check(app, ui, false, width); }

}  // namespace warplens::ui
