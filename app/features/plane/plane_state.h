// What plane and space keep from frame to frame: ui.state<PlaneState>().
#pragma once

#include <map>
#include <optional>
#include <string>

#include "app/ui/widget_flow.h"
#include "viz/algebra/spec.h"
#include "viz/scene/plane/plane_view.h"
#include "viz/scene/plane/space_view.h"

namespace warplens::ui {

// A handle that the pointer holds, or the space that it turns.
struct PlaneDrag {
  std::uint32_t handle = 0;
  float range = 0;           // the picture's while it lasts: handles do not run away
  algebra::PlaneSpec start;  // when it began
  ImVec2 from{0, 0};
  bool has_changed = false;  // all of it is one change
};

struct PlaneState {
  bool plays = false;
  std::string from_start;  // of what the motion was seen at its start
  std::optional<std::uint32_t> chosen_in_plane, chosen_in_space;  // handles, by the keyboard
  std::optional<PlaneDrag> drag;
  std::map<std::string, Draft, std::less<>> drafts;  // by field
  bool types = false;                                // all that is typed in one go is one change
};

}  // namespace warplens::ui
