// Every colour of the app, in one place. A colour says one thing:
//
//   lane      the viridis ramp, whose lightness rises evenly; a mark that is wide enough carries
//   the
//             lane's number. Threads and time, which are ordered too, take the same ramp.
//   bank      a position, never a colour. A map that must colour banks writes each one's number
//   into
//             its cell, and colours nothing where numbers do not fit.
//   cost      one ramp from neutral to red by how many times the ideal something takes: 1× is
//             neutral, and so is what nobody would mend (an efficiency of 80% is 1.25×).
//   warp      eight colours; the ninth warp looks like the first, so warps carry numbers, too.
//   series    of a chart: at most four hues, for what the question is about; the rest is grey until
//             it is pointed at.
//   outcome   of a cache: hit, miss, stored.
//
// Whatever must be told apart stays apart for people with deuteranopia, protanopia or tritanopia,
// in both themes: palette_vision_test.cpp simulates them. A warp or a lane has the same colour in
// every view and theme.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "viz/scene/draw/draw_list.h"

namespace warplens::scene {

enum class ThemeName : std::uint8_t { dark, light };

struct Theme {
  Color background = 0;  // behind everything
  Color cell = 0;        // a word or an element that nothing touches
  Color outside = 0;     // a place that belongs to no array
  Color padding = 0;     // hatching of padding
  Color grid = 0;        // thin lines
  Color text = 0;
  Color muted_text = 0;
  Color highlight = 0;  // the cursor, the current element
  Color sector = 0;     // outlines of 32-byte sectors
  Color conflict = 0;   // marks and words of what costs more than it must, of misses
  Color hit = 0;        // found in a cache
  Color barrier = 0;
};

[[nodiscard]] const Theme& theme(ThemeName name);

[[nodiscard]] Color lane_color(std::uint32_t lane);
inline constexpr std::size_t kWarpColors = 8;
[[nodiscard]] Color warp_color(std::uint64_t warp);
// Kinds of things where there are no warps, such as the host's calls: below kWarpColors.
[[nodiscard]] Color category_color(std::size_t category);
// An ordered value, 0 to 1: time, thread index.
[[nodiscard]] Color ramp_color(float position);

// The colour of a cost of `times` the ideal: neutral below kCostlyTimes, then ever redder up to 32
// times on a logarithmic scale; transparent at 0.
inline constexpr double kCostlyTimes = 1.5;
[[nodiscard]] Color cost_color(double times, ThemeName name);
// The same of a conflict's ways, or of a whole number of times.
[[nodiscard]] Color depth_color(std::uint32_t ways, ThemeName name);
// Whether `now` is worth a warning where `ideal` would do: kCostlyTimes of it or more.
[[nodiscard]] bool is_costly(std::uint64_t now, std::uint64_t ideal);

inline constexpr std::size_t kSeriesHues = 4;
// `hue` below kSeriesHues; nothing: grey.
[[nodiscard]] Color series_hue(std::optional<std::size_t> hue, ThemeName name);
// The colour of a grey series while it is pointed at.
[[nodiscard]] Color pointed_series(ThemeName name);

// `color` as it looks on a mark that is not served yet.
[[nodiscard]] Color waiting_color(Color color, ThemeName name);

// Black or white, whichever reads better on `background`.
[[nodiscard]] Color text_on(Color background);
[[nodiscard]] Color mix(Color from, Color to, float amount);
[[nodiscard]] Color with_alpha(Color color, std::uint8_t alpha);
// Relative luminance, 0 to 1, and contrast ratio, 1 to 21 (WCAG 2.1).
[[nodiscard]] float luminance(Color color);
[[nodiscard]] float contrast(Color a, Color b);

}  // namespace warplens::scene
