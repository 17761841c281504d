// How the values of a block come together, step by step, and which lanes are at work in each.
//
//   loaded  1  1  1  1  1  1  1  1      64 values            a value: of how many elements it is
//   made
//           │ ╱   │ ╱   │ ╱   │ ╱
//   1       2     2     2     2         32 values
//           │   ╱       │   ╱
//   2       4           4               16 values
//
//   1  ●○●○●○●○ ●○●○●○●○                32 lanes · 2 warps, both divergent
//   2  ●○○○●○○○ ●○○○●○○○                …
//
// Columns are threads, and words of the shared array: one each where a thread has its own word.
// Colours are warps'. What has happened is solid, what the event under the cursor does is lit, the
// rest is faint; a value that no result is made of is hollow. Where columns would be too thin to be
// seen the view scrolls along them, and says which are in sight.
#pragma once

#include <optional>
#include <string>

#include "viz/analysis/value_flow.h"
#include "viz/scene/draw/draw_list.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

// `plain`: nothing from the current event's step on, so that a person can be asked about it.
enum class ReductionMarks : std::uint8_t { all, plain };

struct ReductionMoment {
  std::size_t event = 0;  // of the trace
  double phase = 1;
  std::int64_t scrolled = 0;  // columns right of the first that would be shown
};

// Ids: element (a: value's index) on values; row (a: step) on the steps' rows of lanes.
[[nodiscard]] DrawList reduction_view(const analysis::ValueFlow& flow,
                                      const ReductionMoment& moment, Size size, const Style& style,
                                      ReductionMarks marks = ReductionMarks::all);

// The most columns by which the view can be scrolled at this width.
[[nodiscard]] std::int64_t most_scrolled(const analysis::ValueFlow& flow, Size size,
                                         const Style& style);

}  // namespace warplens::scene
