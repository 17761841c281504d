// A warp: fragments (pc, frame, mask) and the rule by which one of them runs.
//
// Of the fragments that can run, deeper calls go first, then the one whose instruction comes first
// in reverse post-order, so that lanes wait where their paths reconverge and merge there. One that
// has spun for its turn steps back behind the others.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/base/lane_shape.h"
#include "kernels/machine/block/call_frame.h"

namespace warplens::machine {

enum class Wait : std::uint8_t {
  none,
  warp_operation,   // at a warp-level instruction, for other lanes of its member mask
  aligned_barrier,  // at an aligned barrier, for the rest of the warp to come to the same place
  barrier,          // arrived at a block barrier
  cluster_barrier,  // at barrier.cluster.wait
};

struct Fragment {
  CallFrame* frame = nullptr;
  std::uint32_t pc = 0;
  std::uint32_t mask = 0;
  Wait wait = Wait::none;
  bool has_polled = false;          // since the last back-edge, something another thread may change
  std::uint32_t turns = 0;          // how often it has stepped back
  std::uint32_t polling_edges = 0;  // back-edges in this turn, with and without polling
  std::uint32_t plain_edges = 0;
  std::uint32_t polled_at = kNoIndex;  // the instruction that polled last
  std::uint32_t spun_on = kNoIndex;    // the same, when it did so until its turn was over
  // Wait::warp_operation: lanes that went past it (FunctionImage::meetings).
  std::uint32_t passed_by = 0;
  std::uint32_t barrier = 0;  // Wait::barrier: which (OpenBarriers)

  [[nodiscard]] std::uint64_t order() const { return frame->function->order[pc]; }
  [[nodiscard]] bool is_at_meeting() const {
    const std::vector<std::uint64_t>& meetings = frame->function->meetings;
    return !meetings.empty() && std::binary_search(meetings.begin(), meetings.end(), order());
  }
};

// Lanes' copies of one group that an execution of cp.async started and no wait has completed yet.
struct PendingCopies {
  static constexpr std::uint32_t kLargest = 16;  // bytes a lane (PTX ISA, "cp.async")

  std::uint32_t number = 0;   // ascending in its warp, the same for all groups of an execution
  std::uint32_t group = 0;    // of these lanes
  std::uint32_t stretch = 0;  // how often the warp had waited before
  std::uint32_t instruction = 0;
  std::uint32_t site = 0;
  std::uint32_t width = 0;      // bytes a lane
  std::uint32_t in_flight = 0;  // its number (accesses_in_flight.h)
  std::uint32_t record = 0;     // the same, for who looks at it (barrier_records.h)
  std::uint32_t lanes = 0;      // those that are not complete
  std::uint32_t landed = 0;     // and those of them whose bytes are there
  LaneAddresses offsets{};      // in the shared window
  OwnLanes places;              // the same of all lanes that started
  std::array<const std::byte*, kWarpSize> sources{};
  std::array<std::uint8_t, kWarpSize> source_bytes{};  // what is left of the width is zero
  std::array<std::uint32_t, kWarpSize> delays{};       // steps until it lands (copy_landing.h)
  // Of each lane's source when it was looked at last, lane by lane.
  std::array<std::byte, std::size_t{kWarpSize} * kLargest> values{};

  [[nodiscard]] std::byte* value(std::uint32_t lane) { return &values[std::size_t{lane} * width]; }
  [[nodiscard]] const std::byte* value(std::uint32_t lane) const {
    return &values[std::size_t{lane} * width];
  }
};

class Warp {
 public:
  std::uint32_t index = 0;
  std::uint32_t live = 0;           // lanes that have not exited
  std::uint32_t turn = 0;           // how many turns all of its fragments have used up
  std::vector<Fragment> fragments;  // disjoint masks; never more than 32
  FramePool frames;
  std::vector<PendingCopies> copies;  // in issue order
  std::uint32_t copies_started = 0;
  std::uint32_t waits = 0;  // for copies
  std::array<std::uint32_t, kWarpSize> committed_groups{};

  void start(const PreparedLaunch& launch, std::uint64_t block, std::uint32_t warp,
             bool is_tracked);

  // The fragment to run next, after merging; nullptr when none can.
  [[nodiscard]] Fragment* pick();
  // The place at which `running` must stop and look up: the next in its frame where another
  // fragment stands, or where lanes meet behind a barrier.
  [[nodiscard]] std::uint64_t limit(const Fragment& running) const;
  [[nodiscard]] bool can_run() const;
  // Takes `lanes` out of fragment `from` into a new one that is otherwise equal.
  Fragment& split(Fragment& from, std::uint32_t lanes);
  // Ends `lanes`: they leave every fragment and frame.
  void exit(std::uint32_t lanes);
  void leave_frame(CallFrame* frame, std::uint32_t lanes);

  // Local memory: `bytes` for each thread are there from now on.
  void grow_local(std::uint32_t bytes);
  [[nodiscard]] std::uint32_t local_bytes() const { return local_bytes_; }
  // Marks bytes of a thread's local memory as written since its variables came to be.
  void mark_local(std::uint32_t lane, std::uint64_t offset, std::uint32_t bytes) {
    std::fill_n(written(lane) + offset, bytes, std::uint8_t{1});
  }
  [[nodiscard]] bool wrote_local(std::uint32_t lane, std::uint64_t offset, std::uint32_t bytes) {
    const std::uint8_t* const first = written(lane) + offset;
    return std::find(first, first + bytes, std::uint8_t{1}) != first + bytes;
  }
  // How many of the bytes were not, and the first of them.
  struct MissingLocal {
    std::uint64_t offset = 0;
    std::uint32_t bytes = 0;
  };
  [[nodiscard]] MissingLocal missing_local(std::uint32_t lane, std::uint64_t offset,
                                           std::uint32_t bytes) {
    MissingLocal missing{offset};
    for (std::uint32_t i = bytes; i-- > 0;) {
      if (written(lane)[offset + i] == 0) missing = {offset + i, missing.bytes + 1};
    }
    return missing;
  }
  // Variables come to be in [begin, end) of the lanes' local memory.
  void forget_local(std::uint32_t lanes, std::uint64_t begin, std::uint64_t end);
  [[nodiscard]] std::byte* local(std::uint32_t lane) {
    return local_.data() + std::size_t{lane} * local_bytes_;
  }

 private:
  void merge();

  [[nodiscard]] std::uint8_t* written(std::uint32_t lane) {
    return local_written_.data() + std::size_t{lane} * local_bytes_;
  }

  std::vector<std::byte> local_;             // lane by lane
  std::vector<std::uint8_t> local_written_;  // beside it
  std::uint32_t local_bytes_ = 0;
};

}  // namespace warplens::machine
