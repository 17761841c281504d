#include <algorithm>

#include "app/session/kernel_result.h"
#include "app/session/launch_views.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/panels/panels.h"
#include "app/ui/panels/transport_line.h"
#include "app/ui/view_cache.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

void scrub(const AppState& app, Ui& ui, const scene::EventTimelineLayout& layout, ImVec2 origin) {
  const float x = ImGui::GetMousePos().x - origin.x;
  if (ImGui::IsItemActive()) {
    const std::size_t event = layout.event_at(x);
    if (event != app.session.cursor().event) {
      ui.ask([event](AppState& a) { a.session.seek(event); });
    }
  }
  const float wheel = ImGui::GetIO().MouseWheel;
  if (ImGui::IsItemHovered() && wheel != 0) {
    ui.cache().timeline_window =
        scene::zoomed(ui.cache().timeline_window, ui.cache().views->timeline.size(),
                      layout.event_at(x), wheel > 0 ? 1.25 : 0.8);
  }
}

// Keeps the cursor in a window that the person has zoomed.
void follow(scene::EventWindow& window, std::size_t events, std::size_t cursor) {
  if (window.count >= events) return;
  if (cursor >= window.first && cursor < window.first + window.count) return;
  const std::size_t half = window.count / 2;
  window.first = std::min(cursor > half ? cursor - half : 0, events - window.count);
}

const scene::DrawList& base(const AppState& app, Ui& ui, const scene::EventTimelineLayout& layout,
                            scene::Size size, const scene::Style& style) {
  ViewCache& cache = ui.cache();
  const bool hidden = app.hides_costs();
  std::string key =
      fmt::format("{} {} {} {} {} {} {} {}", hidden, layout.window.first, layout.window.count,
                  size.width, size.height, static_cast<int>(style.theme),
                  static_cast<int>(style.language), style.text_size);
  return cache.timeline_base.get(std::move(key), [&] {
    return scene::event_timeline_base(hidden ? cache.views->plain_timeline : cache.views->timeline,
                                      layout, size, style);
  });
}

void timeline_rows(const AppState& app, Ui& ui) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const scene::Size size{room.x, room.y};
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const scene::Style style = scene_style(ui);
  const std::size_t cursor = app.session.cursor().event;
  follow(ui.cache().timeline_window, ui.cache().views->timeline.size(), cursor);
  const auto layout = scene::event_timeline_layout(ui.cache().views->timeline,
                                                   ui.cache().timeline_window, size, style);
  ImGui::InvisibleButton("events", room);
  mark(ui, "timeline.events");
  scrub(app, ui, layout, origin);
  draw(ui, "timeline", base(app, ui, layout, size, style), origin);
  draw(ui, "cursor",
       scene::event_timeline_cursor(ui.cache().views->timeline, layout, cursor, size, style),
       origin);
}

}  // namespace

void timeline_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "timeline", area, {});
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() - panel_padding(ui) * 0.4f);
  transport_line(app, ui);
  if (app.arrangement().timeline && app.session.launch() != nullptr &&
      ui.cache().views->timeline.size() > 0) {
    timeline_rows(app, ui);
  }
  end_panel();
}

}  // namespace warplens::ui
