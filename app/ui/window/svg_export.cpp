#include "app/ui/window/svg_export.h"

#include "app/state/app_state.h"
#include "kernels/run/run.h"

namespace warplens::ui {
namespace {

bool is_inside(const scene::Box& box, const WidgetRect& rect) {
  const float x = box.x + box.width / 2, y = box.y + box.height / 2;
  return x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height;
}

std::vector<svg::PlacedList> lists_inside(const Ui& ui, const WidgetRect& rect) {
  std::vector<svg::PlacedList> lists;
  for (const svg::PlacedList& placed : ui.exports.lists) {
    if (!is_inside(placed.clip, rect)) continue;
    svg::PlacedList& moved = lists.emplace_back(placed);
    moved.x -= rect.x;
    moved.y -= rect.y;
    moved.clip.x -= rect.x;
    moved.clip.y -= rect.y;
  }
  return lists;
}

// `height`: (ascent − descent) / em, as ImGui sizes fonts.
svg::FontFace face_of(const ImFont& font, float height, std::string families) {
  return {std::move(families), 1 / height, font.Ascent / font.FontSize - 0.5f};
}

}  // namespace

svg::Fonts svg_fonts(const AppState& app, const Ui& ui) {
  session::FontFiles files = session::font_files(app.catalogue->assets());
  const auto height = [&files](session::Face face) {
    const auto file = files.find(face);
    return file.has_value() ? file->height : 1.2f;
  };
  return {face_of(*ui.fonts.body, height(session::Face::regular),
                  "Inter,'DejaVu Sans','Noto Sans CJK SC',sans-serif"),
          face_of(*ui.fonts.mono, height(session::Face::mono),
                  "'JetBrains Mono','DejaVu Sans Mono','Noto Sans CJK SC',monospace"),
          scene_style(ui).measure};
}

Result<std::string> panel_svg(const AppState& app, const Ui& ui, const WidgetRect& rect,
                              const std::string& title) {
  const std::vector<svg::PlacedList> lists = lists_inside(ui, rect);
  if (lists.empty()) {
    return fail(tr("no view draws anything there that an SVG could hold: choose another view"));
  }
  return svg::svg(
      {rect.width, rect.height, ui.theme->card, title, std::string(code_of(ui.language))}, lists,
      svg_fonts(app, ui));
}

}  // namespace warplens::ui
