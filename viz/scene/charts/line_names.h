// The names of a line chart's coloured lines, at the right of the plot where the lines end.
//
//        ──●── device_copy      names that would lie over each other are pushed apart, and led to
//       ──●─╲─ cublasSgeam      from the ends of their lines
#pragma once

#include <vector>

#include "viz/scene/charts/line_layout.h"

namespace warplens::scene {

struct LineName {
  std::size_t series = 0;
  LineChartLayout::Place end;  // of its line
  float y = 0;                 // the middle of its text
};

// Names from top to bottom: each at least `line` pixels below the one above it, all within the
// plot, as near to their lines' ends as that leaves.
void push_apart(std::vector<LineName>& names, const Box& plot, float line);

// The names from top to bottom. If not all have room the less important are left out: the one
// pointed at is kept first, then recorded ones.
[[nodiscard]] std::vector<LineName> line_names(const Chart& chart, const LineChartLook& look,
                                               const LineChartLayout& layout, const Style& style);

void add_line_names(DrawList& list, const Chart& chart, const LineChartLook& look,
                    const LineChartLayout& layout, const Style& style);

}  // namespace warplens::scene
