#include <algorithm>
#include <cmath>

#include "app/features/plane/plane.h"
#include "app/features/plane/plane_controls.h"
#include "app/features/plane/plane_keys.h"
#include "app/features/plane/plane_panels.h"
#include "app/features/plane/plane_state.h"
#include "app/features/plane/seen_plane.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/asking.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/feature_panels.h"
#include "app/ui/widgets.h"
#include "viz/algebra/eigen.h"
#include "viz/algebra/figures.h"
#include "viz/algebra/spec.h"

namespace warplens::ui {
namespace {

using algebra::PlaneSpec;
using scene::PlaneHandle;
using scene::PlaneScene;

bool asks_landing(const AppState& app) {
  const lessons::Prediction* asked = open_question(app);
  return asked != nullptr && asked->kind == lessons::Prediction::Kind::point;
}

PlaneScene plane_scene(const AppState& app, const Ui& ui) {
  const PlaneState& state = ui.state<PlaneState>();
  PlaneScene scene{.spec = app.session.chosen<algebra::PlaneSpec>(),
                   .phase = app.session.playback().shown_phase(),
                   .is_hidden = app.hides_costs()};
  const auto& picked = ui.state<AskState>().picked;
  if (asks_landing(app) && picked) scene.picked = algebra::grid_point(*picked);
  if (state.chosen_in_plane) scene.chosen = static_cast<PlaneHandle>(*state.chosen_in_plane);
  if (state.drag) scene.range = state.drag->range;
  return scene;
}

// On by what a frame took; the end is where it rests.
void play_on(const AppState& app, Ui& ui) {
  PlaneState& state = ui.state<PlaneState>();
  if (!state.plays) return;
  const bool is_product = app.session.chosen<algebra::PlaneSpec>().lens == algebra::Lens::product;
  const double seconds = is_product ? 2 * kMotionSeconds : kMotionSeconds;
  const double next = app.session.playback().shown_phase() + ImGui::GetIO().DeltaTime / seconds;
  state.plays = next < 1;
  ui.makes_more = true;
  ui.ask([next](AppState& a) { a.session.playback().hold(next); });
}

// A motion that was seen from its start to its end is told once; what stands there, always.
void note(const AppState& app, Ui& ui) {
  if (app.hides_costs()) return;
  constexpr double kStart = 0.02;
  PlaneState& state = ui.state<PlaneState>();
  const PlaneSpec& spec = app.session.chosen<algebra::PlaneSpec>();
  const double phase = app.session.playback().shown_phase();
  const std::string name = text_of(spec);
  if (phase <= kStart) state.from_start = "seen " + name;
  const bool is_watched = phase >= 1 && state.from_start == "seen " + name;
  if (is_watched) state.from_start.clear();
  const plane::SeenPlane seen{spec, is_watched};
  const auto& known = app.session.activity().seen.of<plane::SeenPlane>();
  if (std::ranges::find(known, seen) != known.end()) return;
  ui.ask([seen](AppState& a) { a.session.note(seen); });
}

void record(Ui& ui, const PlaneScene& scene, const scene::PlaneLayout& layout, ImVec2 origin) {
  const PlaneSpec& spec = scene.spec;
  ui.widget_log.shown("plane.range", [&] { return fmt::format("{}", layout.range); });
  const auto place = [&](const algebra::Point& at) {
    const auto x = static_cast<float>(at.x * layout.unit()),
               y = static_cast<float>(at.y * layout.unit());
    return fmt::format("{:.1f},{:.1f}", origin.x + layout.plane.x + layout.plane.width / 2 + x,
                       origin.y + layout.plane.y + layout.plane.height / 2 - y);
  };
  ui.widget_log.shown("plane.zero", [&] { return place({0, 0}); });
  ui.widget_log.shown("plane.one", [&] { return place({1, 1}); });
  if (scene.is_hidden) return;
  ui.widget_log.shown("plane.determinant", [&] { return text_of(determinant(spec.a)); });
  ui.widget_log.shown("plane.product", [&] { return text_of(spec.b * spec.a); });
  ui.widget_log.shown("plane.phase", [&] { return fmt::format("{:.2f}", scene.phase); });
  const algebra::Vector image = spec.a * spec.v;
  ui.widget_log.shown("plane.image", [&] { return text_of(image.x) + " " + text_of(image.y); });
}

// In quarters, with Shift in twentieths.
algebra::Vector snapped(const algebra::Point& at) {
  const std::int64_t parts = ImGui::GetIO().KeyShift ? kFineParts : kParts;
  return {algebra::nearest(at.x, parts), algebra::nearest(at.y, parts)};
}

void begin_drag(const AppState& app, Ui& ui, const scene::DrawList& list,
                const scene::PlaneLayout& layout, ImVec2 mouse) {
  PlaneState& state = ui.state<PlaneState>();
  const scene::MarkId under = list.pick(mouse.x, mouse.y);
  if (under.kind != scene::MarkId::Kind::mover) return;
  state.plays = false;
  state.chosen_in_plane = under.a;
  state.drag =
      PlaneDrag{under.a, layout.range, app.session.chosen<algebra::PlaneSpec>(), mouse, false};
}

void drag_on(const AppState& app, Ui& ui, const scene::PlaneLayout& layout, ImVec2 mouse) {
  PlaneDrag& drag = *ui.state<PlaneState>().drag;
  const PlaneSpec& now = app.session.chosen<algebra::PlaneSpec>();
  const PlaneSpec wanted = with_handle(now, static_cast<PlaneHandle>(drag.handle),
                                       snapped(layout.point_at(mouse.x, mouse.y)));
  if (wanted == now) return;
  ask_plane(ui, wanted, std::exchange(drag.has_changed, true));
}

void pick_landing(Ui& ui, const scene::PlaneLayout& layout, ImVec2 mouse) {
  const algebra::Point at = layout.point_at(mouse.x, mouse.y);
  const auto number = algebra::number_of({std::llround(at.x), std::llround(at.y)});
  if (number) pick_cell(ui, *number);
}

void follow_pointer(const AppState& app, Ui& ui, const scene::DrawList& list,
                    const scene::PlaneLayout& layout, ImVec2 mouse) {
  PlaneState& state = ui.state<PlaneState>();
  const bool is_over_handle =
      ImGui::IsItemHovered() && list.pick(mouse.x, mouse.y).kind == scene::MarkId::Kind::mover;
  if (is_over_handle || state.drag) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (asks_landing(app)) {
    if (was_clicked()) pick_landing(ui, layout, mouse);
    return;
  }
  if (ImGui::IsItemActivated()) begin_drag(app, ui, list, layout, mouse);
  if (state.drag && ImGui::IsItemActive()) drag_on(app, ui, layout, mouse);
}

void picture(const AppState& app, Ui& ui) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < 1 || room.y < 1) return;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  let_go(ui);
  const PlaneScene scene = plane_scene(app, ui);
  const scene::Style style = scene_style(ui);
  const scene::Size size{room.x, room.y};
  const scene::PlaneLayout layout = plane_layout(scene, size, style);
  const scene::DrawList list = plane_view(scene, size, style);
  ImGui::InvisibleButton("picture", room);
  mark(ui, "plane.picture");
  draw(ui, "plane", list, origin);
  record(ui, scene, layout, origin);
  if (ui.exports.picture.empty()) {
    follow_pointer(app, ui, list, layout, ImGui::GetMousePos() - origin);
  }
}

}  // namespace

void plane_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "plane", area, ui.say(Str::plane));
  play_on(app, ui);
  note(app, ui);
  if (has_plane_controls(ui)) {
    plane_controls(app, ui);
    plane_trouble(ui);
  }
  picture(app, ui);
  end_panel();
}

std::string plane_phrase(const AppState& app, const Ui& /*ui*/) {
  return fmt::format("A = {}", text_of(app.session.chosen<algebra::PlaneSpec>().a));
}

}  // namespace warplens::ui

namespace warplens::plane {

ui::FeaturePanels panels() {
  using session::StageView;
  static constexpr std::array kPanels{
      ui::Panel{StageView::plane, ui::Str::plane, ui::plane_panel, ui::plane_phrase},
      ui::Panel{StageView::space, ui::Str::space, ui::space_panel, ui::space_phrase}};
  static const ui::FeatureKeys kKeys{ui::plane_keys(), ui::has_plane_keys,
                                     ui::KeyTurn::before_questions};
  return {.panels = kPanels, .keys = {&kKeys, 1}, .text = ui::plane_text};
}

}  // namespace warplens::plane
