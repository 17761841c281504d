// Two vectors of space, the parallelogram between them and their cross product, seen from a side
// that can be chosen; beside it how p × q is computed.
#pragma once

#include <optional>
#include <vector>

#include "viz/algebra/spec.h"
#include "viz/scene/plane/formula.h"

namespace warplens::scene {

// The handles that may be dragged, MarkId{mover, handle}; `turn` is the space itself and has no
// mark.
enum class SpaceHandle : std::uint8_t { p, q, turn };

struct SpaceScene {
  algebra::PlaneSpec spec;
  bool is_hidden = false;  // a prediction is open: no product
  std::optional<SpaceHandle> chosen{};
  float range = 0;  // from the middle to the nearer edge; 0: as the vectors need it
};

struct SpaceLayout {
  Box space, words;
  float range = 0;
  [[nodiscard]] double unit() const;
};
[[nodiscard]] SpaceLayout space_layout(const SpaceScene& scene, Size size, const Style& style);

[[nodiscard]] DrawList space_view(const SpaceScene& scene, Size size, const Style& style);

// A point as it is seen: right and up, from the middle, without perspective.
[[nodiscard]] algebra::Point seen_at(const algebra::Turn& turn, double x, double y, double z);
// The step along the floor for a step of the pointer, right and up in units; nothing if the floor
// is seen from its edge.
[[nodiscard]] std::optional<algebra::Point> along_floor(const algebra::Turn& turn, double right,
                                                        double up);

[[nodiscard]] std::vector<FormulaLine> space_formulas(const SpaceScene& scene, const Style& style);

}  // namespace warplens::scene
