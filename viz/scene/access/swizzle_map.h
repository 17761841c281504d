// A shared array's bank numbers before and after its padding or swizzle, by logical element.
//
//      column' = column ^ row
//      before  0  1  2  3          after  0  1  2  3     │//│   // padding
//           0 [0][1][2][3]              0 [0][1][2][3]
//           1 [0][1][2][3]              1 [1][0][3][2]
//
// Before: rows × columns one after the other. After: where the kernel's layout puts each element. A
// cell's colour and number are its bank, so a column of one colour is a conflict. The elements that
// the current event wants are lit in both. Side by side, or one below the other where that makes
// larger cells.
#pragma once

#include <cstdint>
#include <optional>

#include "kernels/cost/shared_breakdown.h"
#include "kernels/trace/trace.h"
#include "viz/scene/draw/draw_list.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

struct SwizzleMapLayout {
  Box before, after;     // the cells; `before` has no width when only `after` is drawn
  Box rule;              // one line of text
  float cell_width = 0;  // 0: there is no room
  float cell_height = 0;
  float label_size = 0;
  int label_lines = 2;  // above each half: its title, column numbers

  [[nodiscard]] bool has(bool is_after) const { return is_after || before.width > 0; }
};

// Beside another kernel's map only what the layout makes of the array is of interest.
enum class SwizzleHalves : std::uint8_t { both, after };

// An array whose layout is known.
[[nodiscard]] SwizzleMapLayout swizzle_map_layout(const trace::SharedArray& array, Size size,
                                                  const Style& style,
                                                  SwizzleHalves halves = SwizzleHalves::both);

// The cell under a point.
struct SwizzleCell {
  bool is_after = false;
  std::uint32_t row = 0;
  std::uint32_t column = 0;  // logical; from layout.columns on: padding, in the array's order
  friend bool operator==(const SwizzleCell&, const SwizzleCell&) = default;
};
[[nodiscard]] std::optional<SwizzleCell> cell_at(const SwizzleMapLayout& layout,
                                                 const trace::SharedArray& array, float x, float y);

// The element of the array in which a cell lies, in memory order: before, without padding and
// swizzle.
[[nodiscard]] std::uint32_t element_of(const trace::SharedArray& array, const SwizzleCell& cell);

// Ids: element (a: row, b: column) on lit elements before, word (a: word of shared memory, b:
// lanes) on lit elements after. `pointed` is outlined in both.
[[nodiscard]] DrawList swizzle_map(const trace::SharedArray& array,
                                   const analysis::SharedBreakdown& access,
                                   const SwizzleMapLayout& layout, Size size, const Style& style,
                                   std::optional<SwizzleCell> pointed = std::nullopt);

}  // namespace warplens::scene
