// An answer of the swizzle workshop that was on screen, as far as a lesson asks about it.
#pragma once

#include <cstdint>

#include "viz/swizzle/answer.h"
#include "viz/swizzle/spec.h"

namespace warplens::workshop {

struct SeenSwizzle {
  swizzle::SwizzleSpec spec;
  // Every element has a place of its own, every access is possible, and the data of the run came
  // back right.
  bool works = false;
  std::uint64_t wavefronts = 0;  // of writing and reading together
  std::uint32_t bytes_lost = 0;
};

[[nodiscard]] SeenSwizzle seen_swizzle(const swizzle::SwizzleAnswer& answer);

}  // namespace warplens::workshop
