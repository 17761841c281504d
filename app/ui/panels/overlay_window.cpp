#include "app/ui/panels/overlay_window.h"

#include "app/state/app_state.h"

#include <imgui_stdlib.h>

namespace warplens::ui {

void begin_overlay(Ui& ui, const char* name, ImVec2 position, ImVec2 pivot, Takes takes) {
  const float padding = ui.fonts.body->FontSize * 0.8f;
  ImGui::SetNextWindowPos(position, ImGuiCond_Always, pivot);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {padding, padding});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 8 * ui.scale);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, channels(ui.theme->card));
  ImGui::PushStyleColor(ImGuiCol_Border, channels(ui.theme->muted));
  const ImGuiWindowFlags more = takes == Takes::nothing ? ImGuiWindowFlags_NoFocusOnAppearing : 0;
  ImGui::Begin(name, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove | more);
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar(3);
}

void end_overlay() { ImGui::End(); }

void open_overlay(Ui& ui, Overlay::Kind kind) {
  Overlay& overlay = ui.state<Overlay>();
  overlay = {};
  overlay.kind = kind;
}

void close_overlay(Ui& ui) {
  if (ui.state<Overlay>().kind == Overlay::Kind::introduction) {
    ui.ask([](AppState& a) {
      a.settings.introduction_seen = true;
      save(a);
    });
  }
  ui.state<Overlay>() = {};
}

bool search_field(Ui& ui, const char* name, std::string_view hint, float width) {
  ImGui::SetNextItemWidth(width);
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  return ImGui::InputTextWithHint(fmt::format("###{}", name).c_str(), std::string(hint).c_str(),
                                  &ui.state<Overlay>().search);
}

}  // namespace warplens::ui
