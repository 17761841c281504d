// A family's ladder at one size: a bar a rung, the first kernel lowest, the fastest on top, beside
// each what it gained over the rung below and what the least times of both had said.
//
//                                      bandwidth   gained   by least times
//   device_copy    ███████████████████┐ 4.26 TB/s                          what it is held against
//   packed_vector  ████████████████   │ 3.58 TB/s    1.13×         1.00×
//   tile_padded    ██████████████     │ 3.17 TB/s    1.91×         1.00×
//   tile           ███████            │ 1.66 TB/s
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "viz/analysis/limits/ladder.h"
#include "viz/scene/charts/chart.h"

namespace warplens::scene {

struct LadderLook {
  ChartFigure figure = ChartFigure::bandwidth;
  timing::EntryKind ceiling = timing::EntryKind::ceiling;  // that shares are of
  std::vector<std::string> on_stage{};                     // variants that are looked at
  std::optional<std::size_t> pointed_at = std::nullopt;    // a rung
};

// The height in pixels that all rungs need to be readable.
[[nodiscard]] float ladder_height(const analysis::Ladder& ladder, const Style& style);

// A rung's row carries MarkId{bar, number of the rung from the bottom} over its whole width. What
// was not timed has a row without a bar that says so.
[[nodiscard]] DrawList ladder_chart(const analysis::Ladder& ladder, const LadderLook& look,
                                    Size size, const Style& style);

// "gained 1.91×, the least times say 1.00×"; of the lowest rung, of what was not timed, what there
// is. Empty: nothing.
[[nodiscard]] std::string gain_phrase(const analysis::Ladder& ladder, std::size_t rung,
                                      Language language);

}  // namespace warplens::scene
