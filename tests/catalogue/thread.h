// Which thread of a launch an event's lane is.
#pragma once

#include <compare>
#include <cstdint>

namespace warplens {

struct Thread {
  std::uint32_t block, warp, lane;
  auto operator<=>(const Thread&) const = default;
};

}  // namespace warplens
