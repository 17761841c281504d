// Causes that one access shows by itself besides its pattern: local memory, one address, few lanes.
#pragma once

#include <optional>

#include "viz/analysis/causes/suspect.h"

namespace warplens::analysis {

[[nodiscard]] std::optional<Suspect> local_memory(const Access& access);

// A suspect if at least four lanes, and half of the active ones, update one address.
[[nodiscard]] std::optional<Suspect> same_address_atomic(const Access& access);

// Half of the lanes or fewer are active. Atomics are left out: one lane for all is what people
// write against contention. Whether it is the rule at its site is for causes() to say.
[[nodiscard]] std::optional<Suspect> partial_warp(const Access& access);

}  // namespace warplens::analysis
