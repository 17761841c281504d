#include "app/ui/window/imgui_context.h"

#include "app/features/panels.h"
#include "app/ui/glyphs.h"
#include "app/ui/index_field.h"
#include "app/ui/panels/overlays.h"
#include "kernels/run/run.h"

namespace warplens::ui {

ImGuiScope::ImGuiScope(ImFontAtlas* fonts) {
  IMGUI_CHECKVERSION();
  context_ = ImGui::CreateContext(fonts);
  use();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.ConfigInputTextCursorBlink = false;
}

ImGuiScope::~ImGuiScope() { ImGui::DestroyContext(context_); }

Result<void> set_scale(Ui& ui, const AppState& app, float scale) {
  TRY(auto fonts,
      build_fonts(session::font_files(app.catalogue->assets()),
                  shown_text(app) + ui.state<LoadedText>().characters, scale, app.language()));
  ui.fonts = std::move(fonts);
  ui.scale = scale;
  ui.theme = nullptr;  // the style is made anew with the next frame
  return {};
}

float text_scale(const session::Settings& settings) {
  constexpr float kPresentation = 1.85f;  // the smallest text then has 20 pixels at 1080p
  return settings.text_scale * (settings.presentation ? kPresentation : 1);
}

Result<bool> follow_text(Ui& ui, const AppState& app) {
  std::string text = roundings_phrase(app) + index_text(ui);
  for (const FeaturePanels& feature : features::panels()) {
    if (feature.text != nullptr) text += feature.text(app, ui);
  }
  for (const session::Side side : session::kSides) {
    const session::KernelResultPtr& result = app.session.result(side);
    if (std::exchange(ui.state<LoadedText>().results[static_cast<std::size_t>(side)], result) !=
            result &&
        result) {
      text += text_of(*result);
    }
  }
  std::size_t& readings = ui.state<LoadedText>().readings;
  if (std::exchange(readings, app.own_lessons.readings) != app.own_lessons.readings) {
    text += shown_text(app);
  }
  const std::string missing = missing_characters(text, ui.fonts.ranges);
  if (missing.empty() && ui.fonts.language == app.language()) return false;
  ui.state<LoadedText>().characters += missing;
  TRY(set_scale(ui, app, ui.scale));
  return true;
}

}  // namespace warplens::ui
