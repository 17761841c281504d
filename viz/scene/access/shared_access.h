// The words of shared memory that one event wants, group by group: what the bank view, the punch
// card and the tile view draw.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/trace/trace.h"
#include "viz/analysis/access_cost.h"

namespace warplens::scene {

// One four-byte word and the lanes of one group that want it.
struct WordUse {
  std::uint64_t word = 0;   // byte offset in the shared window / 4
  std::uint32_t group = 0;  // index into SharedBreakdown::groups
  std::uint32_t lanes = 0;  // mask
  [[nodiscard]] std::uint32_t bank() const { return static_cast<std::uint32_t>(word % 32); }
  [[nodiscard]] std::uint64_t row() const { return word / 32; }
};

struct SharedAccess {
  analysis::SharedBreakdown breakdown;
  std::vector<WordUse> words;  // ascending by group, then by word; each pair once

  // Wavefronts that this word's bank takes in its group; more than 1 is a conflict.
  [[nodiscard]] std::uint32_t depth(const WordUse& use) const {
    return breakdown.groups[use.group].depth[use.bank()];
  }
};

// Empty for an event that does not touch shared memory.
[[nodiscard]] SharedAccess shared_access(const trace::Site& site, const trace::EventView& event);

}  // namespace warplens::scene
