#include "kernels/cost/sectors.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "kernels/cost/access_cost.h"

namespace warplens::analysis {

namespace {

constexpr std::uint32_t kAllLanes = 0xffffffffu;

std::uint64_t last_byte(std::uint64_t address, std::uint32_t width) {
  constexpr std::uint64_t kEnd = std::numeric_limits<std::uint64_t>::max();
  return address > kEnd - (width - 1) ? kEnd : address + (width - 1);
}

// A whole warp on consecutive elements: by far the most frequent access of a good kernel.
bool is_contiguous(std::uint32_t mask, const LaneAddresses& addresses, std::uint32_t width) {
  if (mask != kAllLanes) return false;
  std::uint64_t difference = 0;
  for (unsigned lane = 1; lane < kWarpSize; ++lane) {
    difference |= (addresses[lane] - addresses[lane - 1]) ^ width;
  }
  return difference == 0 && addresses[0] <= addresses[kWarpSize - 1];
}

struct ActiveAddresses {
  LaneAddresses values;
  std::size_t count = 0;
};

ActiveAddresses ascending(std::uint32_t mask, const LaneAddresses& addresses) {
  ActiveAddresses active;
  bool sorted = true;
  std::uint64_t previous = 0;
  for (std::uint32_t left = mask; left != 0; left &= left - 1) {
    const std::uint64_t address = addresses[static_cast<unsigned>(std::countr_zero(left))];
    sorted &= address >= previous;
    previous = address;
    active.values[active.count++] = address;
  }
  if (!sorted) std::sort(active.values.begin(), active.values.begin() + active.count);
  return active;
}

}  // namespace

SectorCount count_sectors(std::uint32_t mask, const LaneAddresses& addresses, std::uint32_t width) {
  if (mask == 0 || width == 0) return {};
  if (is_contiguous(mask, addresses, width)) {
    const std::uint64_t last = last_byte(addresses[kWarpSize - 1], width);
    return {static_cast<std::uint32_t>(last / kSectorBytes - addresses[0] / kSectorBytes + 1),
            kWarpSize * width};
  }
  const ActiveAddresses active = ascending(mask, addresses);
  std::uint64_t last = last_byte(active.values[0], width);
  std::uint64_t sectors = last / kSectorBytes - active.values[0] / kSectorBytes + 1;
  std::uint64_t bytes = last - active.values[0] + 1;
  for (std::size_t i = 1; i < active.count; ++i) {
    const std::uint64_t first = active.values[i];
    const std::uint64_t end = last_byte(first, width);
    if (end <= last) continue;
    sectors += end / kSectorBytes - std::max(first / kSectorBytes, last / kSectorBytes + 1) + 1;
    bytes += end - std::max(first - 1, last);
    last = end;
  }
  return {static_cast<std::uint32_t>(sectors), static_cast<std::uint32_t>(bytes)};
}

std::vector<std::uint64_t> distinct_segments(std::uint32_t mask, const LaneAddresses& addresses,
                                             std::uint32_t width, std::uint32_t segment_bytes) {
  std::vector<std::uint64_t> segments;
  if (width == 0) return segments;
  const ActiveAddresses active = ascending(mask, addresses);
  for (std::size_t i = 0; i < active.count; ++i) {
    const std::uint64_t last = last_byte(active.values[i], width) / segment_bytes;
    std::uint64_t segment = active.values[i] / segment_bytes;
    if (!segments.empty()) segment = std::max(segment, segments.back() + 1);
    for (; segment <= last; ++segment) segments.push_back(segment);
  }
  return segments;
}

std::vector<std::uint64_t> distinct_sectors(std::uint32_t mask, const LaneAddresses& addresses,
                                            std::uint32_t width) {
  return distinct_segments(mask, addresses, width, kSectorBytes);
}

}  // namespace warplens::analysis
