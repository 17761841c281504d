#include <cmath>
#include <numbers>

#include "viz/scene/plane/formula_pieces.h"
#include "viz/scene/plane/plane_phrases.h"
#include "viz/scene/plane/plane_view.h"
#include "viz/scene/plane/space_view.h"

namespace warplens::scene {
namespace {

using algebra::Fraction;
using algebra::Vector3;

std::string component(const Fraction& a, const Fraction& b, const Fraction& c, const Fraction& d) {
  return factor(a) + "·" + factor(b) + " − " + factor(c) + "·" + factor(d);
}

// Each component of the one that it is not of: as it is computed, with the names of what it takes.
FormulaPiece worked_out(const Vector3& p, const Vector3& q) {
  return {{},
          0,
          {{{component(p.y, q.z, p.z, q.y), 0, false}},
           {{component(p.z, q.x, p.x, q.z), 0, false}},
           {{component(p.x, q.y, p.y, q.x), 0, false}}}};
}

// "2·1 + 0·2 + 0·0".
std::string worked_out_dot(const Vector3& p, const Vector3& q) {
  return factor(p.x) + "·" + factor(q.x) + " + " + factor(p.y) + "·" + factor(q.y) + " + " +
         factor(p.z) + "·" + factor(q.z);
}

double degrees_between(const Vector3& p, const Vector3& q) {
  const double cosine = dot(p, q).value() / (length(p) * length(q));
  return std::acos(std::clamp(cosine, -1.0, 1.0)) * 180 / std::numbers::pi;
}

}  // namespace

std::vector<FormulaLine> space_formulas(const SpaceScene& scene, const Style& style) {
  const Vector3 &p = scene.spec.p, &q = scene.spec.q;
  const Language language = style.language;
  std::vector<FormulaLine> lines;
  lines.push_back(formula({said("p =", first_hue(style)), as_column(p, first_hue(style)),
                           said("q =", second_hue(style)), as_column(q, second_hue(style))}));
  if (scene.is_hidden) {
    lines.push_back(
        sentence(std::string(phrases::plane_not_told.in(language)), theme(style.theme).muted_text));
    return lines;
  }
  const bool has_angle = dot(p, p).sign() != 0 && dot(q, q).sign() != 0;
  const double angle = has_angle ? degrees_between(p, q) : 0;
  if (has_angle) {
    lines.push_back(sentence(say(phrases::space_dot, language, worked_out_dot(p, q),
                                 printed(dot(p, q)), degrees_text(angle))));
  }
  const Vector3 c = cross(p, q);
  lines.push_back(formula({said("p × q =", image_hue(style)), worked_out(p, q), said("="),
                           as_column(c, image_hue(style))}));
  if (dot(c, c).sign() == 0) {
    lines.push_back(sentence(std::string(phrases::space_parallel.in(language))));
    return lines;
  }
  const auto in_two = [](double number) {
    return algebra::printed(std::round(number * 100) / 100);
  };
  lines.push_back(formula({said("|p × q|:", image_hue(style)),
                           said(say(phrases::space_length, language, in_two(length(c))))}));
  lines.push_back(sentence(
      say(phrases::space_area, language, degrees_text(angle), in_two(parallelogram_area(p, q)))));
  const double along = std::pow(dot(p, q).value(), 2), across = std::pow(length(c), 2);
  lines.push_back(sentence(
      say(phrases::space_both, language, in_two(along), in_two(across), in_two(along + across))));
  lines.push_back(
      sentence(say(phrases::space_upright, language, printed(dot(p, c)), printed(dot(q, c)))));
  lines.push_back(sentence(std::string(phrases::space_right_hand.in(language))));
  return lines;
}

}  // namespace warplens::scene
