// Reads the records of an instrumented kernel back as a trace.
//
// Addresses become those of the trace: global and constant ones the guest addresses of its buffers,
// shared ones offsets in the block's shared window, local ones offsets in the thread's local
// memory, where the machine has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/device/instrument.h"
#include "kernels/machine/launch/unrecorded_reach.h"
#include "kernels/machine/program/cluster_shape.h"
#include "kernels/trace/recorder.h"

namespace warplens::device {

// The address on the GPU of one of the trace's buffers.
struct BufferPlace {
  std::uint64_t device_address = 0;
  std::uint64_t bytes = 0;
  std::uint64_t guest_address = 0;
};

// A window of blocks as it was recorded.
struct RecordedWindow {
  std::span<const std::byte> slices;  // threads × blocks, each slice_bytes(capacity)
  std::span<const std::uint64_t>
      places;  // as RecordingControl::places; kNoPlace where nothing was noted
  std::uint64_t first_block = 0;
  std::uint64_t block_count = 0;
  std::uint32_t threads = 0;  // a block
  std::uint32_t capacity = 0;
  machine::ClusterShape shape{};  // of the launch's blocks
};
inline constexpr std::uint64_t kNoPlace = ~std::uint64_t{0};

// What was recorded but cannot be shown in a trace.
struct ReadingNotes {
  std::uint64_t lost_records = 0;     // made beyond the slices' capacity
  std::uint64_t split_events = 0;     // whose lanes did not meet all others of their mask
  std::uint64_t stray_addresses = 0;  // in no buffer or variable; they stay as the GPU has them
};

// How many records each block's busiest thread made, in the order of the blocks. Errors: slices of
// another size than the window asks for.
Result<std::vector<std::uint32_t>> count_records(const RecordedWindow& window);

// Adds every block of the window to `builder`. Lanes' accesses to what `unrecorded` knows as gaps
// are told to it, and are in no event, as on the CPU. Errors: slices of another size than the
// window asks for, a record that the kernel cannot have made.
Result<void> read_records(const Instrumented& kernel, const RecordedWindow& window,
                          std::span<const BufferPlace> buffers, trace::TraceBuilder& builder,
                          ReadingNotes& notes, machine::UnrecordedReach* unrecorded = nullptr);

// The trace's shared arrays, where the GPU put them.
[[nodiscard]] std::vector<trace::SharedArray> shared_arrays_at(
    const Instrumented& kernel, std::span<const std::uint64_t> places,
    std::uint32_t dynamic_shared_bytes);

}  // namespace warplens::device
