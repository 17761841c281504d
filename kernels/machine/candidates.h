// The candidates of a launch's first run: findings only if a loaded value is used. They tell which
// blocks a second run must follow values in, and how often what it confirms has happened.
//
//   first run ─► add() ─► leading_blocks(): where each was met first
//                           └─ a run of these confirms most ─► blocks_beside(): where others were
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "kernels/machine/block/tracked_values.h"
#include "kernels/machine/launch/early_reads.h"
#include "kernels/machine/launch/finding_log.h"

namespace warplens::machine {

class LaunchWrites;

class LaunchCandidates {
 public:
  using Blocks = std::set<std::uint64_t>;
  using Keys = std::set<FindingKey>;

  void add(std::uint64_t block, const Candidates& candidates);
  // Another run's, as far as they are not known of its blocks.
  void add_new(const LaunchCandidates& others);
  // First run: which of a block's candidates are reads of watched buffers.
  void add_early(std::uint64_t block, const std::map<std::uint32_t, EarlyReads>& reads);
  // The candidates that the launch's writes do not explain.
  [[nodiscard]] LaunchCandidates left_by(const LaunchWrites& writes) const;
  [[nodiscard]] bool empty() const { return rows_.empty(); }

  [[nodiscard]] Blocks all_blocks() const { return blocks_beside({}, {}); }
  [[nodiscard]] Blocks leading_blocks() const;
  // Blocks with candidates that are not `confirmed`, but for those of `done`.
  [[nodiscard]] Blocks blocks_beside(const Keys& confirmed, const Blocks& done) const;
  // The instructions whose values tell of candidates that are not `confirmed`.
  [[nodiscard]] std::set<std::uint32_t> loads_beside(const Keys& confirmed) const;
  // The candidates that `findings` confirms. A load that raced and also came too early is told by
  // its race.
  [[nodiscard]] Keys confirmed_by(const FindingLog& findings,
                                  const std::set<std::uint32_t>& racing_loads) const;
  // Adds to `findings` how often the confirmed happened in other blocks than `done`.
  void count(const Keys& confirmed, const Blocks& done, FindingLog& findings) const;

 private:
  struct Known {
    FindingKey key;
    std::uint32_t load = 0;
    std::uint64_t first_block = 0;
  };
  struct Row {
    std::uint64_t block = 0;
    std::uint32_t known = 0;  // index
    std::uint64_t occurrences = 0;
  };
  // The most instructions of blocks for which early reads are kept; beyond that nothing can be
  // explained.
  static constexpr std::size_t kMostEarly = 1 << 16;

  std::map<std::pair<std::uint64_t, std::uint32_t>, EarlyReads> early_;  // block, instruction
  std::map<FindingKey, std::uint32_t> index_;
  std::vector<Known> known_;
  std::vector<Row> rows_;
};

}  // namespace warplens::machine
