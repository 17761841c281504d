// What a lesson's step wants a person to make in the plane or the space.
//
//   {"motion": {"example": "A=[1 2; 1 -1]", "det": "-3", "no_zeros": true}}
//
// The example is a state that meets the goal, by which the tour and tests take the step; nobody is
// told of it. All that a goal names must hold at once:
//
//   "watched": true             the motion was seen from the identity to its end
//   "keeps": ["A", "n"]         these are as in the example
//   "det": "-3"                 of A; "product_det" of B A
//   "no_zeros": true            no entry of A is 0
//   "sends": [["1 1", "3 3"]]   A takes the first vector to the second
//   "eigenvector": true         A leaves v on its line, within algebra::kOnItsLine degrees
//   "case": "complex"           of A's eigenvalues: two_real, double_one, double_everywhere,
//   complex "n_at_least": 100           of the power "cross": "0 0 -6"           p × q "turned":
//   true              space was turned away from how it first stands
//   "dot": "0"                  p · q
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/features/plane/seen_plane.h"
#include "kernels/base/json_fields.h"
#include "viz/algebra/eigen.h"
#include "viz/algebra/spec.h"

namespace warplens::plane {

struct Sending {
  algebra::Vector from, to;
};

struct PlaneGoal {
  algebra::PlaneSpec example;
  bool watched = false, no_zeros = false, eigenvector = false, turned = false;
  std::vector<std::string> keeps;
  std::optional<algebra::Fraction> det, product_det, dot;
  std::vector<Sending> sends;
  std::optional<algebra::EigenCase> eigen_case;
  std::optional<std::uint32_t> n_at_least;
  std::optional<algebra::Vector3> cross;
};

// What is wrong is kept by the fields.
[[nodiscard]] PlaneGoal plane_goal_of(const JsonFields& fields);

[[nodiscard]] bool meets(const SeenPlane& seen, const PlaneGoal& goal);

// A v stays on v's line.
[[nodiscard]] bool is_on_its_line(const algebra::Matrix& matrix, const algebra::Vector& vector);

}  // namespace warplens::plane
