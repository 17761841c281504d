#include <array>

#include "app/ui/draw_list_imgui.h"
#include "app/ui/panels.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

// The buffer that the current event touches; the one shown last when it touches none.
std::size_t shown_buffer(const Ui& ui, const CurrentEvent& current) {
  const std::vector<trace::Buffer>& buffers = ui.cache().buffers;
  if (current.site != nullptr && scene::touches_global(*current.site)) {
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      if (!scene::touched_elements(*current.site, current.view, buffers[i]).empty()) return i;
    }
  }
  return ui.cache().buffer < buffers.size() ? ui.cache().buffer : 0;
}

struct Coloring {
  scene::ColorBy by;
  Str name, hint;
};
constexpr std::array kColorings{Coloring{scene::ColorBy::warp, Str::by_warp, Str::by_warp_hint},
                                Coloring{scene::ColorBy::lane, Str::by_lane, Str::by_lane_hint},
                                Coloring{scene::ColorBy::time, Str::by_time, Str::by_time_hint}};

// What the colours stand for, from the first to the last.
void swatches(scene::ColorBy by, float height) {
  constexpr int kCount = 8;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float side = height * 0.45f;
  if (ImGui::GetContentRegionAvail().x < side * kCount) return;
  for (int i = 0; i < kCount; ++i) {
    const float position = static_cast<float>(i) / (kCount - 1);
    const Color color =
        by == scene::ColorBy::warp   ? scene::warp_color(static_cast<std::uint64_t>(i))
        : by == scene::ColorBy::lane ? scene::lane_color(static_cast<std::uint32_t>(position * 31))
                                     : scene::ramp_color(position);
    const ImVec2 low = at + ImVec2{side * static_cast<float>(i), height * 0.3f};
    ImGui::GetWindowDrawList()->AddRectFilled(low, low + ImVec2{side, side}, packed(color));
  }
}

// The choice of colours in one line, which is their legend too.
void coloring_line(const AppState& app, Ui& ui) {
  push_font(ui.fonts.small);
  const float height = ui.fonts.small->FontSize;
  for (const Coloring& coloring : kColorings) {
    const bool is_on = coloring.by == ui.cache().color_by;
    const std::string_view words = ui.say(coloring.name);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const std::string name = fmt::format("color.{}", static_cast<int>(coloring.by));
    if (ImGui::InvisibleButton(name.c_str(), {text_width(words), height})) {
      recolor_all(ui, app, coloring.by);
    }
    mark(ui, name);
    tooltip(ui, ui.say(coloring.hint));
    ImGui::GetWindowDrawList()->AddText(at, packed(is_on ? ui.look->accent : ui.look->muted),
                                        words.data(), words.data() + words.size());
    ImGui::SameLine(0, height * 0.7f);
  }
  swatches(ui.cache().color_by, height);
  ImGui::NewLine();
  ImGui::PopFont();
}

// Wheel: zoom about the pointer. Drag: move. Double click: the whole buffer.
void navigate(scene::MatrixWindow& window, const trace::Buffer& buffer,
              const scene::MatrixLayout& layout, ImVec2 origin) {
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0, 2)) {
    const ImVec2 moved = ImGui::GetIO().MouseDelta;
    window = scene::panned(window, buffer, -moved.y / layout.cell, -moved.x / layout.cell);
  }
  if (!ImGui::IsItemHovered()) return;
  if (ImGui::IsMouseDoubleClicked(0)) window = scene::whole(buffer);
  const float wheel = ImGui::GetIO().MouseWheel;
  const ImVec2 mouse = ImGui::GetMousePos() - origin;
  const auto element = scene::element_at(layout, buffer, mouse.x, mouse.y);
  if (wheel == 0 || !element) return;
  window = scene::zoomed(window, buffer, static_cast<double>(element->row) + 0.5,
                         static_cast<double>(element->column) + 0.5, wheel > 0 ? 1.25 : 0.8);
}

void matrix(Ui& ui, const CurrentEvent& current) {
  const trace::Buffer& buffer = ui.cache().buffers[ui.cache().buffer];
  scene::MatrixWindow& window = ui.cache().buffer_windows[ui.cache().buffer];
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < 1 || room.y < 1) return;
  const scene::Size size{room.x, room.y};
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const scene::Style style = scene_style(ui);
  ImGui::InvisibleButton("elements", room);
  mark(ui, "matrix_view.elements");
  navigate(window, buffer, scene::matrix_layout(buffer, window, size, style), origin);
  const auto layout = scene::matrix_layout(buffer, window, size, style);
  ui.recorder.shown("matrix_view.columns", fmt::format("{:.0f}", layout.window.columns));
  draw(ui, "matrix" + buffer.name,
       scene::matrix_base(buffer, ui.cache().buffer_colors[ui.cache().buffer], layout, size, style),
       origin);
  if (current.site == nullptr || !scene::touches_global(*current.site)) return;
  const auto touched = scene::touched_elements(*current.site, current.view, buffer);
  const auto sectors = analysis::touched_sectors(*current.site, current.view);
  draw(ui, "marks", scene::matrix_marks(buffer, touched, sectors, layout, size, style), origin);
}

}  // namespace

void matrix_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "matrix_view", area, {});
  label(ui, ui.say(Str::matrix_view), {ui.look->text, ui.fonts.bold}, "matrix_view.title");
  const CurrentEvent current = current_event(app.session, ui.side);
  if (!ui.cache().buffers.empty()) {
    ui.cache().buffer = shown_buffer(ui, current);
    const trace::Buffer& buffer = ui.cache().buffers[ui.cache().buffer];
    const std::string words = fmt::format("{} {}×{}", buffer.name, buffer.rows, buffer.columns);
    ImGui::SameLine();
    ui.recorder.text("matrix_view.buffer", text_width(words, ui.fonts.mono_small),
                     ImGui::GetContentRegionAvail().x);
    label(ui, words, {ui.look->muted, ui.fonts.mono_small});
    tooltip(ui, ui.say(Str::matrix_hint));
    coloring_line(app, ui);
    matrix(ui, current);
  }
  end_panel();
}

}  // namespace warplens::ui
