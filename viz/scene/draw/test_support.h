// Helpers for tests: accesses by hand, and what must hold of every draw list.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "kernels/trace/trace.h"
#include "viz/scene/draw/draw_list.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

inline trace::Site make_site(trace::EventKind kind, trace::Space space, std::uint8_t width) {
  trace::Site site;
  site.kind = kind;
  site.space = space;
  site.width = width;
  return site;
}
inline trace::Site shared_load(std::uint8_t width = 4) {
  return make_site(trace::EventKind::load, trace::Space::shared, width);
}
inline trace::Site global_load(std::uint8_t width = 4) {
  return make_site(trace::EventKind::load, trace::Space::global, width);
}

inline trace::EventView make_event(std::uint32_t mask,
                                   const std::function<std::uint64_t(std::uint32_t)>& address) {
  trace::EventView event;
  event.site = 0;
  event.mask = mask;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
    if (mask >> lane & 1u) event.address[lane] = address(lane);
  return event;
}
inline constexpr std::uint32_t kAllLanes = 0xffffffffu;

// Lane i reads row i, column 0 of a tile of `pitch` words.
inline trace::EventView column_read(std::uint32_t pitch) {
  return make_event(kAllLanes,
                    [pitch](std::uint32_t lane) { return std::uint64_t{lane} * pitch * 4; });
}

inline Box box_of(const Text& text, const Style& style) {
  const float width = style.measure(text.text, text.size, text.monospace);
  float x = text.x;
  if (text.align == Text::Align::center) x -= width / 2;
  if (text.align == Text::Align::right) x -= width;
  return {x, text.y - text.size / 2, width, text.size};
}

inline bool overlap(const Box& a, const Box& b) {
  constexpr float kSlack = 0.01f;
  return a.x + kSlack < b.x + b.width && b.x + kSlack < a.x + a.width &&
         a.y + kSlack < b.y + b.height && b.y + kSlack < a.y + a.height;
}

inline bool inside(const Box& box, const DrawList& list) {
  constexpr float kSlack = 0.05f;
  return box.x >= -kSlack && box.y >= -kSlack && box.x + box.width <= list.width + kSlack &&
         box.y + box.height <= list.height + kSlack;
}

// Expects nothing outside the view, no two texts over each other, every text large enough to read.
inline void expect_well_formed(const DrawList& list, const Style& style) {
  for (const Rectangle& r : list.rectangles)
    EXPECT_TRUE(inside({r.x, r.y, r.width, r.height}, list))
        << "rectangle at " << r.x << ", " << r.y;
  for (const Line& l : list.lines)
    EXPECT_TRUE(inside(
        {std::min(l.x0, l.x1), std::min(l.y0, l.y1), std::abs(l.x1 - l.x0), std::abs(l.y1 - l.y0)},
        list))
        << "line at " << l.x0 << ", " << l.y0;
  for (const Polygon& p : list.polygons) {
    EXPECT_GE(p.corners.size(), 3u);
    for (const Polygon::Corner& c : p.corners)
      EXPECT_TRUE(inside({c.x, c.y, 0, 0}, list)) << "corner at " << c.x << ", " << c.y;
  }
  for (const CellGrid& g : list.grids) EXPECT_EQ(g.colors.size(), std::size_t{g.columns} * g.rows);
  for (std::size_t i = 0; i < list.texts.size(); ++i) {
    const Box box = box_of(list.texts[i], style);
    EXPECT_TRUE(inside(box, list)) << list.texts[i].text << " reaches outside";
    EXPECT_GE(list.texts[i].size, style.smallest_text) << list.texts[i].text;
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_FALSE(overlap(box, box_of(list.texts[j], style)))
          << list.texts[i].text << " lies over " << list.texts[j].text;
  }
}

inline std::vector<Rectangle> with_kind(const DrawList& list, MarkId::Kind kind) {
  std::vector<Rectangle> found;
  for (const Rectangle& r : list.rectangles)
    if (r.id.kind == kind) found.push_back(r);
  return found;
}

inline bool has_text(const DrawList& list, const std::string& text) {
  return std::any_of(list.texts.begin(), list.texts.end(),
                     [&](const Text& t) { return t.text == text; });
}

// Every character of `text` beyond ASCII is one of `known`.
inline void expect_characters_in(const std::string& known, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::size_t length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : 3;
    if (length > 1) {
      EXPECT_NE(known.find(text.substr(at, length)), std::string::npos) << text.substr(at, length);
    }
    at += length;
  }
}

}  // namespace warplens::scene
