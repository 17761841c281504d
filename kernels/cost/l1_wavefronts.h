// L1's side of a load of global memory that finds all it wants there.
//
// L1 keeps its lines in the same banks as shared memory, and serves a load as it does one of shared
// memory: a wavefront for each word that lanes of a group want of one bank. Before that it looks
// for four lines of 128 bytes a cycle, so a load of many lines takes a quarter of their number at
// least. As measured on an H200 by tests/probes/unit_rates.cu (ld_l1_*): lanes 2 words apart take 2
// cycles, 8 words 8, 32 words 32; 5 words (5 lines, no two lanes on a bank) 2, 17 words (17
// lines) 5.
#pragma once

#include <cstdint>

#include "kernels/trace/trace.h"

namespace warplens::analysis {

// 0 of an event that is no load of global memory, or of no lane.
[[nodiscard]] std::uint32_t l1_wavefronts(const trace::Site& site, const trace::EventView& event);

// A CostFunction: add_cost(), and the wavefronts of loads of global memory, which have none by it.
void add_cost_in_l1(const trace::Site& site, const trace::EventView& event,
                    trace::SiteTotals& totals);

}  // namespace warplens::analysis
