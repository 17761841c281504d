#include "app/ui/wrapped_text.h"

#include "app/ui/markdown_view.h"

namespace warplens::ui {

std::string broken_into_lines(std::string_view text, float width, ImFont* font) {
  std::string lines, line;
  while (!text.empty()) {
    const std::string_view piece = unbreakable_piece(text);
    text.remove_prefix(piece.size());
    std::string longer = line + std::string(piece);
    if (piece == " " || text_width(longer, font) <= width) {
      line = std::move(longer);
      continue;
    }
    (lines += line) += '\n';
    line = piece;
  }
  return lines + line;
}

void wrapped_label(Ui& ui, std::string_view words, TextLook look, float width) {
  const float room = width > 0 ? width : ImGui::GetContentRegionAvail().x;
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + room);  // for a word that is wider
  label(ui, broken_into_lines(words, room, look.font), look);
  ImGui::PopTextWrapPos();
}

}  // namespace warplens::ui
