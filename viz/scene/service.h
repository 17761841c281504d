// The order in which an access's lanes are served, for showing it as motion.
//
// Shared memory: one pass a wavefront; in each, every bank gives one word. Which of the words that
// fight over a bank comes first is not documented: ascending address is one possible order. Global
// memory: one pass a 32-byte sector, ascending; these are moved in no particular order either.
#pragma once

#include <array>
#include <cstdint>

#include "kernels/trace/trace.h"
#include "viz/scene/shared_access.h"

namespace warplens::scene {

struct Service {
  std::uint32_t mask = 0;                       // lanes that take part
  std::uint32_t passes = 0;                     // 0: nothing moves
  std::array<std::uint32_t, kWarpSize> pass{};  // the last pass that each lane needs
};

[[nodiscard]] Service shared_service(const SharedAccess& access);
// Of the event's global side; empty when it has none.
[[nodiscard]] Service global_service(const trace::Site& site, const trace::EventView& event);

// How far `lane` has got at `phase` (0: the access begins, 1: it is over): 0 it waits, between: on
// its way, 1 served. The first sixth of the phase is the lanes' common start, so that they can be
// seen before they move.
[[nodiscard]] double lane_progress(const Service& service, std::uint32_t lane, double phase);

// The pass under way at `phase`, 0-based; `passes` once it is over.
[[nodiscard]] std::uint32_t current_pass(const Service& service, double phase);

}  // namespace warplens::scene
