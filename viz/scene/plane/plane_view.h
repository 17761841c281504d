// A matrix as a motion of the plane: its grid, î and ĵ and a vector on the way from where they were
// to where they go, and beside it what is computed of the matrix.
//
//   ┌───────────────────────────┬──────────────────┐
//   │ ╱ ╱ ╱ ╱ the moved grid    │ A = ⎡3 1⎤        │
//   │╱ ╱ ĵ╱ ╱  over the old one │     ⎣0 2⎦        │
//   │ ╱ ╱→ î╱                   │ det A = … = 6    │
//   └───────────────────────────┴──────────────────┘
#pragma once

#include <optional>
#include <vector>

#include "viz/algebra/figures.h"
#include "viz/scene/plane/formula.h"

namespace warplens::scene {

// The handles that may be dragged: MarkId{mover, handle}.
enum class PlaneHandle : std::uint8_t { first_column, second_column, vector };

struct PlaneScene {
  algebra::PlaneSpec spec;
  double phase = 1;        // 0: the identity, 1: the matrix
  bool is_hidden = false;  // a prediction is open: nothing has moved, nothing is computed
  std::optional<algebra::GridPoint> picked{};  // where the person says that v lands
  std::optional<PlaneHandle> chosen{};         // by the keyboard
  float range = 0;  // from the middle to the nearer edge; 0: as the matrix needs it
};

struct PlaneLayout {
  Box plane, words;  // the latter empty where there is no room beside
  float range = 0;
  [[nodiscard]] double unit() const;  // pixels
  [[nodiscard]] algebra::Point point_at(float x, float y) const;
};
[[nodiscard]] PlaneLayout plane_layout(const PlaneScene& scene, Size size, const Style& style);

[[nodiscard]] DrawList plane_view(const PlaneScene& scene, Size size, const Style& style);

// The place of a handle once the motion is over; nothing if this lens does not have it.
[[nodiscard]] std::optional<algebra::Vector> handle_place(const algebra::PlaneSpec& spec,
                                                          PlaneHandle handle);
// The same with the handle put there.
[[nodiscard]] algebra::PlaneSpec with_handle(const algebra::PlaneSpec& spec, PlaneHandle handle,
                                             const algebra::Vector& at);

// The lines beside the picture.
[[nodiscard]] std::vector<FormulaLine> plane_formulas(const PlaneScene& scene, const Style& style);

// î, ĵ, v, A v have a hue each, in the picture and in formulas.
[[nodiscard]] Color first_hue(const Style& style);
[[nodiscard]] Color second_hue(const Style& style);
[[nodiscard]] Color vector_hue(const Style& style);
[[nodiscard]] Color image_hue(const Style& style);

}  // namespace warplens::scene
