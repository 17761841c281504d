// The input of the swizzle workshop's picture: an answer, and the access that is looked at.
#pragma once

#include <cstdint>
#include <optional>

#include "viz/swizzle/answer.h"

namespace warplens::scene {

// One warp's access, of those that write or of those that read.
struct WorkshopAccess {
  swizzle::Direction direction = swizzle::Direction::read;
  std::uint32_t index = 0;
  friend bool operator==(const WorkshopAccess&, const WorkshopAccess&) = default;
};

struct WorkshopScene {
  const swizzle::SwizzleAnswer* answer = nullptr;  // never null
  WorkshopAccess access;                           // one that the answer has
  // The first line and the first cell of a line that are shown of a tile too large for numbers in
  // its cells; nothing: so that the access is in sight.
  std::optional<std::uint32_t> first_line{}, first_cell{};
  std::optional<std::uint32_t> pointed{};  // an element, by its offset without the map
};

[[nodiscard]] inline const swizzle::PatternAnswer& pattern_of(const swizzle::SwizzleAnswer& answer,
                                                              swizzle::Direction direction) {
  return direction == swizzle::Direction::write ? answer.write : answer.read;
}

// The cost of an access in one of the two placements.
struct WorkshopCost {
  const swizzle::PatternAnswer* pattern = nullptr;
  const swizzle::PatternCost* cost = nullptr;
  const swizzle::Placement* placement = nullptr;
};
[[nodiscard]] inline WorkshopCost cost_of(const swizzle::SwizzleAnswer& answer,
                                          swizzle::Direction direction, bool is_after) {
  const swizzle::PatternAnswer& pattern = pattern_of(answer, direction);
  return {&pattern, is_after ? &pattern.after : &pattern.before,
          is_after ? &answer.after : &answer.before};
}

}  // namespace warplens::scene
