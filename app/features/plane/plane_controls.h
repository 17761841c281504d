// What stands above the pictures of plane and space.
#pragma once

#include "app/ui/ui.h"
#include "viz/algebra/spec.h"

namespace warplens::ui {

// The lenses, the motion's transport, A and what the lens takes besides.
void plane_controls(const AppState& app, Ui& ui);
// p and q, and how space is turned.
void space_controls(const AppState& app, Ui& ui);
// What is wrong with what was typed; nothing where nothing is.
void plane_trouble(Ui& ui);
// Whether there is room for them above the picture.
[[nodiscard]] bool has_plane_controls(const Ui& ui);

void ask_plane(Ui& ui, const algebra::PlaneSpec& spec, bool continues = false);
// From the identity on, or from where it stands; stops where it plays.
void play_or_stop(Ui& ui, const AppState& app);

// Before a picture is laid out: in the frame that has the button up it rests already.
void let_go(Ui& ui);

// Seconds that a motion takes.
inline constexpr double kMotionSeconds = 2;

}  // namespace warplens::ui
