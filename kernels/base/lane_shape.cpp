#include "kernels/base/lane_shape.h"

#include <algorithm>
#include <bit>

#include "kernels/base/processor.h"

namespace warplens {
namespace {

[[gnu::always_inline]] inline void write_addresses(std::uint64_t base,
                                                   const std::int32_t* distances,
                                                   std::uint64_t* addresses) {
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    addresses[lane] = base + static_cast<std::uint64_t>(std::int64_t{distances[lane]});
  }
}

#if defined(__x86_64__)
WARPLENS_AVX2 void write_addresses_avx2(std::uint64_t base, const std::int32_t* distances,
                                        std::uint64_t* addresses) {
  write_addresses(base, distances, addresses);
}
#endif

bool set_distances(LaneShape& shape, const LaneAddresses& addresses) {
  const std::uint64_t base = addresses[static_cast<std::size_t>(std::countr_zero(shape.mask))];
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    if ((shape.mask >> lane & 1) == 0) continue;
    const auto distance = static_cast<std::int64_t>(addresses[lane] - base);
    const auto narrow = static_cast<std::int32_t>(distance);
    if (narrow != distance || narrow == LaneShape::kNoStep) return false;
    shape.distances[lane] = narrow;
    shape.bits |= static_cast<std::uint32_t>(narrow);
    shape.lowest = std::min(shape.lowest, narrow);
    shape.highest = std::max(shape.highest, narrow);
  }
  return true;
}

// A lane is compared with the one before it and with its like in the first half.
void find_repeating(LaneShape& shape) {
  std::array<std::uint8_t, kWarpSize> first{};  // the lane whose place each has
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    first[lane] = static_cast<std::uint8_t>(lane);
    const auto shares = [&](std::size_t other) {
      return (shape.mask >> other & shape.mask >> lane & 1) != 0 &&
             shape.distances[other] == shape.distances[lane];
    };
    if (lane > 0 && shares(lane - 1)) {
      first[lane] = first[lane - 1];
    } else if (lane >= LaneShape::kHalf && shares(lane - LaneShape::kHalf)) {
      first[lane] = first[lane - LaneShape::kHalf];
    }
    if (first[lane] == lane) continue;
    shape.repeating |= 1u << lane;
    shape.repeated |= 1u << first[lane];
  }
}

void find_steps(LaneShape& shape) {
  for (std::size_t half = 0; half < 2; ++half) {
    const std::size_t begin = half * LaneShape::kHalf;
    if ((shape.mask >> begin & LaneShape::kHalfMask) != LaneShape::kHalfMask) continue;
    const std::int64_t step =
        std::int64_t{shape.distances[begin + 1]} - std::int64_t{shape.distances[begin]};
    bool is_even = step == static_cast<std::int32_t>(step);
    for (std::size_t i = 0; i < LaneShape::kHalf; ++i) {
      is_even = is_even && shape.distances[begin + i] ==
                               shape.distances[begin] + static_cast<std::int64_t>(i) * step;
    }
    if (is_even) shape.steps[half] = static_cast<std::int32_t>(step);
  }
}

}  // namespace

std::optional<LaneShape> LaneShape::of(std::uint32_t mask, const LaneAddresses& addresses) {
  LaneShape shape;
  shape.mask = mask;
  if (mask == 0) return shape;
  if (!set_distances(shape, addresses)) return std::nullopt;
  find_repeating(shape);
  find_steps(shape);
  return shape;
}

OwnLanes::OwnLanes(std::uint32_t mask, const LaneAddresses& addresses)
    : shape_(LaneShape::of(mask, addresses).value()),
      base_(mask == 0 ? 0 : addresses[static_cast<std::size_t>(std::countr_zero(mask))]) {}

void PlacedLanes::write(LaneAddresses& addresses) const {
#if defined(__x86_64__)
  if (has_avx2()) return write_addresses_avx2(base, shape->distances.data(), addresses.data());
#endif
  write_addresses(base, shape->distances.data(), addresses.data());
}

}  // namespace warplens
