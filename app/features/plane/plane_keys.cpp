#include "app/features/plane/plane_keys.h"

#include <algorithm>

#include "app/features/plane/plane_controls.h"
#include "app/features/plane/plane_state.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "viz/algebra/spec.h"

namespace warplens::ui {
namespace {

using algebra::Fraction;
using algebra::PlaneSpec;
using scene::PlaneHandle;
using scene::SpaceHandle;
using session::StageView;

constexpr std::uint32_t kHandles = 3;  // of the plane, and of the space

bool is_plane(const AppState& app) { return app.views.front() == StageView::plane; }

void choose_handle(Ui& ui, const AppState& app, const KeyPress& press) {
  PlaneState& state = ui.state<PlaneState>();
  const PlaneSpec& spec = app.session.chosen<algebra::PlaneSpec>();
  auto& chosen = is_plane(app) ? state.chosen_in_plane : state.chosen_in_space;
  const std::uint32_t by = press.shift ? kHandles - 1 : 1;
  for (std::uint32_t tries = 0; tries < kHandles; ++tries) {
    chosen = chosen ? (*chosen + by) % kHandles : press.shift ? kHandles - 1 : 0;
    if (!is_plane(app) || handle_place(spec, static_cast<PlaneHandle>(*chosen))) return;
  }
  chosen.reset();
}

// An entry stays one.
Fraction moved_by(const Fraction& number, int direction, std::int64_t parts) {
  return algebra::nearest(number.value() + direction / static_cast<double>(parts), parts);
}

struct Steps {
  int right = 0, up = 0;
};
Steps steps_of(Key key) {
  return {key == Key::right  ? 1
          : key == Key::left ? -1
                             : 0,
          key == Key::up     ? 1
          : key == Key::down ? -1
                             : 0};
}

PlaneSpec moved_in_plane(const PlaneSpec& spec, PlaneHandle handle, Steps steps, bool is_fine) {
  const auto at = handle_place(spec, handle);
  if (!at) return spec;
  const std::int64_t parts = is_fine ? kFineParts : kParts;
  return with_handle(spec, handle,
                     {steps.right == 0 ? at->x : moved_by(at->x, steps.right, parts),
                      steps.up == 0 ? at->y : moved_by(at->y, steps.up, parts)});
}

// Along x and y; with Shift, up and down.
PlaneSpec moved_in_space(const PlaneSpec& spec, SpaceHandle handle, Steps steps, bool upright) {
  constexpr int kDegrees = 5;
  PlaneSpec moved = spec;
  if (handle == SpaceHandle::turn) {
    moved.turn.round = (spec.turn.round + kDegrees * steps.right) % 360;
    moved.turn.above = std::clamp(spec.turn.above + kDegrees * steps.up, -algebra::kMostAbove,
                                  algebra::kMostAbove);
    return moved;
  }
  algebra::Vector3& v = handle == SpaceHandle::p ? moved.p : moved.q;
  if (upright) {
    v.z = moved_by(v.z, steps.up + steps.right, kSpaceParts);
  } else {
    if (steps.right != 0) v.y = moved_by(v.y, steps.right, kSpaceParts);
    if (steps.up != 0) v.x = moved_by(v.x, -steps.up, kSpaceParts);
  }
  return moved;
}

void move_handle(Ui& ui, const AppState& app, const KeyPress& press) {
  PlaneState& state = ui.state<PlaneState>();
  const PlaneSpec& spec = app.session.chosen<algebra::PlaneSpec>();
  const Steps steps = steps_of(press.key);
  if (is_plane(app)) {
    if (!state.chosen_in_plane) choose_handle(ui, app, {});
    if (!state.chosen_in_plane) return;
    const auto handle = static_cast<PlaneHandle>(*state.chosen_in_plane);
    return ask_plane(ui, moved_in_plane(spec, handle, steps, press.shift));
  }
  const auto handle = static_cast<SpaceHandle>(
      state.chosen_in_space.value_or(static_cast<std::uint32_t>(SpaceHandle::turn)));
  ask_plane(ui, moved_in_space(spec, handle, steps, press.shift));
}

void play_motion(Ui& ui, const AppState& app, const KeyPress& /*press*/) {
  if (is_plane(app)) play_or_stop(ui, app);
}

void seek_motion_end(Ui& ui, const AppState& /*app*/, const KeyPress& press) {
  ui.state<PlaneState>().plays = false;
  ui.ask([phase = press.key == Key::home ? 0.0 : 1.0](AppState& a) {
    a.session.playback().hold(phase);
  });
}

void change_lens(AppState& app, int by) {
  const auto count = static_cast<int>(algebra::kLensNames.size());
  PlaneSpec spec = app.session.chosen<algebra::PlaneSpec>();
  spec.lens = static_cast<algebra::Lens>((static_cast<int>(spec.lens) + by + count) % count);
  app.session.choose(spec);
}

void step_lens(Ui& ui, const AppState& app, const KeyPress& press) {
  if (is_plane(app))
    ui.ask([by = press.key == Key::left_bracket ? -1 : 1](AppState& a) { change_lens(a, by); });
}

constexpr Keys kPlaneArrows{Key::left, Key::right, Key::up, Key::down};
constexpr std::array kPlaneKeys{
    KeyRow{Key::tab, kShiftOrNot, choose_handle, "Tab  ←  →  ↑  ↓", Str::keys_plane_handle},
    KeyRow{kPlaneArrows, kNone, move_handle, "Tab  ←  →  ↑  ↓", Str::keys_plane_handle},
    KeyRow{kPlaneArrows, kShift, move_handle, "Shift + ←  →  ↑  ↓", Str::keys_plane_fine},
    KeyRow{Key::space, kNone, play_motion, "Space", Str::keys_play},
    KeyRow{{Key::home, Key::end}, kNone, seek_motion_end, "Home  End", Str::keys_ends},
    KeyRow{{Key::left_bracket, Key::right_bracket}, kNone, step_lens, "[  ]", Str::keys_zoom_time},
};

}  // namespace

std::span<const KeyRow> plane_keys() { return kPlaneKeys; }

bool has_plane_keys(const AppState& app) {
  const bool is_there = !app.views.empty() && (app.views.front() == StageView::plane ||
                                               app.views.front() == StageView::space);
  return is_there && !app.hides_costs();
}

std::string plane_text(const AppState& /*app*/, const Ui& ui) {
  std::string all;
  for (const auto& [name, draft] : ui.state<PlaneState>().drafts) all += ui.say(draft.error);
  return all;
}

}  // namespace warplens::ui
