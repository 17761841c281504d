// Lines that lead from each lane's place in the rail to the bytes that it wants. They stand in a
// band between rail and sectors, where few rows of sectors leave the view room for it:
//
//   lanes   0   1   2   3
//           │    ╲ ╱   │
//           │    ╱ ╲   │
//          ┌───┬───┬───┐
//          │ 0 │ 2 │ 1 │ …
#pragma once

#include <array>
#include <span>

#include "kernels/trace/trace.h"
#include "viz/scene/access/sector_flow.h"
#include "viz/scene/draw/draw_list.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

// The height of the band above `flow`, which was laid out in `room`; 0 where there is none.
[[nodiscard]] float lead_height(const SectorFlow& flow, const Box& room, const Style& style);

// `flow`, that much further down.
void move_down(SectorFlow& flow, float by);

// Adds a line from the foot of `lane`'s place in the rail to the top of its bytes, with opacity
// `alpha`.
void add_lead(DrawList& list, std::uint32_t lane, const Box& place, const Box& bytes,
              std::uint8_t alpha = 0xff);

}  // namespace warplens::scene
