#include "viz/analysis/causes/xor_layout.h"

#include <bit>

#include "kernels/cost/access_cost.h"

namespace warplens::analysis {
namespace {

constexpr std::uint64_t kRowBytes = std::uint64_t{kBanks} * kBankBytes;

bool is_whole(std::uint32_t mask) { return mask == 0xffu || mask == 0xffffu || mask == ~0u; }

// Every lane is lane 0 with what its bits flip.
bool flips_alike(std::uint32_t lanes, const LaneAddresses& offsets) {
  for (std::uint32_t lane = 1; lane < lanes; ++lane) {
    const std::uint32_t low = lane & (0u - lane);
    if ((offsets[lane] ^ offsets[lane ^ low]) != (offsets[low] ^ offsets[0])) return false;
  }
  return true;
}

// The row goes up and the place in it down.
bool goes_against_the_row(std::uint64_t from, std::uint64_t to) {
  return to / kRowBytes > from / kRowBytes && to % kRowBytes < from % kRowBytes;
}

}  // namespace

bool is_xor_swizzled(std::uint32_t mask, const LaneAddresses& offsets) {
  if (!is_whole(mask)) return false;
  const auto lanes = static_cast<std::uint32_t>(std::popcount(mask));
  if (!flips_alike(lanes, offsets)) return false;
  for (std::uint32_t bit = 1; bit < lanes; bit *= 2) {
    if (goes_against_the_row(offsets[0], offsets[bit])) return true;
  }
  return false;
}

}  // namespace warplens::analysis
