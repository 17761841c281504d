// Loads of one warp that lie side by side in every lane, so that one wider load would do.
#pragma once

#include <set>

#include "viz/analysis/causes/suspect.h"

namespace warplens::analysis {

struct NarrowLoads {
  Suspects suspects;           // one a load, which share what their group could save
  std::set<std::size_t> rows;  // all loads of the groups
};

// Groups of 16, 8 or 4 bytes that are aligned to them in every lane, are loaded by the same lanes,
// at least four, without a barrier and without more than 32 other loads of the warp in between, and
// take fewer passes as one load.
[[nodiscard]] NarrowLoads narrow_loads(const BlockAccesses& block);

// Volatile, or ordered with other threads' accesses.
[[nodiscard]] bool is_ordered(const trace::Site& site);

// A load that is neither: what a compiler may merge, too.
[[nodiscard]] bool is_plain_load(const trace::Site& site);

}  // namespace warplens::analysis
