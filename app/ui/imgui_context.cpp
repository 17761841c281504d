#include "app/ui/imgui_context.h"

namespace warplens::ui {

ImGuiScope::ImGuiScope() {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.ConfigInputTextCursorBlink = false;
}

ImGuiScope::~ImGuiScope() { ImGui::DestroyContext(); }

Result<void> set_scale(Ui& ui, const AppState& app, float scale) {
  auto fonts = build_fonts(shown_text(app), scale);
  if (!fonts.has_value()) return fail(fonts.error());
  ui.fonts = std::move(*fonts);
  ui.scale = scale;
  ui.look = nullptr;  // the style is made anew with the next frame
  return {};
}

}  // namespace warplens::ui
