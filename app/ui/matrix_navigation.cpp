#include "app/ui/matrix_navigation.h"

#include "app/session/launch_views.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/view_cache.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

bool has_buffer(const Ui& ui) { return ui.cache().buffer < ui.cache().buffer_windows.size(); }

bool is_in(const scene::MatrixWindow& window, const scene::ElementTouch& touch) {
  const auto row = static_cast<double>(touch.row);
  const auto column = static_cast<double>(touch.column);
  return row + 1 > window.row && row < window.row + window.rows && column + 1 > window.column &&
         column < window.column + window.columns;
}

}  // namespace

void look_at(Ui& ui, std::size_t buffer, const scene::MatrixWindow& window) {
  const trace::Buffer shape = shown_shape(ui.cache(), buffer);
  for (ViewCache& cache : (*ui.caches)) {
    if (buffer >= cache.views->buffers.size()) continue;
    const trace::Buffer other = shown_shape(cache, buffer);
    if (other.rows == shape.rows && other.columns == shape.columns) {
      cache.buffer_windows[buffer] = window;
    }
  }
}

void zoom_matrix(Ui& ui, const AppState& app, double factor) {
  if (!has_buffer(ui)) return;
  const std::size_t at = ui.cache().buffer;
  const trace::Buffer buffer = shown_shape(ui.cache(), at);
  const scene::MatrixWindow& window = ui.cache().buffer_windows[at];
  double row = window.row + window.rows / 2;
  double column = window.column + window.columns / 2;
  if (const ExplainedEvent* current = app.session.event(ui.side)) {
    const auto touched = scene::touched_elements(*current->site, current->view, buffer);
    if (!touched.empty() && is_in(window, touched.front())) {
      row = static_cast<double>(touched.front().row) + 0.5;
      column = static_cast<double>(touched.front().column) + 0.5;
    }
  }
  look_at(ui, at, scene::zoomed(window, buffer, row, column, factor));
}

void pan_matrix(Ui& ui, double rows, double columns) {
  if (!has_buffer(ui)) return;
  const std::size_t at = ui.cache().buffer;
  const scene::MatrixWindow& window = ui.cache().buffer_windows[at];
  look_at(ui, at,
          scene::panned(window, shown_shape(ui.cache(), at), rows * window.rows,
                        columns * window.columns));
}

void show_whole_matrix(Ui& ui) {
  if (!has_buffer(ui)) return;
  look_at(ui, ui.cache().buffer, scene::whole(shown_shape(ui.cache(), ui.cache().buffer)));
}

void navigate_matrix(Ui& ui, const trace::Buffer& shape, const scene::MatrixLayout& layout,
                     ImVec2 origin) {
  const std::size_t at = ui.cache().buffer;
  const scene::MatrixWindow& window = ui.cache().buffer_windows[at];
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0, 2)) {
    const ImVec2 moved = ImGui::GetIO().MouseDelta;
    look_at(ui, at, scene::panned(window, shape, -moved.y / layout.cell, -moved.x / layout.cell));
  }
  if (!ImGui::IsItemHovered()) return;
  if (ImGui::IsMouseDoubleClicked(0)) show_whole_matrix(ui);
  const float wheel = ImGui::GetIO().MouseWheel;
  const ImVec2 mouse = ImGui::GetMousePos() - origin;
  const auto element = scene::element_at(layout, shape, mouse.x, mouse.y);
  if (wheel == 0 || !element) return;
  look_at(ui, at,
          scene::zoomed(window, shape, static_cast<double>(element->row) + 0.5,
                        static_cast<double>(element->column) + 0.5, wheel > 0 ? 1.25 : 0.8));
}

void next_buffer(Ui& ui) {
  const std::optional<std::size_t> now = ui.cache().chosen_buffer;
  const std::size_t next = now ? *now + 1 : 0;
  const bool is_there = next < ui.cache().views->buffers.size();
  for (ViewCache& cache : (*ui.caches)) {
    cache.chosen_buffer = is_there ? std::optional(next) : std::nullopt;
  }
}

void next_coloring(Ui& ui) {
  constexpr int kWays = 4;
  const int next = (static_cast<int>(ui.cache().color_by) + 1) % kWays;
  recolor_all(ui, static_cast<scene::ColorBy>(next));
}

void recolor_all(Ui& ui, scene::ColorBy by) {
  for (const session::Side side : session::kSides) recolor(ui.cache(side), by);
}

}  // namespace warplens::ui
