// Texts of the plane and the space themselves.
#pragma once

#include "viz/scene/draw/phrases.h"

namespace warplens::scene {

// clang-format off
#define WARPLENS_PLANE_PHRASES(W) \
  W(plane_goes_to, "goes to") \
  W(plane_as_before, "A v has as many of the new î and ĵ as v had of the old.") \
  W(plane_area_times, "Every area becomes {} times as large.") \
  W(plane_area_same, "Every area stays as large as it was.") \
  W(plane_turned_over, "The sign says: the plane is turned over, from î to ĵ it goes the other way round.") \
  W(plane_squeezed, "The area is 0: the plane is squeezed into a line or a point, and nothing brings it back.") \
  W(plane_first_a, "A moves first, it stands on the right; then B.") \
  W(plane_row_column, "row {} of B · column {} of A") \
  W(plane_other_order, "The other order is another motion:") \
  W(plane_same_order, "Here the other order is the same motion:") \
  W(plane_turns_by, "A turns v by {}°.") \
  W(plane_null, "The null vector has no direction: drag v away from 0.") \
  W(plane_stays, "v stays on its line: A v = {} · v. It is an eigenvector, {} its eigenvalue.") \
  W(plane_nearly_stays, "v stays on its line, but for {}°: A v is about {} times v.") \
  W(plane_discriminant, "discriminant") \
  W(plane_two_real, "It is above 0: two eigenvalues, two lines stay.") \
  W(plane_double_one, "It is 0: one double eigenvalue, and one line stays.") \
  W(plane_double_all, "It is 0, and A only scales: every line stays.") \
  W(plane_complex, "It is below 0: no real eigenvalue, no line stays. The eigenvalues are complex: {}") \
  W(plane_no_basis, "A has no basis of eigenvectors in whole numbers: it is multiplied by itself instead.") \
  W(plane_directions, "arrows: the directions of v, A v, A² v, …") \
  W(plane_columns_are, "columns of P: eigenvectors; on D's diagonal: eigenvalues") \
  W(space_length, "length {}") \
  W(space_dot, "p · q = {} = {} = |p| |q| cos {}°") \
  W(space_both, "(p · q)² + |p × q|² = {} + {} = {} = |p|² |q|²") \
  W(space_area, "parallelogram: |p| |q| sin {}° = {}") \
  W(space_right_hand, "Right hand: curl the fingers from p to q, the thumb points along p × q.") \
  W(space_parallel, "p and q lie on one line: no parallelogram, no direction, p × q = 0.") \
  W(space_upright, "At right angles to both: p · (p × q) = {}, q · (p × q) = {}.") \
  W(plane_not_told, "What becomes of it is what you are asked.")
// clang-format on

namespace phrases {
#define WARPLENS_PLANE_PHRASE(name, ...) inline constexpr TextView name = tr_row(__VA_ARGS__);
WARPLENS_PLANE_PHRASES(WARPLENS_PLANE_PHRASE)
#undef WARPLENS_PLANE_PHRASE
}  // namespace phrases

}  // namespace warplens::scene
