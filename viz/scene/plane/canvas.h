// The canvas of plane and space: a box of the view with a point of the world in its middle. Nothing
// leaves the box. Thin lines are polygons, so that handles and arrows lie above them.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "viz/algebra/matrix.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

class Canvas {
 public:
  Canvas(DrawList& list, const Style& style, const Box& box, double unit);

  [[nodiscard]] Polygon::Corner pixel(const algebra::Point& point) const;
  [[nodiscard]] bool holds(const algebra::Point& point) const;
  [[nodiscard]] const Box& box() const { return box_; }
  [[nodiscard]] const Style& style() const { return style_; }

  // These lie below everything that is drawn later.
  void thin_line(const algebra::Point& from, const algebra::Point& to, Color color, float width);
  void area(const std::vector<algebra::Point>& corners, Color fill);
  // These lie above.
  void line(const algebra::Point& from, const algebra::Point& to, Color color, float width);
  void dashes(const algebra::Point& from, const algebra::Point& to, Color color, float width);
  void arrow(const algebra::Point& from, const algebra::Point& to, Color color, float width);
  void dot(const algebra::Point& at, float radius, Color fill, Color outline, MarkId id = {});
  // A name beyond the end of an arrow from 0, or beside it, where no other name is; left out if
  // there is no room.
  enum class Place : std::uint8_t { beyond, beside };
  void name(const algebra::Point& at, const std::string& words, Color color,
            Place place = Place::beyond);

 private:
  struct Segment {
    Polygon::Corner from, to;
  };
  [[nodiscard]] bool clip(Segment& segment) const;

  DrawList& list_;
  const Style& style_;
  Box box_;
  double unit_;  // pixels
  std::vector<Box> names_;
};

}  // namespace warplens::scene
