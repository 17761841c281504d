#include "viz/scene/plane/canvas.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace warplens::scene {
namespace {

using Corner = Polygon::Corner;

// The part of a convex polygon on the inner side of one edge of a box (Sutherland and Hodgman).
template <class Distance>
std::vector<Corner> inner_part(const std::vector<Corner>& corners, Distance distance) {
  std::vector<Corner> inner;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Corner &from = corners[i], &to = corners[(i + 1) % corners.size()];
    const float before = distance(from), after = distance(to);
    if (before >= 0) inner.push_back(from);
    if ((before >= 0) == (after >= 0)) continue;
    const float part = before / (before - after);
    inner.push_back({from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)});
  }
  return inner;
}

std::vector<Corner> within(std::vector<Corner> corners, const Box& box) {
  corners = inner_part(corners, [&](const Corner& c) { return c.x - box.x; });
  corners = inner_part(corners, [&](const Corner& c) { return box.x + box.width - c.x; });
  corners = inner_part(corners, [&](const Corner& c) { return c.y - box.y; });
  return inner_part(corners, [&](const Corner& c) { return box.y + box.height - c.y; });
}

bool meet(const Box& a, const Box& b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

bool lies_in(const Box& inner, const Box& outer) {
  return inner.x >= outer.x && inner.y >= outer.y &&
         inner.x + inner.width <= outer.x + outer.width &&
         inner.y + inner.height <= outer.y + outer.height;
}

}  // namespace

Canvas::Canvas(DrawList& list, const Style& style, const Box& box, double unit)
    : list_(list), style_(style), box_(box), unit_(unit) {}

Corner Canvas::pixel(const algebra::Point& point) const {
  return {box_.x + box_.width / 2 + static_cast<float>(point.x * unit_),
          box_.y + box_.height / 2 - static_cast<float>(point.y * unit_)};
}

bool Canvas::holds(const algebra::Point& point) const {
  const Corner at = pixel(point);
  return lies_in({at.x, at.y, 0, 0}, box_);
}

// Liang and Barsky's.
bool Canvas::clip(Segment& segment) const {
  const Corner from = segment.from, to = segment.to;
  const float dx = to.x - from.x, dy = to.y - from.y;
  float first = 0, last = 1;
  const std::array<std::array<float, 2>, 4> sides{{{-dx, from.x - box_.x},
                                                   {dx, box_.x + box_.width - from.x},
                                                   {-dy, from.y - box_.y},
                                                   {dy, box_.y + box_.height - from.y}}};
  for (const auto& [leaving, room] : sides) {
    if (leaving == 0 && room < 0) return false;
    if (leaving < 0) first = std::max(first, room / leaving);
    if (leaving > 0) last = std::min(last, room / leaving);
  }
  if (first > last) return false;
  segment = {{from.x + first * dx, from.y + first * dy}, {from.x + last * dx, from.y + last * dy}};
  return true;
}

void Canvas::thin_line(const algebra::Point& from, const algebra::Point& to, Color color,
                       float width) {
  Segment segment{pixel(from), pixel(to)};
  if (!clip(segment)) return;
  const float dx = segment.to.x - segment.from.x, dy = segment.to.y - segment.from.y;
  const float length = std::hypot(dx, dy);
  if (length < 0.5f) return;
  const float x = -dy / length * width / 2, y = dx / length * width / 2;
  std::vector<Corner> corners = within({{segment.from.x + x, segment.from.y + y},
                                        {segment.to.x + x, segment.to.y + y},
                                        {segment.to.x - x, segment.to.y - y},
                                        {segment.from.x - x, segment.from.y - y}},
                                       box_);
  if (corners.size() >= 3) list_.polygons.push_back({std::move(corners), color});
}

void Canvas::area(const std::vector<algebra::Point>& points, Color fill) {
  std::vector<Corner> corners;
  for (const algebra::Point& each : points) corners.push_back(pixel(each));
  corners = within(std::move(corners), box_);
  if (corners.size() >= 3) list_.polygons.push_back({std::move(corners), fill});
}

void Canvas::line(const algebra::Point& from, const algebra::Point& to, Color color, float width) {
  Segment segment{pixel(from), pixel(to)};
  if (!clip(segment)) return;
  list_.lines.push_back({segment.from.x, segment.from.y, segment.to.x, segment.to.y, color, width});
}

void Canvas::dashes(const algebra::Point& from, const algebra::Point& to, Color color,
                    float width) {
  Segment segment{pixel(from), pixel(to)};
  if (!clip(segment)) return;
  const float dx = segment.to.x - segment.from.x, dy = segment.to.y - segment.from.y;
  const float length = std::hypot(dx, dy), dash = style_.text_size * 0.6f;
  for (float at = 0; at < length; at += 2 * dash) {
    const float end = std::min(at + dash, length);
    list_.lines.push_back({segment.from.x + dx * at / length, segment.from.y + dy * at / length,
                           segment.from.x + dx * end / length, segment.from.y + dy * end / length,
                           color, width});
  }
}

void Canvas::arrow(const algebra::Point& from, const algebra::Point& to, Color color, float width) {
  const Corner start = pixel(from), end = pixel(to);
  const float dx = end.x - start.x, dy = end.y - start.y, length = std::hypot(dx, dy);
  const float head = std::min(style_.text_size * 1.25f, length * 0.6f);
  if (length < 1) return;
  const float ux = dx / length, uy = dy / length, half = head * 0.42f;
  if (!holds(to)) return line(from, to, color, width);
  const Corner neck{end.x - ux * head, end.y - uy * head};
  std::vector<Corner> corners = within(
      {end, {neck.x - uy * half, neck.y + ux * half}, {neck.x + uy * half, neck.y - ux * half}},
      box_);
  if (corners.size() >= 3) list_.polygons.push_back({std::move(corners), color});
  Segment shaft{start, {end.x - ux * head * 0.8f, end.y - uy * head * 0.8f}};
  if (!clip(shaft)) return;
  list_.lines.push_back({shaft.from.x, shaft.from.y, shaft.to.x, shaft.to.y, color, width});
}

void Canvas::dot(const algebra::Point& at, float radius, Color fill, Color outline, MarkId id) {
  const Corner middle = pixel(at);
  const Box around{middle.x - radius, middle.y - radius, 2 * radius, 2 * radius};
  if (!lies_in(around, {0, 0, list_.width, list_.height}) || !holds(at)) return;
  list_.rectangles.push_back({around.x, around.y, around.width, around.height, fill, outline,
                              style_.text_size * 0.14f, radius, id});
}

void Canvas::name(const algebra::Point& at, const std::string& words, Color color, Place place) {
  if (!holds(at)) return;
  const float size = style_.text_size * 1.6f;
  const Box needed{0, 0, style_.measure(words, size, false) + size * 0.3f, size * 1.2f};
  const Corner tip = pixel(at);
  const double beyond = at.x == 0 && at.y == 0 ? 0.8 : std::atan2(at.y, at.x);
  const double away = place == Place::beyond ? beyond : beyond + std::numbers::pi / 2;
  constexpr std::array kTurns{0.0, 0.7, -0.7, 1.4, -1.4, 2.2, -2.2, 3.1};
  for (const double turn : kTurns) {
    const double angle = away + turn;
    const float reach = style_.text_size * 0.9f;
    const float x = tip.x + static_cast<float>(std::cos(angle)) * (reach + needed.width / 2);
    const float y = tip.y - static_cast<float>(std::sin(angle)) * (reach + needed.height / 2);
    const Box there{x - needed.width / 2, y - needed.height / 2, needed.width, needed.height};
    const bool is_free =
        lies_in(there, box_) &&
        std::ranges::none_of(names_, [&](const Box& other) { return meet(there, other); });
    if (!is_free) continue;
    names_.push_back(there);
    // Grid lines do not run through its letters.
    list_.rectangles.push_back({there.x,
                                there.y,
                                there.width,
                                there.height,
                                with_alpha(theme(style_.theme).background, 215),
                                0,
                                1,
                                size * 0.25f,
                                {}});
    put_text(list_, there, words, size, {.align = Text::Align::center, .color = color});
    return;
  }
}

}  // namespace warplens::scene
