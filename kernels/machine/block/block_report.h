// The findings of one block: what it does wrong, by source line, warp and lane.
//
// Loads of what nothing has written yet are kept apart until the block is over: where the write
// comes later after all, load and write race, and the race is the finding.
#pragma once

#include <cstdint>
#include <functional>
#include <set>

#include "kernels/machine/launch/finding_log.h"
#include "kernels/machine/launch/finding_text.h"
#include "kernels/machine/launch/launch.h"

namespace warplens::machine {

struct FindingPlace {
  std::uint32_t instruction = 0;
  std::uint32_t warp = 0;
  std::uint32_t lane = 0;
  std::uint32_t site = trace::kNone;
  std::uint32_t other = kNoIndex;  // a race: the earlier access's instruction
  bool within_warp = false;        // a race: between lanes of one warp
};

class BlockReport {
 public:
  explicit BlockReport(const PreparedLaunch& launch) : launch_(&launch) {}

  void start(std::uint64_t block);
  void add(trace::FindingKind kind, const FindingPlace& place, const FindingText& text);
  // Adds a finding whose text is costly to make: it is made for the first occurrence only.
  template <class Text>
  void add_lazily(trace::FindingKind kind, const FindingPlace& place, const Text& text) {
    FindingLog& log = log_of(kind);
    const FindingKey key{kind, place.instruction, place.other, place.within_warp};
    if (!log.repeats(key)) log.add(key, [&] { return finding(kind, place, text()); });
  }
  // More occurrences of what was added.
  void count(const FindingKey& key, std::uint64_t occurrences) {
    findings_.count(key, occurrences);
  }
  // A load that raced: that it also came too early is no finding of its own.
  void note_racing_load(std::uint32_t instruction) { racing_loads_.insert(instruction); }
  // When the block is over.
  void settle_early_reads();

  [[nodiscard]] const FindingLog& findings() const { return findings_; }
  [[nodiscard]] const std::set<std::uint32_t>& racing_loads() const { return racing_loads_; }

 private:
  [[nodiscard]] FindingLog& log_of(trace::FindingKind kind) {
    return kind == trace::FindingKind::uninitialized_read ? early_reads_ : findings_;
  }
  [[nodiscard]] trace::Finding finding(trace::FindingKind kind, const FindingPlace& place,
                                       const FindingText& what) const;

  const PreparedLaunch* launch_;
  std::uint64_t block_ = 0;
  FindingLog findings_;
  FindingLog early_reads_;
  std::set<std::uint32_t> racing_loads_;
};

}  // namespace warplens::machine
