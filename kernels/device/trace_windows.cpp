#include "kernels/device/trace_windows.h"

#include <algorithm>

#include "kernels/device/instrument.h"

namespace warplens::device {

Result<std::vector<TraceWindow>> trace_windows(std::span<const std::uint32_t> counts,
                                               std::uint64_t first_block, std::uint32_t threads,
                                               std::uint64_t bytes) {
  std::vector<TraceWindow> windows;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (threads * slice_bytes(counts[i]) > bytes) {
      return fail(tr("block {} records {} MiB, and {} MiB are allowed: choose a smaller problem",
                     first_block + i, (threads * slice_bytes(counts[i])) >> 20, bytes >> 20));
    }
    if (!windows.empty()) {
      TraceWindow& last = windows.back();
      const std::uint32_t capacity = std::max(last.capacity, counts[i]);
      if ((last.block_count + 1) * threads * slice_bytes(capacity) <= bytes) {
        ++last.block_count;
        last.capacity = capacity;
        continue;
      }
    }
    windows.push_back({first_block + i, 1, counts[i]});
  }
  return windows;
}

std::uint32_t registers_for(std::uint64_t threads) {
  constexpr std::uint64_t kRegisters = 65536, kMost = 255;
  // A warp takes what 32 threads take, however many it has.
  const std::uint64_t whole = std::max<std::uint64_t>((threads + 31) / 32 * 32, 32);
  return static_cast<std::uint32_t>(std::min(kMost, kRegisters / whole / 8 * 8));
}

}  // namespace warplens::device
