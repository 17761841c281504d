// Where each lane of a recorded event went, in the kernel's own terms: buffer and offset, and the
// sector or bank that decides its cost.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/trace/trace.h"

namespace warplens::cli {

// A place in global memory: `sector` counts from the buffer's start. Outside every buffer: only the
// address.
struct GlobalLocation {
  const trace::Buffer* buffer = nullptr;
  std::uint64_t address = 0;
  std::uint64_t offset = 0;
  std::uint64_t sector = 0;
};

// A place in the block's shared window, whose offset decides the bank. `array` may be missing.
struct SharedLocation {
  const trace::SharedArray* array = nullptr;
  std::uint64_t offset = 0;  // in the array, or in the window without one
  std::uint64_t window_offset = 0;
  std::uint32_t bank = 0;
};

struct LaneLocation {
  std::uint32_t lane = 0;
  std::optional<GlobalLocation> global;
  std::optional<SharedLocation> shared;  // both: async copy
  std::optional<std::uint64_t> rank;     // whose shared memory: of another block of the cluster
  bool is_zero_fill = false;             // an async copy that reads nothing
  std::optional<std::uint64_t> local;    // offset in the thread's frame
  // A shuffle's: the lane whose value it asks for, its own where it asks beyond its width.
  std::optional<std::uint32_t> source_lane;
};

[[nodiscard]] GlobalLocation global_place(const trace::Trace& trace, std::uint64_t address);
[[nodiscard]] SharedLocation shared_place(const trace::Trace& trace, std::uint64_t offset);

// One entry an active lane; none for barriers and branches.
[[nodiscard]] std::vector<LaneLocation> lane_places(const trace::Trace& trace,
                                                    const trace::EventView& event);

}  // namespace warplens::cli
