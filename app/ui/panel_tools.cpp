#include "app/ui/panel_tools.h"

#include <array>

#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

// Text for reading, nothing to keep a picture of.
constexpr std::array<std::string_view, 2> kWithoutTools{"lesson", "controls"};
constexpr std::array<std::string_view, 3> kWithFigures{"metrics", "findings", "timing_view"};

bool is_among(const auto& names, std::string_view name) {
  return std::ranges::find(names, name) != std::end(names);
}

void draw_camera(ImDrawList& out, ImVec2 at, float size, ImU32 paint, ImU32, float line) {
  const ImVec2 middle{at.x + size / 2, at.y + size * 0.56f};
  out.AddRect({at.x + size * 0.12f, at.y + size * 0.3f}, {at.x + size * 0.88f, at.y + size * 0.82f},
              paint, line, 0, line);
  out.AddRectFilled({at.x + size * 0.36f, at.y + size * 0.18f},
                    {at.x + size * 0.64f, at.y + size * 0.3f}, paint);
  out.AddCircle(middle, size * 0.14f, paint, 0, line);
}

void draw_pages(ImDrawList& out, ImVec2 at, float size, ImU32 paint, ImU32 back, float line) {
  const ImVec2 page{size * 0.44f, size * 0.54f};
  const ImVec2 behind = at + ImVec2{size * 0.2f, size * 0.14f};
  const ImVec2 front = at + ImVec2{size * 0.38f, size * 0.32f};
  out.AddRect(behind, behind + page, paint, line, 0, line);
  out.AddRectFilled(front, front + page, back);
  out.AddRect(front, front + page, paint, line, 0, line);
}

void draw_table(ImDrawList& out, ImVec2 at, float size, ImU32 paint, ImU32, float line) {
  const ImVec2 low = at + ImVec2{size * 0.18f, size * 0.24f};
  const ImVec2 high = at + ImVec2{size * 0.82f, size * 0.76f};
  out.AddRect(low, high, paint, line, 0, line);
  const ImVec2 middle{(low.x + high.x) / 2, (low.y + high.y) / 2};
  out.AddLine({low.x, middle.y}, {high.x, middle.y}, paint, line);
  out.AddLine({middle.x, low.y}, {middle.x, high.y}, paint, line);
}

using DrawIcon = void (*)(ImDrawList&, ImVec2 at, float size, ImU32 paint, ImU32 back, float line);

// Over whatever the header holds there.
bool tool(Ui& ui, const std::string& name, DrawIcon draw, ImVec2 at, float size, Str hint) {
  ImGui::SetCursorScreenPos(at);
  const bool pressed = ImGui::InvisibleButton(name.c_str(), {size, size});
  mark(ui, name);
  tooltip(ui, ui.say(hint));
  const ImU32 back = packed(ImGui::IsItemHovered() ? ui.look->soft_hover : ui.look->soft);
  const ImU32 paint = packed(ui.look->text);
  const float line = std::max(1.0f, 1.3f * ui.scale);
  ImDrawList& out = *ImGui::GetForegroundDrawList();
  out.AddRectFilled(at, at + ImVec2{size, size}, back, 4 * ui.scale);
  draw(out, at, size, paint, back, line);
  return pressed;
}

}  // namespace

void panel_tools(Ui& ui, std::string_view name, const Area& area) {
  if (is_among(kWithoutTools, name) || !ui.exports.picture.empty()) return;
  const float size = ui.fonts.body->FontSize * 1.45f;
  const float inset = ui.fonts.body->FontSize * 0.3f;
  const ImVec2 low = area.position();
  const ImVec2 high{low.x + area.width, low.y + size + 2 * inset};
  if (!ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) ||
      !ImGui::IsMouseHoveringRect(low, high, false)) {
    return;
  }
  const ImVec2 before = ImGui::GetCursorScreenPos();
  ImVec2 at{high.x - size - inset, low.y + inset};
  const std::string full =
      ui.side == session::Side::right ? fmt::format("right.{}", name) : std::string(name);
  if (tool(ui, fmt::format("{}.picture", name), draw_camera, at, size, Str::save_picture)) {
    ui.exports.picture_wanted = full;
  }
  at.x -= size + inset;
  if (is_among(kWithFigures, name) &&
      tool(ui, fmt::format("{}.copy", name), draw_pages, at, size, Str::copy_figures)) {
    ui.exports.copy_wanted = name;
  }
  at.x -= size + inset;
  if (name == "timing_view" && tool(ui, "timing_view.csv", draw_table, at, size, Str::save_csv)) {
    ui.exports.csv_wanted = name;
  }
  ImGui::SetCursorScreenPos(before);
}

}  // namespace warplens::ui
