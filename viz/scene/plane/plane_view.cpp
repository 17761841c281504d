#include "viz/scene/plane/plane_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "viz/algebra/eigen.h"
#include "viz/algebra/interpolation.h"
#include "viz/scene/plane/canvas.h"

namespace warplens::scene {
namespace {

using algebra::Lens;
using algebra::Point;
using algebra::RealMatrix;

constexpr Point kFirst{1, 0}, kSecond{0, 1}, kCorner{1, 1}, kOrigin{0, 0};

Point times(double factor, const Point& point) { return {factor * point.x, factor * point.y}; }

bool shows_vector(Lens lens) { return lens == Lens::columns || lens == Lens::direction; }

double farthest(const algebra::PlaneSpec& spec) {
  const RealMatrix m = spec.lens == Lens::product ? real(spec.b * spec.a) : real(spec.a);
  std::vector<Point> points{m * kFirst, m * kSecond, kCorner};
  if (spec.lens == Lens::area) points.push_back(m * kCorner);
  if (spec.lens == Lens::product) points.push_back(real(spec.a) * kCorner);
  if (shows_vector(spec.lens)) {
    points.push_back(point_of(spec.v));
    points.push_back(m * point_of(spec.v));
  }
  double most = 0;
  for (const Point& each : points) most = std::max({most, std::abs(each.x), std::abs(each.y)});
  return most;
}

// So that a drag of a little does not change the picture's scale.
float usual_range(const algebra::PlaneSpec& spec) {
  constexpr std::array kRanges{3.0f,  4.0f,  5.0f,  6.0f,  8.0f, 10.0f,
                               12.0f, 16.0f, 20.0f, 30.0f, 50.0f};
  const double needed = farthest(spec) * 1.2;
  for (const float range : kRanges) {
    if (range >= needed) return range;
  }
  return static_cast<float>(std::ceil(needed / 100) * 100);
}

int grid_step(float range) {
  return range <= 12 ? 1 : range <= 30 ? 2 : range <= 60 ? 5 : static_cast<int>(range / 10);
}

class PlanePainter {
 public:
  PlanePainter(DrawList& list, const PlaneScene& scene, const PlaneLayout& layout,
               const Style& style)
      : scene_(scene),
        spec_(scene.spec),
        style_(style),
        colors_(theme(style.theme)),
        layout_(layout),
        canvas_(list, style, layout.plane, layout.unit()),
        now_(moved()) {}

  void paint() {
    grid({}, with_alpha(colors_.grid, 150), with_alpha(colors_.muted_text, 110), 1);
    if (spec_.lens == Lens::area) square();
    grid(now_, mix(colors_.background, colors_.muted_text, 0.55f), colors_.muted_text,
         style_.text_size * 0.09f);
    if (spec_.lens == Lens::equation || spec_.lens == Lens::power) kept_lines();
    basis();
    if (spec_.lens == Lens::power) directions();
    if (shows_vector(spec_.lens)) vector();
    if (scene_.picked) picked();
  }

 private:
  [[nodiscard]] RealMatrix moved() const {
    if (scene_.is_hidden) return {};
    if (spec_.lens == Lens::product) {
      return algebra::on_the_way(spec_.a, spec_.b, scene_.phase);
    }
    return algebra::on_the_way(spec_.a, scene_.phase);
  }
  [[nodiscard]] bool is_over() const { return scene_.phase >= 1 && !scene_.is_hidden; }

  // Far enough that the picture is full of it however small a matrix makes it, within reason.
  void grid(const RealMatrix& m, Color line, Color axis, float width) {
    const int step = grid_step(layout_.range);
    const int most =
        step * static_cast<int>(std::ceil(2.5f * layout_.range / static_cast<float>(step)));
    for (int k = -most; k <= most; k += step) {
      const bool is_axis = k == 0;
      const Color color = is_axis ? axis : line;
      const float thick = is_axis ? 2 * width : width;
      canvas_.thin_line(m * Point{double(k), double(-most)}, m * Point{double(k), double(most)},
                        color, thick);
      canvas_.thin_line(m * Point{double(-most), double(k)}, m * Point{double(most), double(k)},
                        color, thick);
    }
  }

  // Its image is hatched where the plane shows its back.
  void square() {
    const std::vector<Point> corners{kOrigin, now_ * kFirst, now_ * kCorner, now_ * kSecond};
    const bool is_back = determinant(now_) < 0;
    canvas_.area(corners, with_alpha(colors_.highlight, is_back ? 60 : 110));
    if (!is_back) return;
    constexpr int kHatches = 12;
    for (int i = 1; i < kHatches; ++i) {
      const double at = double(i) / kHatches;
      canvas_.thin_line(times(at, now_ * kFirst), times(at, now_ * kSecond), colors_.highlight,
                        1.5f);
      canvas_.thin_line(now_ * Point{1, at}, now_ * Point{at, 1},
                        with_alpha(colors_.highlight, 150), 1.5f);
    }
  }

  void kept_lines() {
    if (scene_.is_hidden) return;
    const algebra::Eigens all = algebra::eigens(spec_.a);
    const std::array hues{vector_hue(style_), image_hue(style_)};
    for (std::size_t i = 0; i < all.found.size(); ++i) {
      const Point far = times(4.0 * layout_.range, all.found[i].direction);
      canvas_.dashes(times(-1, far), far, hues[i], style_.text_size * 0.18f);
      const Point name = times(0.8 * layout_.range, all.found[i].direction);
      const bool is_double = all.found.size() == 1;
      canvas_.name(name, is_double ? "λ" : i == 0 ? "λ₁" : "λ₂", hues[i], Canvas::Place::beside);
    }
  }

  void basis() {
    const float width = style_.text_size * 0.33f;
    canvas_.arrow(kOrigin, now_ * kFirst, first_hue(style_), width);
    canvas_.arrow(kOrigin, now_ * kSecond, second_hue(style_), width);
    handle(PlaneHandle::first_column, now_ * kFirst, first_hue(style_));
    handle(PlaneHandle::second_column, now_ * kSecond, second_hue(style_));
    canvas_.name(now_ * kFirst, "î", first_hue(style_));
    canvas_.name(now_ * kSecond, "ĵ", second_hue(style_));
  }

  void vector() {
    const Point v = point_of(spec_.v), image = now_ * v;
    const float width = style_.text_size * 0.33f;
    if (spec_.lens == Lens::columns && !scene_.is_hidden) {
      const Point by_first = times(v.x, now_ * kFirst);
      canvas_.dashes(kOrigin, by_first, first_hue(style_), width * 0.5f);
      canvas_.dashes(by_first, image, second_hue(style_), width * 0.5f);
    }
    canvas_.arrow(kOrigin, v, vector_hue(style_), width);
    handle(PlaneHandle::vector, v, vector_hue(style_));
    canvas_.name(v, "v", vector_hue(style_));
    if (scene_.is_hidden || scene_.phase <= 0) return;
    canvas_.arrow(kOrigin, image, image_hue(style_), width);
    canvas_.name(image, "A v", image_hue(style_));
  }

  // Arrows in the directions of v, A v, A² v, …, all of one length: the older ones are paler.
  void directions() {
    if (scene_.is_hidden) return;
    constexpr std::uint32_t kMost = 12;
    Point v = point_of(spec_.v);
    const std::uint32_t count = std::min(spec_.n, kMost);
    for (std::uint32_t k = 0; k <= count; ++k) {
      const double length = std::hypot(v.x, v.y);
      if (length == 0) return;
      const Point end = times(0.62 * layout_.range / length, v);
      const float age = static_cast<float>(k) / static_cast<float>(count);
      canvas_.arrow(kOrigin, end, mix(colors_.background, colors_.text, 0.2f + 0.7f * age),
                    style_.text_size * 0.16f);
      if (k == 0) canvas_.name(end, "v", colors_.text);
      v = times(1 / length, real(spec_.a) * v);
    }
  }

  void handle(PlaneHandle which, const Point& at, Color color) {
    const bool is_there = is_over() && handle_place(spec_, which).has_value();
    if (!is_there) return;
    const bool is_chosen = scene_.chosen == which;
    canvas_.dot(at, style_.text_size * (is_chosen ? 0.8f : 0.62f),
                is_chosen ? colors_.background : with_alpha(color, 90), color,
                {MarkId::Kind::mover, static_cast<std::uint32_t>(which), 0});
  }

  void picked() {
    const Point at{double(scene_.picked->x), double(scene_.picked->y)};
    canvas_.dot(at, style_.text_size * 0.5f, with_alpha(colors_.highlight, 120), colors_.highlight);
    canvas_.name(at, "A v ?", colors_.text);
  }

  const PlaneScene& scene_;
  const algebra::PlaneSpec& spec_;
  const Style& style_;
  const Theme& colors_;
  PlaneLayout layout_;
  Canvas canvas_;
  RealMatrix now_;
};

// Small whole numbers along two edges, so that places can be read.
void paint_scale(DrawList& list, const PlaneLayout& layout, const Style& style) {
  const Box& plane = layout.plane;
  const Canvas canvas(list, style, plane, layout.unit());
  int step = grid_step(layout.range);
  while (layout.unit() * step < style.text_size * 3) step *= 2;
  const Color color = theme(style.theme).muted_text;
  const float size = style.text_size * 0.85f;
  if (size < style.smallest_text) return;
  const auto most = static_cast<int>(2.5f * layout.range);
  for (int k = -most / step * step; k <= most; k += step) {
    const Polygon::Corner at = canvas.pixel({double(k), double(k)});
    const std::string words = k < 0 ? fmt::format("−{}", -k) : fmt::format("{}", k);
    const float width = style.measure(words, size, false);
    if (at.x - width >= plane.x + 2 * size && at.x + width <= plane.x + plane.width) {
      put_text(list, {at.x - width, plane.y + plane.height, 2 * width, size * 1.3f}, words, size,
               {.align = Text::Align::center, .color = color});
    }
    const bool has_room = width <= plane.x - size * 0.3f;
    if (has_room && at.y >= plane.y + size && at.y <= plane.y + plane.height - size) {
      put_text(list, {0, at.y - size * 0.65f, plane.x - size * 0.3f, size * 1.3f}, words, size,
               {.align = Text::Align::right, .color = color});
    }
  }
}

}  // namespace

double PlaneLayout::unit() const {
  return static_cast<double>(std::min(plane.width, plane.height)) / (2.0 * range);
}

Point PlaneLayout::point_at(float x, float y) const {
  return {(x - plane.x - plane.width / 2) / unit(), (plane.y + plane.height / 2 - y) / unit()};
}

PlaneLayout plane_layout(const PlaneScene& scene, Size size, const Style& style) {
  PlaneLayout layout;
  layout.range = scene.range > 0 ? scene.range : usual_range(scene.spec);
  const float scale = style.text_size * 1.3f;  // for the numbers along the edges
  const float left = style.measure("−10", style.text_size * 0.85f, false) + style.text_size * 0.4f;
  const float narrowest = style.text_size * 17;
  const float beside = std::clamp(size.width - size.height, narrowest, size.width * 0.44f);
  const bool has_words = size.width >= 2.1f * narrowest && size.height >= style.text_size * 12;
  const float right = has_words ? beside : 0;
  layout.plane = {left, 0, std::max(size.width - right - left, 1.0f),
                  std::max(size.height - scale, 1.0f)};
  if (has_words) {
    const float gap = style.text_size;
    layout.words = {size.width - right + gap, 0, right - gap, size.height};
  }
  return layout;
}

DrawList plane_view(const PlaneScene& scene, Size size, const Style& style) {
  DrawList list;
  list.width = size.width;
  list.height = size.height;
  const PlaneLayout layout = plane_layout(scene, size, style);
  PlanePainter(list, scene, layout, style).paint();
  paint_scale(list, layout, style);
  if (layout.words.width > 0) {
    paint_formulas(list, style, layout.words, plane_formulas(scene, style));
  }
  return list;
}

std::optional<algebra::Vector> handle_place(const algebra::PlaneSpec& spec, PlaneHandle handle) {
  if (spec.lens == Lens::product) return std::nullopt;  // what stands there is B A's
  if (handle == PlaneHandle::first_column) return spec.a.first_column();
  if (handle == PlaneHandle::second_column) return spec.a.second_column();
  return shows_vector(spec.lens) ? std::optional(spec.v) : std::nullopt;
}

algebra::PlaneSpec with_handle(const algebra::PlaneSpec& spec, PlaneHandle handle,
                               const algebra::Vector& at) {
  algebra::PlaneSpec moved = spec;
  if (handle == PlaneHandle::first_column) {
    moved.a.a = at.x;
    moved.a.c = at.y;
  } else if (handle == PlaneHandle::second_column) {
    moved.a.b = at.x;
    moved.a.d = at.y;
  } else {
    moved.v = at;
  }
  return moved;
}

Color first_hue(const Style& style) { return series_hue(0, style.theme); }
Color second_hue(const Style& style) { return series_hue(1, style.theme); }
Color vector_hue(const Style& style) { return series_hue(2, style.theme); }
Color image_hue(const Style& style) { return series_hue(3, style.theme); }

}  // namespace warplens::scene
