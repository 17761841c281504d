// What the plane or the space has shown, as far as a lesson asks about it.
#pragma once

#include "viz/algebra/spec.h"

namespace warplens::plane {

struct SeenPlane {
  algebra::PlaneSpec spec;
  bool watched = false;  // from the identity to the end
  friend bool operator==(const SeenPlane&, const SeenPlane&) = default;
};

}  // namespace warplens::plane
