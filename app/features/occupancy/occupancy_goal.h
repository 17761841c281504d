// What a step wants to see in the occupancy view, and the stage that it sets there.
//
//   "occupancy": {"gpu": "t4", "threads": 1024}                       of a step: its stage
//   {"occupancy": {"gpu": "t4", "warps_at_least": 32, "limited_by": "registers"}}    a condition
#pragma once

#include <array>
#include <optional>
#include <string>

#include "app/session/occupancy_choice.h"
#include "app/session/resident.h"
#include "app/session/session.h"
#include "kernels/base/json_fields.h"

namespace warplens::occupancy {

// All that it names must hold at once of one state that was on screen.
struct OccupancyGoal {
  std::string kernel;              // empty: any
  std::optional<std::size_t> gpu;  // of analysis::kOccupancyGpus
  // By analysis::Need: what a block needs, as launched and compiled or "what if".
  std::array<std::optional<std::uint32_t>, analysis::kAllNeeds.size()> needs{};
  std::optional<std::uint32_t> blocks_at_least, blocks_at_most, warps_at_least, warps_at_most;
  std::optional<analysis::SmLimit> limited_by;
  bool as_compiled = false;  // with nothing asked "what if"
};

// What is wrong is kept by the fields.
[[nodiscard]] session::OccupancyChoice occupancy_choice_of(const JsonFields& fields);
[[nodiscard]] OccupancyGoal occupancy_goal_of(const JsonFields& fields);

[[nodiscard]] bool meets(const session::SeenOccupancy& seen, const OccupancyGoal& goal);

// A choice that meets the goal for the kernel on the stage, found by trying: for whoever does what
// steps ask. Nothing: there is none.
[[nodiscard]] std::optional<session::OccupancyChoice> way_to(const OccupancyGoal& goal,
                                                             const session::Session& session);
// The controls that differ from the goal, "occupancy.t4", "occupancy.registers"; of what a goal
// leaves open all that may be set.
[[nodiscard]] std::vector<std::string> controls_for(const OccupancyGoal& goal,
                                                    const session::Session& session);

}  // namespace warplens::occupancy
