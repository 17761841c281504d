// How often pairs of instructions race, once it is known what there is to say of them: a missing
// barrier races at every access of a loop, and each costs no more than a count.
#pragma once

#include <array>
#include <cstdint>
#include <map>

#include "kernels/machine/program/race_detector.h"

namespace warplens::machine {

struct RacePair {
  std::uint32_t earlier = 0, later = 0;  // instructions
  RaceAccessKind earlier_kind = RaceAccessKind::read, later_kind = RaceAccessKind::read;
  bool same_value = false;
  bool within_warp = false;  // between lanes of one
  friend auto operator<=>(const RacePair&, const RacePair&) = default;
};

[[nodiscard]] inline RacePair pair_of(const Race& race) {
  return {
      race.earlier.instruction, race.later.instruction,
      race.earlier.kind,        race.later.kind,
      race.same_value,          race.earlier.thread / kWarpSize == race.later.thread / kWarpSize};
}

// Lanes of a warp store the same to one place with one instruction. It is not defined whose store
// is done (CUDA C++ Programming Guide, "SIMT Architecture"), and does not matter.
[[nodiscard]] inline bool is_of_one_store(const RacePair& pair) {
  return pair.same_value && pair.within_warp && pair.earlier == pair.later;
}

class RacePairs {
 public:
  // Makes the pair known, so that it is counted from now on.
  void add(const RacePair& pair) { counts_.try_emplace(pair, 0); }
  // Counts another race of a known pair; false for one that is not.
  bool count(const RacePair& pair) {
    Recent& recent = recent_[(pair.earlier * 31 + pair.later) % recent_.size()];
    if (recent.count == nullptr || recent.pair != pair) {
      const auto found = counts_.find(pair);
      if (found == counts_.end()) return false;
      recent = {pair, &found->second};
    }
    ++*recent.count;
    return true;
  }
  // The pairs in order of their instructions, with their counts.
  [[nodiscard]] const std::map<RacePair, std::uint64_t>& counts() const { return counts_; }
  void clear() {
    counts_.clear();
    recent_ = {};
  }

 private:
  struct Recent {
    RacePair pair;
    std::uint64_t* count = nullptr;  // in counts_
  };
  std::map<RacePair, std::uint64_t> counts_;
  std::array<Recent, 64> recent_{};
};

}  // namespace warplens::machine
