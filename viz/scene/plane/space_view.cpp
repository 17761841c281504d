#include "viz/scene/plane/space_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "viz/scene/plane/canvas.h"
#include "viz/scene/plane/plane_view.h"

namespace warplens::scene {
namespace {

using algebra::Point;
using algebra::Vector3;

constexpr double kRadians = std::numbers::pi / 180;
constexpr double kTooFlat = 0.12;  // the sine of the angle at which a floor is seen from its edge

struct Place {
  double x = 0, y = 0, z = 0;
};
Place place_of(const Vector3& v) { return {v.x.value(), v.y.value(), v.z.value()}; }
Place sum(const Place& a, const Place& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }

float usual_range(const SpaceScene& scene) {
  constexpr std::array kRanges{3.0f, 4.0f, 5.0f, 6.0f, 8.0f, 10.0f, 14.0f, 20.0f, 30.0f, 50.0f};
  const Vector3 &p = scene.spec.p, &q = scene.spec.q;
  const double sums = length(Vector3{p.x + q.x, p.y + q.y, p.z + q.z});
  double needed = std::max({length(p), length(q), sums, 2.0});
  if (!scene.is_hidden) needed = std::max(needed, length(cross(p, q)));
  for (const float range : kRanges) {
    if (range >= needed * 1.15) return range;
  }
  return static_cast<float>(std::ceil(needed * 1.15 / 100) * 100);
}

class SpacePainter {
 public:
  SpacePainter(DrawList& list, const SpaceScene& scene, const SpaceLayout& layout,
               const Style& style)
      : scene_(scene),
        style_(style),
        colors_(theme(style.theme)),
        range_(layout.range),
        canvas_(list, style, layout.space, layout.unit()) {}

  void paint() {
    floor();
    axes();
    const Place p = place_of(scene_.spec.p), q = place_of(scene_.spec.q);
    canvas_.area({{0, 0}, at(p), at(sum(p, q)), at(q)}, with_alpha(colors_.highlight, 90));
    canvas_.dashes(at(p), at(sum(p, q)), colors_.muted_text, 1.5f);
    canvas_.dashes(at(q), at(sum(p, q)), colors_.muted_text, 1.5f);
    if (!scene_.is_hidden) product();
    drop(p, first_hue(style_));
    drop(q, second_hue(style_));
    vector(p, first_hue(style_), "p");
    vector(q, second_hue(style_), "q");
    handle(SpaceHandle::p, p, first_hue(style_));
    handle(SpaceHandle::q, q, second_hue(style_));
    sense(p, q);
  }

 private:
  [[nodiscard]] Point at(const Place& place) const {
    return seen_at(scene_.spec.turn, place.x, place.y, place.z);
  }

  void floor() {
    const int step = range_ <= 10   ? 1
                     : range_ <= 20 ? 2
                     : range_ <= 50 ? 5
                                    : static_cast<int>(range_ / 10);
    const int most = static_cast<int>(range_ * 0.75f) / step * step;
    const Color color = with_alpha(colors_.grid, 170);
    for (int k = -most; k <= most; k += step) {
      const double line = k, end = most;
      canvas_.thin_line(at({line, -end, 0}), at({line, end, 0}), color, 1.2f);
      canvas_.thin_line(at({-end, line, 0}), at({end, line, 0}), color, 1.2f);
    }
  }

  void axes() {
    const double end = range_ * 0.85;
    const std::array<Place, 3> ends{{{end, 0, 0}, {0, end, 0}, {0, 0, end}}};
    constexpr std::array kNames{"x", "y", "z"};
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const Point tip = at(ends[i]);
      canvas_.thin_line({-0.4 * tip.x, -0.4 * tip.y}, tip, colors_.muted_text,
                        style_.text_size * 0.1f);
      canvas_.name(tip, kNames[i], colors_.muted_text);
    }
  }

  void vector(const Place& v, Color color, const char* name) {
    canvas_.arrow({0, 0}, at(v), color, style_.text_size * 0.33f);
    canvas_.name(at(v), name, color);
  }

  void product() {
    const Vector3 c = cross(scene_.spec.p, scene_.spec.q);
    if (dot(c, c).sign() == 0) return;
    const Place tip = place_of(c);
    canvas_.arrow({0, 0}, at(tip), image_hue(style_), style_.text_size * 0.36f);
    canvas_.name(at(tip), "p × q", image_hue(style_));
  }

  // Down to the floor and along it: where in space a tip is.
  void drop(const Place& v, Color color) {
    if (v.z == 0) return;
    const Place foot{v.x, v.y, 0};
    canvas_.dashes(at(v), at(foot), mix(colors_.background, color, 0.6f), 1.5f);
    canvas_.thin_line({0, 0}, at(foot), mix(colors_.background, color, 0.45f), 1.5f);
  }

  // The fingers: from p towards q, part of the way.
  void sense(const Place& p, const Place& q) {
    constexpr int kSteps = 14;
    constexpr double kReach = 0.38;
    const Vector3 c = cross(scene_.spec.p, scene_.spec.q);
    if (scene_.is_hidden || dot(c, c).sign() == 0) return;
    const double lp = length(scene_.spec.p), lq = length(scene_.spec.q);
    const double radius = kReach * std::min(lp, lq);
    const auto on_arc = [&](int i) {
      const double part = 0.08 + 0.84 * i / kSteps;
      const Place mixed{(1 - part) * p.x / lp + part * q.x / lq,
                        (1 - part) * p.y / lp + part * q.y / lq,
                        (1 - part) * p.z / lp + part * q.z / lq};
      const double size = std::sqrt(mixed.x * mixed.x + mixed.y * mixed.y + mixed.z * mixed.z);
      const double to = size > 0 ? radius / size : 0;
      return at({mixed.x * to, mixed.y * to, mixed.z * to});
    };
    for (int i = 0; i + 2 < kSteps; ++i) {
      canvas_.line(on_arc(i), on_arc(i + 1), colors_.text, style_.text_size * 0.12f);
    }
    canvas_.arrow(on_arc(kSteps - 3), on_arc(kSteps), colors_.text, style_.text_size * 0.12f);
  }

  void handle(SpaceHandle which, const Place& v, Color color) {
    const bool is_chosen = scene_.chosen == which;
    canvas_.dot(at(v), style_.text_size * (is_chosen ? 0.8f : 0.62f),
                is_chosen ? colors_.background : with_alpha(color, 90), color,
                {MarkId::Kind::mover, static_cast<std::uint32_t>(which), 0});
  }

  const SpaceScene& scene_;
  const Style& style_;
  const Theme& colors_;
  float range_;
  Canvas canvas_;
};

}  // namespace

double SpaceLayout::unit() const {
  return static_cast<double>(std::min(space.width, space.height)) / (2.0 * range);
}

SpaceLayout space_layout(const SpaceScene& scene, Size size, const Style& style) {
  SpaceLayout layout;
  layout.range = scene.range > 0 ? scene.range : usual_range(scene);
  const float narrowest = style.text_size * 17;
  const bool has_words = size.width >= 2.1f * narrowest && size.height >= style.text_size * 12;
  const float right =
      has_words ? std::clamp(size.width - size.height, narrowest, size.width * 0.44f) : 0;
  layout.space = {0, 0, std::max(size.width - right, 1.0f), std::max(size.height, 1.0f)};
  if (has_words) {
    layout.words = {size.width - right + style.text_size, 0, right - style.text_size, size.height};
  }
  return layout;
}

// Before the space is turned x points to the viewer, y to the right and z up.
Point seen_at(const algebra::Turn& turn, double x, double y, double z) {
  const double round = turn.round * kRadians, above = turn.above * kRadians;
  const double right = -std::sin(round) * x + std::cos(round) * y;
  const double away = -(std::cos(round) * x + std::sin(round) * y);
  return {right, std::sin(above) * away + std::cos(above) * z};
}

std::optional<Point> along_floor(const algebra::Turn& turn, double right, double up) {
  const double round = turn.round * kRadians, steep = std::sin(turn.above * kRadians);
  if (std::abs(steep) < kTooFlat) return std::nullopt;
  const double away = up / steep;
  return Point{-std::sin(round) * right - std::cos(round) * away,
               std::cos(round) * right - std::sin(round) * away};
}

DrawList space_view(const SpaceScene& scene, Size size, const Style& style) {
  DrawList list;
  list.width = size.width;
  list.height = size.height;
  const SpaceLayout layout = space_layout(scene, size, style);
  SpacePainter(list, scene, layout, style).paint();
  if (layout.words.width > 0) {
    paint_formulas(list, style, layout.words, space_formulas(scene, style));
  }
  return list;
}

}  // namespace warplens::scene
