// What the plane or the space has shown, as far as a lesson asks about it.
#pragma once

#include "viz/algebra/spec.h"

namespace warplens::plane {

struct SeenMotion {
  algebra::MotionSpec spec;
  bool watched = false;  // from the identity to the end
  friend bool operator==(const SeenMotion&, const SeenMotion&) = default;
};

}  // namespace warplens::plane
