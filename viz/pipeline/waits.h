// Who waits for what: a warp's tests of an mbarrier until one passes, its stay at a barrier of the
// block or of the cluster, and who ended the wait. Of another block of the cluster only its stay at
// the cluster's barrier is known: while all of its warps that come wait there.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "viz/pipeline/order.h"

namespace warplens::pipeline {

struct Wait {
  enum class For : std::uint8_t { mbarrier, barrier, copies, bulk, wgmma, cluster };
  For what = For::mbarrier;
  std::uint32_t rank = 0;  // of its block in the cluster
  std::uint32_t warp = 0, warps = 1;
  Span at;                   // one step: it was over at once
  std::uint32_t offset = 0;  // of the mbarrier; the barrier's number
  bool parity = false;       // mbarrier: of the phase that is waited for
  std::uint32_t times = 0;   // mbarrier: tests that did not pass
  std::uint32_t groups_left = 0;
  bool is_over = true;                    // else the run ends before
  std::optional<std::size_t> ended_by{};  // a record: who arrived last, or cluster_meet
  [[nodiscard]] bool was_long() const { return at.end > at.begin + 1; }
};

// In the order in which they begin.
[[nodiscard]] std::vector<Wait> waits_of(const BarrierRun& run, const Order& order);

}  // namespace warplens::pipeline
