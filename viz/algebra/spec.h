// The state of the plane and the space views as one line of text:
//
//   lens=equation A=[3 1; 0 2] B=[0 -1; 1 0] v=[1 -1] n=100 p=[1 0 0] q=[0 1 0] turn=30,20
//
// Fields that are left out have their defaults. A text is at most 400 characters.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "viz/algebra/matrix.h"
#include "viz/algebra/space.h"

namespace warplens::algebra {

// The aspect of a matrix that is shown.
enum class Lens : std::uint8_t {
  columns,    // where the basis goes
  area,       // the unit square and its image
  product,    // A, then B
  direction,  // how far a vector leaves its direction
  equation,   // the directions that stay, by the characteristic equation
  power,      // Aⁿ by eigenvectors
};
inline constexpr std::array<std::string_view, 6> kLensNames{"columns",   "area",     "product",
                                                            "direction", "equation", "power"};

// The direction from which space is seen, in degrees: around the vertical axis, and above the
// floor.
struct Turn {
  int round = 30, above = 20;
  friend bool operator==(const Turn&, const Turn&) = default;
};
inline constexpr int kMostAbove = 90;

struct PlaneSpec {
  Matrix a{2, 1, 0, 1};
  Matrix b{0, -1, 1, 0};  // moves after A, where products are looked at
  Vector v{1, 2};
  Lens lens = Lens::columns;
  std::uint32_t n = 2;  // of Aⁿ: 1 to kLargestPower
  Vector3 p{2, 0, 0}, q{1, 2, 0};
  Turn turn;
  friend bool operator==(const PlaneSpec&, const PlaneSpec&) = default;
};

[[nodiscard]] std::string text_of(const PlaneSpec& spec);  // what differs; "" of an untouched one
Result<PlaneSpec> parse_plane(std::string_view text);

// "1 1; 0 1", in brackets or not; a comma does for a blank.
[[nodiscard]] std::string text_of(const Matrix& matrix);
Result<Matrix> parse_matrix(std::string_view text);

}  // namespace warplens::algebra
