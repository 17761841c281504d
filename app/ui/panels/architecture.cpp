#include "app/ui/panels/architecture.h"

#include "app/session/edits.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/texts/story_phrases.h"
#include "app/ui/widgets.h"
#include "kernels/run/executed_code.h"
#include "kernels/sass/assembled.h"

namespace warplens::ui {
namespace {

void ask_architecture(Ui& ui, std::uint32_t capability) {
  ui.ask([capability](AppState& app) {
    set_architecture(app.session, capability);
    app.settings.architecture = capability == 0 ? "ptx" : sass::architecture_name(capability);
    save(app);
  });
}

void item(Ui& ui, std::uint32_t capability, std::uint32_t now) {
  const std::string words = architecture_phrase(ui, capability);
  if (ImGui::Selectable(words.c_str(), capability == now)) ask_architecture(ui, capability);
  mark(ui, fmt::format("architecture.{}", capability));
}

void note(Ui& ui) {
  constexpr float kWidth = 18;  // in text sizes
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + kWidth * ui.fonts.small->FontSize);
  const std::string_view words = ui.say(Str::architecture_note);
  ImGui::PushStyleColor(ImGuiCol_Text, packed(ui.theme->muted));
  ImGui::TextUnformatted(words.data(), words.data() + words.size());
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
}

}  // namespace

float architecture_choice(const AppState& app, Ui& ui, const Area& area) {
  const std::uint32_t now = app.session.choice().left.capability;
  const float edge = 2 * ui.scale;
  const float width = ui.fonts.small->FontSize * 6;
  push_font(ui.fonts.small);
  const float padding = (area.height - 2 * edge - ui.fonts.small->FontSize) / 2;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.fonts.small->FontSize * 0.4f, padding});
  ImGui::SetCursorScreenPos({area.x, area.y + edge});
  ImGui::SetNextItemWidth(width);
  const bool open = ImGui::BeginCombo("###architecture", architecture_phrase(ui, now).c_str(),
                                      ImGuiComboFlags_HeightLarge);
  mark(ui, "architecture");
  if (open) {
    for (const std::uint32_t capability : run::kShippedCapabilities) item(ui, capability, now);
    item(ui, 0, now);
    ImGui::Separator();
    note(ui);
    ImGui::EndCombo();
  } else {
    tooltip(ui, ui.say(Str::architecture_hint));
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
  return area.x + width;
}

}  // namespace warplens::ui
