// How the lanes of one access of a warp lie to each other.
//
// Most accesses of an instruction differ by where they begin alone. Whatever depends on nothing but
// their shape (whether all lie inside, how their bytes move, who shares a place, what they cost) is
// then found out once.
//
//   LaneShape     each lane's distance from the first one
//   PlacedLanes   a shape that begins somewhere
//   OwnLanes      the same of addresses at hand, with its shape
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "kernels/base/lane_addresses.h"

namespace warplens {

struct LaneShape {
  static constexpr std::size_t kHalf = kWarpSize / 2;
  static constexpr std::uint32_t kHalfMask = 0xffffu;
  static constexpr std::int32_t kNoStep = std::numeric_limits<std::int32_t>::min();

  // An owner gives equal shapes equal numbers. 0: not numbered.
  std::uint64_t number = 0;
  std::uint32_t mask = 0;
  std::uint32_t repeating = 0;           // lanes at the place of one before them; not all are known
  std::uint32_t repeated = 0;            // the lanes whose place those have
  std::uint32_t bits = 0;                // that any distance has
  std::int32_t lowest = 0, highest = 0;  // bytes from the first lane of the mask
  // Bytes from one lane to the next in each half-warp; kNoStep if they differ or lanes are missing.
  std::array<std::int32_t, 2> steps{kNoStep, kNoStep};
  alignas(64) std::array<std::int32_t, kWarpSize> distances{};  // 0 outside of the mask

  // The shape of the lanes in `mask`; nothing if one lies 2 GiB or more from the first.
  [[nodiscard]] static std::optional<LaneShape> of(std::uint32_t mask,
                                                   const LaneAddresses& addresses);
  // The step from each lane of a whole warp to the next; nothing where it differs.
  [[nodiscard]] std::optional<std::int32_t> step() const {
    if (steps[0] == kNoStep || steps[0] != steps[1]) return std::nullopt;
    if (distances[kHalf] - distances[kHalf - 1] != steps[0]) return std::nullopt;
    return steps[0];
  }
};

struct PlacedLanes {
  const LaneShape* shape = nullptr;
  std::uint64_t base = 0;  // of the first lane in the shape's mask

  [[nodiscard]] std::uint64_t operator[](std::size_t lane) const {
    return base + static_cast<std::uint64_t>(std::int64_t{shape->distances[lane]});
  }
  // Whether all lanes access `width` bytes (a power of two), aligned, from `begin` on up to
  // `begin + bytes`, where `bytes` is far less than 2^63.
  [[nodiscard]] bool lie_inside(std::uint64_t begin, std::uint64_t bytes,
                                std::uint32_t width) const {
    const std::uint64_t lowest = base + static_cast<std::uint64_t>(std::int64_t{shape->lowest});
    const std::uint64_t highest = base + static_cast<std::uint64_t>(std::int64_t{shape->highest});
    return bytes >= width && lowest - begin <= bytes - width && highest - begin <= bytes - width &&
           ((base | shape->bits) & (width - 1)) == 0;
  }
  // All 32 addresses; those outside of the mask mean nothing.
  void write(LaneAddresses& addresses) const;
};

class OwnLanes {
 public:
  OwnLanes() = default;
  // The lanes of `mask` must lie less than 2 GiB apart.
  OwnLanes(std::uint32_t mask, const LaneAddresses& addresses);

  [[nodiscard]] PlacedLanes placed() const { return {&shape_, base_}; }

 private:
  LaneShape shape_;
  std::uint64_t base_ = 0;
};

}  // namespace warplens
