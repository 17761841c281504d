// The punch card: which lane accesses which bank, 32 rows (lanes) by 32 columns (banks). A column
// with more than one punch in a group is where lanes may meet; the punches of a bank that needs
// more than one wavefront are outlined and their column is tinted by its depth. In motion the rows
// light up wavefront by wavefront: a band lies over those under way, lanes not yet served are dim.
#pragma once

#include "kernels/cost/shared_breakdown.h"
#include "viz/scene/access/service.h"
#include "viz/scene/draw/draw_list.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

// Ids: lane (a: lane, b: bank) on each punch, bank (a: bank) on a tinted column, mover (a: lane) on
// the band of a row under way. `motion` is of `access`; null: at rest.
[[nodiscard]] DrawList punch_card(const analysis::SharedBreakdown& access, Size size,
                                  const Style& style, const Motion* motion = nullptr);

}  // namespace warplens::scene
