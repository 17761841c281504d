// How the shared side's cost of one event comes about: which lanes are served together, how deep
// they go into the banks, and the words that they want.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/cost/access_cost.h"
#include "kernels/trace/trace.h"

namespace warplens::analysis {

struct SharedGroup {
  std::uint32_t lanes = 0;  // mask of the lanes served together
  std::uint32_t wavefronts = 0;
  std::array<std::uint8_t, kBanks> depth{};  // each bank's wavefronts in this group
};

// One four-byte word and the lanes of one group that want it.
struct WordUse {
  std::uint64_t word = 0;   // byte offset in the shared window / 4
  std::uint32_t group = 0;  // index into SharedBreakdown::groups
  std::uint32_t lanes = 0;  // mask
  [[nodiscard]] std::uint32_t bank() const { return static_cast<std::uint32_t>(word % kBanks); }
  [[nodiscard]] std::uint64_t row() const { return word / kBanks; }
};

struct SharedBreakdown {
  std::vector<SharedGroup> groups;  // groups with at least one active lane
  std::vector<WordUse> words;       // ascending by group, then by word; each pair once
  bool merged = false;              // neighbouring groups merged (loads of 8 and 16 bytes)

  // Wavefronts that this word's bank takes in its group; more than 1 is a conflict.
  [[nodiscard]] std::uint32_t depth(const WordUse& use) const {
    return groups[use.group].depth[use.bank()];
  }
};

// Empty for an event that does not touch shared memory, or in a way that is not modelled.
[[nodiscard]] SharedBreakdown shared_breakdown(const trace::Site& site,
                                               const trace::EventView& event);

}  // namespace warplens::analysis
