// The global side of one event as linear memory: 32-byte sectors in 128-byte lines.
//
//   5 sectors, 4 at best · 128 of 160 bytes used · 80%
//   lanes    0  1  2  3 …  31                             where moving lanes start; lines lead from
//                                                         there where few rows leave room
//   [0, 0] +0                 [0, 32] +128
//   ┌──────┬──────┬──────┬──────┐ ┌──────┬──────┬──────┬──────┐
//   │//////│ 0  1 │ 2  3 │ 4  5 │ │ 6 7//│      │      │      │   bytes by lane; // moved, not used
//   └──────┴──────┴──────┴──────┘ └──────┴──────┴──────┴──────┘
//
// Sectors far apart are drawn one by one with the bytes between them as a number. Everything wraps
// into rows, so nothing is cut at any size.
// Motion: below phase 1 lanes travel as numbered chips from the rail to their bytes when their
// sector's pass comes. All marks stand where they end, at every phase.
#pragma once

#include <span>
#include <string>

#include "kernels/trace/trace.h"
#include "viz/scene/access/sector_groups.h"
#include "viz/scene/draw/draw_list.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

// `plain`: which bytes lanes want, and nothing about sectors, so that a person can be asked.
enum class StripMarks : std::uint8_t { sectors, plain };

// `strip` with Grain::lines for plain marks. Ids: sector (a: index into strip.sectors) on each,
// element (a: index into strip.uses, b: lanes) on used bytes, mover (a: lane, b: the use that it
// goes to) on chips, which lie over them.
[[nodiscard]] DrawList sector_strip(const SectorGroups& strip,
                                    std::span<const trace::Buffer> buffers, Size size,
                                    const Style& style, double phase = 1,
                                    StripMarks marks = StripMarks::sectors);

// "in[3, 32]": the element at an address; "in[3, 0–7]" for all that `bytes` reach; of a buffer of
// one row "in[35]"; the address where no buffer is.
[[nodiscard]] std::string element_label(std::span<const trace::Buffer> buffers,
                                        std::uint64_t address, std::uint64_t bytes);

}  // namespace warplens::scene
