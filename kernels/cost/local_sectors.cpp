#include "kernels/cost/local_sectors.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "kernels/cost/access_cost.h"
#include "kernels/cost/sectors.h"

namespace warplens::analysis {
namespace {

constexpr std::uint32_t kWordBytes = 4;
constexpr std::uint32_t kLanesASector = kSectorBytes / kWordBytes;

// The words of one lane.
struct WordSpan {
  std::uint64_t first = 0, last = 0;
};

// Distinct words of the first `count` lanes.
std::uint32_t distinct_words(std::array<WordSpan, kLanesASector>& lanes, std::size_t count) {
  std::sort(lanes.begin(), lanes.begin() + static_cast<std::ptrdiff_t>(count),
            [](const WordSpan& a, const WordSpan& b) { return a.first < b.first; });
  std::uint64_t words = 0, next = 0;  // all below `next` are counted
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t first = std::max(lanes[i].first, next);
    if (lanes[i].last < first) continue;
    words += lanes[i].last + 1 - first;
    next = lanes[i].last + 1;
  }
  return static_cast<std::uint32_t>(words);
}

}  // namespace

std::uint32_t local_requests(std::uint32_t width) { return std::max(width / kWordBytes, 1u); }

std::uint32_t local_sectors(std::uint32_t mask, const LaneAddresses& offsets, std::uint32_t width) {
  std::uint32_t sectors = 0;
  if (width == 0) return sectors;
  for (std::uint32_t first = 0; first < kWarpSize; first += kLanesASector) {
    std::array<WordSpan, kLanesASector> lanes;
    std::size_t count = 0;
    for_each_lane(mask & ((1u << kLanesASector) - 1) << first, [&](std::uint32_t lane) {
      lanes[count++] = {offsets[lane] / kWordBytes, (offsets[lane] + width - 1) / kWordBytes};
    });
    sectors += distinct_words(lanes, count);
  }
  return sectors;
}

}  // namespace warplens::analysis
