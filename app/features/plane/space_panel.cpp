#include <algorithm>
#include <cmath>

#include "app/features/plane/plane_controls.h"
#include "app/features/plane/plane_keys.h"
#include "app/features/plane/plane_panels.h"
#include "app/features/plane/plane_state.h"
#include "app/features/plane/seen_plane.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/widgets.h"
#include "viz/algebra/spec.h"

namespace warplens::ui {
namespace {

using algebra::PlaneSpec;
using scene::SpaceHandle;
using scene::SpaceScene;

SpaceScene space_scene(const AppState& app, const Ui& ui) {
  const PlaneState& state = ui.state<PlaneState>();
  SpaceScene scene{.spec = app.session.chosen<algebra::PlaneSpec>(),
                   .is_hidden = app.hides_costs()};
  if (state.chosen_in_space) scene.chosen = static_cast<SpaceHandle>(*state.chosen_in_space);
  if (state.drag) scene.range = state.drag->range;
  return scene;
}

void note_space(const AppState& app, Ui& ui) {
  if (app.hides_costs()) return;
  const plane::SeenPlane seen{app.session.chosen<algebra::PlaneSpec>(), false};
  const auto& known = app.session.activity().seen.of<plane::SeenPlane>();
  if (std::ranges::find(known, seen) != known.end()) return;
  ui.ask([seen](AppState& a) { a.session.note(seen); });
}

void record_space(Ui& ui, const SpaceScene& scene, const scene::SpaceLayout& layout,
                  ImVec2 origin) {
  const auto place = [&](const algebra::Vector3& v) {
    const algebra::Point at =
        scene::seen_at(scene.spec.turn, v.x.value(), v.y.value(), v.z.value());
    return fmt::format("{:.1f},{:.1f}",
                       origin.x + layout.space.x + layout.space.width / 2 + at.x * layout.unit(),
                       origin.y + layout.space.y + layout.space.height / 2 - at.y * layout.unit());
  };
  ui.widget_log.shown("space.p", [&] { return place(scene.spec.p); });
  ui.widget_log.shown("space.q", [&] { return place(scene.spec.q); });
  if (scene.is_hidden) return;
  const algebra::Vector3 c = cross(scene.spec.p, scene.spec.q);
  ui.widget_log.shown("space.cross",
                      [&] { return text_of(c.x) + " " + text_of(c.y) + " " + text_of(c.z); });
}

// Anything but a handle turns the space.
void begin_space_drag(const AppState& app, Ui& ui, const scene::DrawList& list,
                      const scene::SpaceLayout& layout, ImVec2 mouse) {
  const scene::MarkId under = list.pick(mouse.x, mouse.y);
  const bool is_handle = under.kind == scene::MarkId::Kind::mover && !app.hides_costs();
  const auto handle = is_handle ? under.a : static_cast<std::uint32_t>(SpaceHandle::turn);
  PlaneState& state = ui.state<PlaneState>();
  if (is_handle) state.chosen_in_space = handle;
  state.drag =
      PlaneDrag{handle, layout.range, app.session.chosen<algebra::PlaneSpec>(), mouse, false};
}

// Along the floor; with Shift, and where the floor is seen from its edge, up and down.
algebra::Vector3 dragged(const algebra::Vector3& start, const algebra::Turn& turn,
                         algebra::Point moved) {
  const auto along = scene::along_floor(turn, moved.x, moved.y);
  if (ImGui::GetIO().KeyShift || !along) {
    return {start.x, start.y, algebra::nearest(start.z.value() + moved.y, kSpaceParts)};
  }
  return {algebra::nearest(start.x.value() + along->x, kSpaceParts),
          algebra::nearest(start.y.value() + along->y, kSpaceParts), start.z};
}

algebra::Turn turned(const algebra::Turn& start, ImVec2 moved, float text) {
  constexpr float kDegrees = 8;  // for a letter's height
  const int round = start.round - static_cast<int>(std::lround(moved.x / text * kDegrees));
  const int above = start.above + static_cast<int>(std::lround(moved.y / text * kDegrees));
  return {round % 360, std::clamp(above, -algebra::kMostAbove, algebra::kMostAbove)};
}

void space_drag_on(const AppState& app, Ui& ui, const scene::SpaceLayout& layout, ImVec2 mouse) {
  PlaneDrag& drag = *ui.state<PlaneState>().drag;
  const PlaneSpec& now = app.session.chosen<algebra::PlaneSpec>();
  const ImVec2 moved = mouse - drag.from;
  const algebra::Point in_units{moved.x / layout.unit(), -moved.y / layout.unit()};
  PlaneSpec wanted = now;
  switch (static_cast<SpaceHandle>(drag.handle)) {
    case SpaceHandle::p:
      wanted.p = dragged(drag.start.p, now.turn, in_units);
      break;
    case SpaceHandle::q:
      wanted.q = dragged(drag.start.q, now.turn, in_units);
      break;
    case SpaceHandle::turn:
      wanted.turn = turned(drag.start.turn, moved, ui.fonts.body->FontSize);
      break;
  }
  if (wanted == now) return;
  ask_plane(ui, wanted, std::exchange(drag.has_changed, true));
}

void space_picture(const AppState& app, Ui& ui) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < 1 || room.y < 1) return;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  let_go(ui);
  const SpaceScene scene = space_scene(app, ui);
  const scene::Style style = scene_style(ui);
  const scene::Size size{room.x, room.y};
  const scene::SpaceLayout layout = space_layout(scene, size, style);
  const scene::DrawList list = space_view(scene, size, style);
  ImGui::InvisibleButton("picture", room);
  mark(ui, "space.picture");
  draw(ui, "space", list, origin);
  record_space(ui, scene, layout, origin);
  if (!ui.exports.picture.empty()) return;
  const ImVec2 mouse = ImGui::GetMousePos() - origin;
  PlaneState& state = ui.state<PlaneState>();
  if (ImGui::IsItemActivated()) begin_space_drag(app, ui, list, layout, mouse);
  if (state.drag && ImGui::IsItemActive()) space_drag_on(app, ui, layout, mouse);
}

}  // namespace

void space_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "space", area, ui.say(Str::space));
  note_space(app, ui);
  if (has_plane_controls(ui)) {
    space_controls(app, ui);
    plane_trouble(ui);
  }
  space_picture(app, ui);
  end_panel();
}

std::string space_phrase(const AppState& app, const Ui& /*ui*/) {
  const algebra::PlaneSpec& spec = app.session.chosen<algebra::PlaneSpec>();
  return fmt::format("p = {} {} {}, q = {} {} {}", text_of(spec.p.x), text_of(spec.p.y),
                     text_of(spec.p.z), text_of(spec.q.x), text_of(spec.q.y), text_of(spec.q.z));
}

}  // namespace warplens::ui
