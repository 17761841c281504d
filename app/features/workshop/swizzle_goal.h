// What a lesson's step wants a person to make in the swizzle workshop.
//
//   {"workshop": {"spec": "tile=32x32 write=rows.16B read=columns.16B map=col ^ (row % 8 * 4)",
//                 "by": "expression", "wavefronts_at_most": 64, "bytes_lost_at_most": 0}}
//
// The tile and its accesses are the step's; the map in `spec` is one that meets the goal, by which
// the tour and tests take the step. Nobody is told of it.
#pragma once

#include <cstdint>
#include <optional>

#include "app/features/workshop/seen_swizzle.h"
#include "kernels/base/json_fields.h"
#include "viz/swizzle/spec.h"

namespace warplens::workshop {

struct SwizzleGoal {
  swizzle::SwizzleSpec example;
  std::optional<swizzle::Map::Kind> by{};  // nothing: any kind of map
  std::optional<std::uint64_t> wavefronts_at_most{};
  std::optional<std::uint64_t> bytes_lost_at_most{};
};

// What is wrong is kept by the fields.
[[nodiscard]] SwizzleGoal swizzle_goal_of(const JsonFields& fields);

[[nodiscard]] bool meets(const SeenSwizzle& seen, const SwizzleGoal& goal);

}  // namespace warplens::workshop
