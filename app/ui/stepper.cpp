#include "app/ui/stepper.h"

#include <imgui.h>

#include "app/ui/widgets.h"

namespace warplens::ui {

int stepper(Ui& ui, const Stepper& what, WidgetFlow& flow) {
  const float side = ImGui::GetFrameHeight(), gap = 3 * ui.scale;
  flow.next(2 * side + 2 * gap + text_width(what.words, ui.fonts.small));
  int pressed = 0;
  const auto arrow = [&](const char* sign, const char* suffix, bool can, int by) {
    ImGui::BeginDisabled(!can);
    if (button(ui, fmt::format("{}.{}", what.name, suffix).c_str(), sign, ButtonLook::soft,
               {side, 0})) {
      pressed = by;
    }
    ImGui::EndDisabled();
    tooltip(ui, ui.say(what.hint));
  };
  arrow("‹", "before", what.can_go_back, -1);
  ImGui::SameLine(0, gap);
  label(ui, what.words, {ui.theme->muted, ui.fonts.small});
  ImGui::SameLine(0, gap);
  arrow("›", "behind", what.can_go_on, 1);
  ui.widget_log.shown(what.name, what.words);
  return pressed;
}

}  // namespace warplens::ui
