// Going through the lanes of a mask, lowest first.
#pragma once

#include <bit>
#include <cstdint>

#include "kernels/base/dim3.h"

namespace warplens::machine {

template <class Act>
void each_lane(std::uint32_t mask, Act&& act) {
  if (mask == ~0u) {
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) act(lane);
    return;
  }
  for (; mask != 0; mask &= mask - 1) act(static_cast<std::uint32_t>(std::countr_zero(mask)));
}

[[nodiscard]] inline std::uint32_t first_lane(std::uint32_t mask) {
  return static_cast<std::uint32_t>(std::countr_zero(mask));
}

}  // namespace warplens::machine
