// Every colour of the app, in one place.
//
// Warps take the seven hues of Okabe and Ito ("Color Universal Design", 2008) and a grey, which
// stay apart for people with any of the common colour deficiencies. Ordered things (lanes, threads,
// time) take viridis, whose lightness rises evenly. Conflict depth takes a ramp that moves away
// from the background's lightness: deeper is always stronger, in the light theme and in the dark
// one. A warp or a lane has the same colour in every view and theme.
#pragma once

#include <cstdint>

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
  Color conflict = 0;   // marks of conflicts, of misses
  Color hit = 0;        // found in a cache
  Color barrier = 0;
};

[[nodiscard]] const Theme& theme(ThemeName name);

[[nodiscard]] Color lane_color(std::uint32_t lane);
[[nodiscard]] Color warp_color(std::uint64_t warp);
// An ordered value, 0 to 1: time, thread index.
[[nodiscard]] Color ramp_color(float position);
// How many wavefronts (or times the fewest sectors) something takes: 1 is calm, 2 to 32 grows on a
// logarithmic scale; 0 is transparent.
[[nodiscard]] Color depth_color(std::uint32_t ways, ThemeName name);

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
