#include "viz/scene/plane/formula_pieces.h"

#include <cmath>

namespace warplens::scene {

using algebra::Fraction;

FormulaPiece said(std::string words, Color color) { return {std::move(words), color, {}}; }

FormulaPiece as_piece(const algebra::Matrix& m, Color first, Color second) {
  return {{},
          0,
          {{{printed(m.a), first, false}, {printed(m.b), second, false}},
           {{printed(m.c), first, false}, {printed(m.d), second, false}}}};
}

FormulaPiece as_piece(const algebra::RealMatrix& m) {
  using algebra::printed;
  return {{},
          0,
          {{{printed(m.a), 0, false}, {printed(m.b), 0, false}},
           {{printed(m.c), 0, false}, {printed(m.d), 0, false}}}};
}

FormulaPiece as_column(const algebra::Vector& v, Color color) {
  return {{}, 0, {{{printed(v.x), color, false}}, {{printed(v.y), color, false}}}};
}

FormulaPiece as_column(const algebra::Vector3& v, Color color) {
  return {{},
          0,
          {{{printed(v.x), color, false}},
           {{printed(v.y), color, false}},
           {{printed(v.z), color, false}}}};
}

std::string factor(const Fraction& number) {
  const std::string text = printed(number);
  return number.sign() < 0 ? "(" + text + ")" : text;
}

std::string point_text(const algebra::Vector& v) {
  return "(" + printed(v.x) + ", " + printed(v.y) + ")";
}

std::string degrees_text(double degrees) {
  const double rounded = std::round(degrees * 10) / 10;
  std::string text = fmt::format("{:.1f}", std::abs(rounded));
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return (rounded < 0 ? "−" : "") + text;
}

}  // namespace warplens::scene
