// Which memory the lanes of an access hit, and the findings where they hit none or lie misaligned.
//
//   buffers   global and constant memory: all lanes in the buffer of the last time, nearly always
//   ranges    shared and local memory: one range
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/lane_transfer.h"
#include "kernels/machine/block/shared_memory.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

struct LaneAccess {
  const LaneAddresses& addresses;
  std::uint32_t mask;
  std::uint32_t width;  // bytes a lane
  bool is_store;
  trace::Space space;
  std::uint32_t site;
};

// Lanes that hit a memory, and those among them that leave the array that they are meant for.
struct ArrayLanes {
  std::uint32_t good = 0, strays = 0;
};

class AccessBounds {
 public:
  AccessBounds(BlockContext& block, const SharedMemory& shared);

  // The buffer that holds [address, address + width); without an origin where there is none.
  [[nodiscard]] MemoryRange buffer_at(std::uint64_t address, std::uint32_t width) const;
  // Lanes whose access lies aligned in the range; the others are reported.
  [[nodiscard]] std::uint32_t lanes_inside(const Issue& issue, const MemoryRange& range,
                                           const LaneAccess& access);
  // The same for a memory of which the access is meant for a part.
  [[nodiscard]] ArrayLanes lanes_inside(const Issue& issue, const MemoryRange& memory,
                                        const MemoryRange& array, const LaneAccess& access);
  // The buffer that an instruction touched last; of no bytes where there is none.
  [[nodiscard]] const MemoryRange& last_buffer(std::uint32_t instruction) const {
    return last_buffer_[instruction];
  }
  // Calls act(buffer, lanes) for each buffer that lanes hit; the others are reported and returned.
  template <class Act>
  std::uint32_t each_buffer(const Issue& issue, const LaneAccess& access, Act act);
  void report_bad(const Issue& issue, const LaneAccess& access, std::uint32_t lane);
  // For who asks how far accesses go that no event shows (RunOptions::unrecorded).
  void note_unrecorded(std::uint64_t address, std::uint64_t bytes) const;
  // Stores and atomics to memory that is only to be read.
  void report_read_only(const Issue& issue, const LaneAccess& access, std::uint32_t lanes);

 private:
  // All of an access's lanes, aligned; nothing is reported.
  [[nodiscard]] static bool are_inside(const MemoryRange& range, const LaneAccess& access);
  [[nodiscard]] bool lies_in_gap(std::uint64_t address, std::uint64_t bytes) const;
  [[nodiscard]] bool lies_beyond_short_buffer(std::uint64_t address) const;
  [[nodiscard]] bool lies_inside(const Issue& issue, const LaneAccess& access,
                                 std::uint32_t lane) const;
  // Lanes whose bytes lie in a block of the heap that malloc gave; the others are reported.
  [[nodiscard]] std::uint32_t lanes_in_heap(const Issue& issue, const LaneAccess& access,
                                            const MemoryRange& buffer, std::uint32_t lanes);
  // The rank of the other block of the cluster whose shared memory that would be.
  [[nodiscard]] std::optional<std::uint32_t> other_block(trace::Space space,
                                                         std::uint64_t offset) const;
  // The memory that `address` lies in or just misses.
  [[nodiscard]] std::optional<Extent> extent_near(const Issue& issue, trace::Space space,
                                                  std::uint64_t address, std::uint32_t lane) const;

  BlockContext* block_;
  const SharedMemory* shared_;
  std::vector<MemoryRange> last_buffer_;  // by instruction: the one that it touched last
};

template <class Act>
std::uint32_t AccessBounds::each_buffer(const Issue& issue, const LaneAccess& access, Act act) {
  MemoryRange& last = last_buffer_[issue.instruction];
  if (are_inside(last, access)) {
    act(last, access.mask);
    return 0;
  }
  std::uint32_t bad = 0;
  for (std::uint32_t left = access.mask; left != 0;) {
    const std::uint32_t lane = first_lane(left);
    const std::uint64_t address = access.addresses[lane];
    const MemoryRange buffer = buffer_at(address, access.width);
    if (buffer.origin == nullptr || address % access.width != 0) {
      report_bad(issue, access, lane);
      bad |= 1u << lane;
      left &= ~(1u << lane);
      continue;
    }
    std::uint32_t same = 0;
    each_lane(left, [&](std::uint32_t other) {
      const std::uint64_t offset = access.addresses[other] - buffer.base;
      const bool is_inside = offset <= buffer.bytes - access.width;
      if (is_inside && access.addresses[other] % access.width == 0) same |= 1u << other;
    });
    left &= ~same;
    if (buffer.heap != nullptr) {  // whose blocks come and go: it is looked at each time
      const std::uint32_t outside = same & ~lanes_in_heap(issue, access, buffer, same);
      bad |= outside;
      if (same != outside) act(buffer, same & ~outside);
      continue;
    }
    act(buffer, same);
    last = buffer;
  }
  return bad;
}

}  // namespace warplens::machine
