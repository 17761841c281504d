// What the workshop's rows are made of.
#include <imgui.h>
#include <imgui_stdlib.h>

#include "app/ui/views/workshop_controls.h"
#include "app/ui/views/workshop_state.h"
#include "app/ui/widgets.h"
#include "viz/swizzle/spec.h"

namespace warplens::ui {

WorkshopFlow::WorkshopFlow(const Ui& ui, float row_height)
    : start_(ImGui::GetCursorScreenPos()),
      right_(start_.x + ImGui::GetContentRegionAvail().x),
      row_height_(row_height),
      row_(row_height + 3 * ui.scale),
      gap_(ui.fonts.small->FontSize * 0.9f),
      x_(start_.x),
      y_(start_.y) {}

void WorkshopFlow::next(float width) {
  if (x_ > start_.x && x_ + width > right_ + 0.5f) {
    x_ = start_.x;
    y_ += row_;
  }
  const float down = std::max(row_height_ - ImGui::GetFrameHeight(), 0.0f) / 2;
  ImGui::SetCursorScreenPos({x_, y_ + down});
  x_ += width + gap_;
}

float WorkshopFlow::left(float least) const {
  const float room = right_ - x_;
  return room >= least ? room : right_ - start_.x;
}

void WorkshopFlow::end() const {
  ImGui::SetCursorScreenPos({start_.x, y_ + (x_ > start_.x ? row_ : 0)});
}

void ask_swizzle(Ui& ui, const swizzle::SwizzleSpec& spec, bool continues) {
  ui.ask([spec, continues](AppState& app) { app.session.choose(spec, continues); });
}

float width_before_widget(const Ui& ui, std::string_view words) {
  return text_width(words, ui.fonts.small) + ui.fonts.small->FontSize * 0.4f;
}

void words_before_widget(Ui& ui, std::string_view words) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float down = (ImGui::GetFrameHeight() - ui.fonts.small->FontSize) / 2;
  ImGui::SetCursorScreenPos(at + ImVec2{0, down});
  label(ui, words, {ui.look->muted, ui.fonts.small});
  ImGui::SetCursorScreenPos(at + ImVec2{width_before_widget(ui, words), 0});
}

void workshop_field(const AppState& app, Ui& ui, const WorkshopField& field) {
  WorkshopState& state = ui.state<WorkshopState>();
  auto draft = state.drafts.find(field.name);
  std::string text = draft == state.drafts.end() ? field.now : draft->second.text;
  const bool is_wrong = draft != state.drafts.end() && !draft->second.error.empty();
  push_font(ui.fonts.mono_small);
  if (is_wrong) ImGui::PushStyleColor(ImGuiCol_Text, channels(ui.look->bad));
  ImGui::SetNextItemWidth(field.width);
  const bool is_edited = ImGui::InputText((std::string("###") + field.name).c_str(), &text,
                                          ImGuiInputTextFlags_AutoSelectAll);
  if (is_wrong) ImGui::PopStyleColor();
  ImGui::PopFont();
  mark(ui, field.name);
  ui.recorder.shown(field.name, text);
  if (is_edited) {
    const swizzle::SwizzleSpec& spec = app.session.chosen<swizzle::SwizzleSpec>();
    auto wanted = field.with(spec, text);
    WorkshopDraft& typed = state.drafts[field.name];
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
