// A trace lane by lane: what each lane did, one access after another.
#pragma once

#include <compare>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "kernels/trace/trace.h"

namespace warplens::analysis {

// An address by what holds it: buffers and shared arrays lie elsewhere in another run.
struct HeldAddress {
  // Index in Trace::buffers or Trace::shared_arrays, as the site's space says; trace::kNone:
  // `offset` is the address itself.
  std::uint32_t holder = trace::kNone;
  std::uint64_t offset = 0;
  auto operator<=>(const HeldAddress&) const = default;
};

// At most 16 bytes of a copy by TMA.
struct HeldUnit {
  HeldAddress shared, other;  // `other`: in global memory, or the asking block's shared memory
  std::uint32_t bytes = 0;
  auto operator<=>(const HeldUnit&) const = default;
};

struct LaneRecord {
  std::uint32_t site = 0;
  HeldAddress place, destination;  // `destination`: of an async copy, in shared memory
  std::vector<HeldUnit> units;     // of a copy by TMA, in the order of its rows
  std::uint32_t blocks = 0;        // that it is sent to (trace::BulkCopy::blocks)
  bool taken = false;              // a branch
  std::uint32_t mask = 0;          // the lanes that went together
  auto operator<=>(const LaneRecord&) const = default;
};

// All but the mask.
[[nodiscard]] bool is_same_access(const LaneRecord& a, const LaneRecord& b);

struct LaneName {
  std::uint32_t block = 0;  // linear; trace::kNone: all blocks together
  std::uint32_t warp = 0, lane = 0;
};

// The records of the recorded blocks, in linear order of blocks, then warps, then lanes. The events
// must lie in the trace's launch, as those of both backends do.
class LaneRecords {
 public:
  // Leaves out the sites in `left_out`.
  explicit LaneRecords(const trace::Trace& trace, const std::set<std::uint32_t>& left_out = {});

  [[nodiscard]] std::size_t lanes() const { return first_.size() - 1; }
  [[nodiscard]] std::span<const LaneRecord> of(std::size_t lane) const;
  [[nodiscard]] LaneName name(std::size_t lane) const;
  // Each lane of each warp with what it did in any block, in no order: sorted.
  [[nodiscard]] LaneRecords without_order() const;

 private:
  LaneRecords() = default;
  [[nodiscard]] std::size_t lane_of(std::uint32_t block, std::uint32_t warp) const;

  std::uint32_t first_block_ = 0;   // trace::kNone: all together
  std::uint32_t warps_ = 0;         // a block
  std::vector<std::size_t> first_;  // of each lane in records_, and one past the last
  std::vector<LaneRecord> records_;
};

}  // namespace warplens::analysis
