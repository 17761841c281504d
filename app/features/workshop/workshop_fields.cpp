// What the workshop's rows are made of.
#include <imgui.h>
#include <imgui_stdlib.h>

#include "app/features/workshop/workshop_controls.h"
#include "app/features/workshop/workshop_state.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/widget_flow.h"
#include "app/ui/widgets.h"
#include "viz/swizzle/spec.h"

namespace warplens::ui {

void ask_swizzle(Ui& ui, const swizzle::SwizzleSpec& spec, bool continues) {
  ui.ask([spec, continues](AppState& app) { app.session.choose(spec, continues); });
}

void workshop_field(const AppState& app, Ui& ui, const WorkshopField& field) {
  WorkshopState& state = ui.state<WorkshopState>();
  auto draft = state.drafts.find(field.name);
  std::string text = draft == state.drafts.end() ? field.now : draft->second.text;
  const bool is_wrong = draft != state.drafts.end() && !draft->second.error.empty();
  push_font(field.is_large ? ui.fonts.mono : ui.fonts.mono_small);
  if (is_wrong) ImGui::PushStyleColor(ImGuiCol_Text, channels(ui.theme->bad));
  ImGui::SetNextItemWidth(field.width);
  const bool is_edited = ImGui::InputText((std::string("###") + field.name).c_str(), &text,
                                          ImGuiInputTextFlags_AutoSelectAll);
  if (is_wrong) ImGui::PopStyleColor();
  ImGui::PopFont();
  mark(ui, field.name);
  ui.widget_log.shown(field.name, text);
  if (is_edited) {
    const swizzle::SwizzleSpec& spec = app.session.chosen<swizzle::SwizzleSpec>();
    auto wanted = field.with(spec, text);
    Draft& typed = state.drafts[field.name];
    typed = {text, field.now, wanted.has_value() ? Text{} : wanted.error().message};
    if (wanted.has_value() && *wanted != spec) {
      ask_swizzle(ui, *wanted, std::exchange(state.types, true));
      typed.instead_of.clear();
    }
    return;
  }
  if (ImGui::IsItemActive() || draft == state.drafts.end()) return;
  if (ImGui::IsItemDeactivated()) state.types = false;
  // What was taken stands there by itself; what could not be stays until something else is chosen.
  const bool is_taken = draft->second.error.empty();
  if (is_taken || draft->second.instead_of != field.now) state.drafts.erase(draft);
}

}  // namespace warplens::ui
