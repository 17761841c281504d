#include "app/ui/wrapped_text.h"

#include <fmt/ranges.h>

#include "viz/scene/draw/line_breaks.h"

namespace warplens::ui {

std::string broken_into_lines(std::string_view text, float width, ImFont* font) {
  const auto lines = scene::lines_of(
      text, width, [font](std::string_view part) { return text_width(part, font); });
  return fmt::format("{}", fmt::join(lines, "\n"));
}

void wrapped_label(Ui& ui, std::string_view words, TextLook look, float width) {
  const float room = width > 0 ? width : ImGui::GetContentRegionAvail().x;
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + room);  // for a word that is wider
  label(ui, broken_into_lines(words, room, look.font), look);
  ImGui::PopTextWrapPos();
}

}  // namespace warplens::ui
