#include "app/ui/panels/worst_list.h"

#include <filesystem>

#include "app/session/kernel_result.h"
#include "app/state/choose_text.h"
#include "app/texts/worst_phrases.h"
#include "app/ui/panels/costly_causes.h"
#include "app/ui/panels/jump_row.h"
#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"

namespace warplens::ui {
namespace {

using session::Side;

bool is_shown(const AppState& app) {
  return app.session.launch() != nullptr && (app.mode == Mode::explore || app.arrangement().worst);
}

// A triangle before the words: down where the list is open.
void fold_heading(const AppState& app, Ui& ui) {
  const bool is_open = app.arrangement().worst;
  push_font(ui.fonts.small);
  const float size = ImGui::GetFontSize();
  const ImVec2 at = ImGui::GetCursorScreenPos() + ImVec2{0, size * 0.25f};
  const float side = size * 0.5f;
  ImDrawList& out = *ImGui::GetWindowDrawList();
  const ImVec2 far = is_open ? ImVec2{side, 0} : ImVec2{0, side};
  const ImVec2 tip = is_open ? ImVec2{side / 2, side} : ImVec2{side, side / 2};
  out.AddTriangleFilled(at, at + far, at + tip, packed(ui.theme->accent));
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + size * 0.8f);
  if (text_button(ui, "worst.fold", ui.say(Str::worst_accesses))) {
    ui.ask([](AppState& a) { toggle_part(a, &session::Arrangement::worst); });
  }
  tooltip(ui, ui.say(Str::worst_accesses_hint));
  ImGui::PopFont();
}

// The file's name is said where there are several.
std::string short_place(const Ui& ui, const session::KernelResult& result, const trace::Site& site,
                        const std::string& place) {
  if (site.file.empty()) return place;
  if (result.run->sources->size() < 2) return ui.say(Str::line_number, site.line);
  return fmt::format("{}:{}", std::filesystem::path(site.file).filename().string(), site.line);
}

// The workshop stands large, with the layout that is advised.
void workshop_button(Ui& ui, const std::string& name, const std::string& question,
                     const std::string& gain) {
  const float inset = ui.fonts.small->FontSize * 1.1f;
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + inset);
  wrapped_label(ui, gain, {ui.theme->good, ui.fonts.small});
  ui.widget_log.shown({name, ".gain"}, gain);
  push_font(ui.fonts.small);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + inset);
  if (text_button(ui, (name + ".workshop").c_str(), ui.say(Str::worst_in_workshop))) {
    ui.ask([question](AppState& app) {
      if (choose_text(app, "swizzle", question))
        show_large(app, session::StageView::swizzle_workshop);
    });
  }
  tooltip(ui, ui.say(Str::worst_in_workshop_hint));
  ImGui::PopFont();
}

void cause_row(const AppState& app, Ui& ui, const analysis::Cause& cause, std::size_t number) {
  const trace::Trace& trace = *app.session.launch()->trace;
  const WorstPhrases words = worst_phrase(ui, trace, cause);
  const std::string place =
      short_place(ui, *app.session.result(), trace.sites[cause.site], words.place);
  const std::string name = fmt::format("worst{}", number);
  const std::string said = ui.say(Str::worst_row, words.share, place, words.access, words.sentence);
  ui.widget_log.shown(name, said);
  const bool is_here = app.session.cursor().event == cause.row;
  if (jump_row(ui, name, {said, ui.theme->text, is_here})) {
    jump(ui, Side::left, app.session.cursor().launch, {cause.row, std::nullopt});
  }
  const float inset = ui.fonts.small->FontSize * 1.1f;
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + inset);
  wrapped_label(ui, ui.say(Str::worst_advice, words.title, words.advice),
                {ui.theme->muted, ui.fonts.small});
  ui.widget_log.shown({name, ".advice"}, words.advice);
  if (!cause.question.empty()) {
    workshop_button(ui, name, cause.question, ui.say(cause.gain));
  }
}

void causes_found(const AppState& app, Ui& ui) {
  const std::vector<analysis::Cause>* causes =
      costly_causes(ui.cache(Side::left), *app.session.launch());
  if (causes == nullptr) return muted_note(ui, Str::looking_for_causes);
  if (causes->empty()) {
    return wrapped_label(ui, ui.say(Str::no_worst_accesses), {ui.theme->good, ui.fonts.small});
  }
  for (std::size_t i = 0; i < causes->size(); ++i) cause_row(app, ui, (*causes)[i], i);
}

}  // namespace

void worst_list(const AppState& app, Ui& ui) {
  if (!is_shown(app)) return;
  fold_heading(app, ui);
  if (!app.arrangement().worst) return;
  app.hides_costs() ? muted_note(ui, Str::hidden_until_answer) : causes_found(app, ui);
}

float worst_list_lines(const AppState& app, const Ui& ui) {
  constexpr float kLinesOfACause = 5, kMostLines = 9;
  if (!is_shown(app)) return 0;
  if (!app.arrangement().worst) return 1;
  const std::vector<analysis::Cause>* causes = causes_shown(ui.caches->front());
  const auto count = causes == nullptr || app.hides_costs() ? 0 : causes->size();
  return 1 + std::clamp(kLinesOfACause * static_cast<float>(count), 1.0f, kMostLines);
}

}  // namespace warplens::ui
