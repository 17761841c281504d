#include "app/ui/draw_list_imgui.h"

#include <array>
#include <cmath>

namespace warplens::ui {
namespace {

constexpr std::size_t kLargestDrawnGrid = 4096;  // cells; above, a texture is quicker

ImFont* font_for(const Fonts& fonts, const scene::Text& text) {
  if (text.monospace)
    return text.size < fonts.mono->FontSize * 0.9f ? fonts.mono_small : fonts.mono;
  return text.size < fonts.body->FontSize * 0.9f ? fonts.small : fonts.body;
}

void draw_cells(ImDrawList& out, const scene::CellGrid& grid, ImVec2 origin) {
  for (std::uint32_t row = 0; row < grid.rows; ++row) {
    const float top = origin.y + grid.y + static_cast<float>(row) * grid.cell_height;
    for (std::uint32_t column = 0; column < grid.columns;) {
      // Neighbours of one colour are one rectangle.
      const scene::Color color = grid.colors[std::size_t{row} * grid.columns + column];
      std::uint32_t end = column + 1;
      while (end < grid.columns && grid.colors[std::size_t{row} * grid.columns + end] == color)
        ++end;
      if ((color & 0xff) != 0) {
        const float left = origin.x + grid.x + static_cast<float>(column) * grid.cell_width;
        const float right = origin.x + grid.x + static_cast<float>(end) * grid.cell_width;
        out.AddRectFilled({left, top}, {right, top + grid.cell_height}, packed(color));
      }
      column = end;
    }
  }
}

void draw_grid(Ui& ui, ImDrawList& out, const std::string& name, const scene::CellGrid& grid,
               ImVec2 origin) {
  if (grid.colors.size() != std::size_t{grid.rows} * grid.columns) return;
  if (!ui.grid_texture || grid.colors.size() <= kLargestDrawnGrid) {
    draw_cells(out, grid, origin);
    return;
  }
  const ImVec2 low = origin + ImVec2{grid.x, grid.y};
  const ImVec2 size{grid.cell_width * static_cast<float>(grid.columns),
                    grid.cell_height * static_cast<float>(grid.rows)};
  out.AddImage(ui.grid_texture(name, grid), low, low + size);
}

void draw_polygon(ImDrawList& out, const scene::Polygon& polygon, ImVec2 origin) {
  std::vector<ImVec2> corners;
  for (const scene::Polygon::Corner& each : polygon.corners) {
    corners.push_back(origin + ImVec2{each.x, each.y});
  }
  out.AddConvexPolyFilled(corners.data(), static_cast<int>(corners.size()), packed(polygon.fill));
}

void draw_rectangle(ImDrawList& out, const scene::Rectangle& rect, ImVec2 origin) {
  const ImVec2 low = origin + ImVec2{rect.x, rect.y};
  const ImVec2 high = low + ImVec2{rect.width, rect.height};
  if ((rect.fill & 0xff) != 0) out.AddRectFilled(low, high, packed(rect.fill), rect.rounding);
  if ((rect.outline & 0xff) != 0) {
    out.AddRect(low, high, packed(rect.outline), rect.rounding, 0, rect.outline_width);
  }
}

void draw_text(const Fonts& fonts, ImDrawList& out, const scene::Text& text, ImVec2 origin) {
  ImFont* font = font_for(fonts, text);
  const char* end = text.text.data() + text.text.size();
  const ImVec2 size = font->CalcTextSizeA(text.size, FLT_MAX, 0, text.text.data(), end);
  float x = origin.x + text.x;
  if (text.align == scene::Text::Align::center) x -= size.x / 2;
  if (text.align == scene::Text::Align::right) x -= size.x;
  const ImVec2 at{std::round(x), std::round(origin.y + text.y - size.y / 2)};
  out.AddText(font, text.size, at, packed(text.color), text.text.data(), end);
}

void keep(Ui& ui, scene::DrawList list, ImVec2 origin) {
  const ImDrawList& out = *ImGui::GetWindowDrawList();
  const ImVec2 low = out.GetClipRectMin(), high = out.GetClipRectMax();
  ui.exports.lists.push_back(
      {std::move(list), origin.x, origin.y, {low.x, low.y, high.x - low.x, high.y - low.y}});
}

// What stands for the lane that was chosen, outlined.
scene::DrawList with_lane(const Ui& ui, const scene::DrawList& list, std::uint32_t lane) {
  scene::DrawList outlined = list;
  for (const scene::Rectangle& mark : list.rectangles) {
    if (mark.id.kind != scene::MarkId::Kind::lane || mark.id.a != lane) continue;
    scene::Rectangle& ring = outlined.rectangles.emplace_back(mark);
    ring.fill = 0;
    ring.outline = ui.theme->accent;
    ring.outline_width = 2 * ui.scale;
  }
  return outlined;
}

void draw_list(Ui& ui, const std::string& view, const scene::DrawList& list, ImVec2 origin) {
  ImDrawList& out = *ImGui::GetWindowDrawList();
  const std::string side = ui.side == session::Side::right ? "right." : "";
  out.PushClipRect(origin, origin + ImVec2{list.width, list.height}, true);
  if (ui.exports.keeps_lists) keep(ui, list, origin);
  for (std::size_t i = 0; i < list.grids.size(); ++i) {
    draw_grid(ui, out, side + view + std::to_string(i), list.grids[i], origin);
  }
  for (const scene::Polygon& polygon : list.polygons) draw_polygon(out, polygon, origin);
  for (const scene::Rectangle& rect : list.rectangles) draw_rectangle(out, rect, origin);
  for (const scene::Line& line : list.lines) {
    out.AddLine(origin + ImVec2{line.x0, line.y0}, origin + ImVec2{line.x1, line.y1},
                packed(line.color), line.width);
  }
  for (const scene::Text& text : list.texts) {
    draw_text(ui.fonts, out, text, origin);
    text.in_cell ? ui.widget_log.number_in_cell(text.size) : ui.widget_log.letters(text.size);
  }
  out.PopClipRect();
}

}  // namespace

void draw(Ui& ui, const std::string& view, const scene::DrawList& list, ImVec2 origin) {
  const bool has_lane = ui.chosen_lane && ui.side == session::Side::left;
  draw_list(ui, view, has_lane ? with_lane(ui, list, *ui.chosen_lane) : list, origin);
}

void draw_or_tell(Ui& ui, const std::string& view, const scene::DrawList& list, ImVec2 origin) {
  if (!list.is_empty()) return draw(ui, view, list, origin);
  ui.widget_log.shown({view, ".no_room"}, "");
  const std::string_view words = ui.say(Str::view_no_room);
  ImGui::GetWindowDrawList()->AddText(ui.fonts.small, ui.fonts.small->FontSize, origin,
                                      packed(ui.theme->muted), words.data(),
                                      words.data() + words.size(), list.width);
  keep_phrase(ui, words, origin, ui.fonts.small, ui.theme->muted);
}

void keep_phrase(Ui& ui, std::string_view words, ImVec2 at, ImFont* font, Color color) {
  ui.widget_log.letters(font->FontSize);
  if (!ui.exports.keeps_lists) return;
  scene::Text text;
  text.size = font->FontSize;
  text.y = text.size / 2;
  text.color = color;
  text.monospace = font == ui.fonts.mono || font == ui.fonts.mono_small;
  text.text = words;
  scene::DrawList list;
  list.texts.push_back(std::move(text));
  keep(ui, std::move(list), at);
}

scene::Style scene_style(const Ui& ui) {
  const Fonts* fonts = &ui.fonts;
  scene::Style style;
  style.theme = ui.theme->theme;
  style.language = ui.language;
  style.text_size = ui.fonts.small->FontSize;
  style.smallest_text = 11 * ui.scale;
  // Presenting, axes are read from the last row, and numbers stay in their cells.
  if (ui.hides_tools) {
    style.label_text = ui.fonts.body->FontSize;
    style.smallest_mark = 6 * ui.scale;
  }
  style.measure = [fonts](std::string_view words, float size, bool monospace) {
    scene::Text probe;
    probe.size = size;
    probe.monospace = monospace;
    ImFont* font = font_for(*fonts, probe);
    return font->CalcTextSizeA(size, FLT_MAX, 0, words.data(), words.data() + words.size()).x;
  };
  return style;
}

}  // namespace warplens::ui
