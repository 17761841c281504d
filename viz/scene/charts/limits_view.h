// The limits of a kernel: a bar for each unit of the chip, as long as the least time that it needs,
// and the measured time as a bar and a line across.
//
//   DRAM                  ██████            16.2 µs │
//   L1 and shared memory  ████████████████  70.2 µs │   the limiting unit stands out
//   measured              ██████████████████ 87.3 µs│
#pragma once

#include <optional>
#include <string>

#include "viz/analysis/limits/limits.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

struct MeasuredTime {
  double seconds = 0;
  bool is_live = false;  // measured here, not recorded
};

// Rows carry MarkId{row, the unit}; the measured one MarkId{bar}.
[[nodiscard]] DrawList limits_view(const analysis::Limits& limits,
                                   std::optional<MeasuredTime> measured, Size size,
                                   const Style& style);

}  // namespace warplens::scene
