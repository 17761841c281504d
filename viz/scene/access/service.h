// The order in which an access's lanes are served, for showing it as motion.
//
// Shared memory: one pass a wavefront; in each, every bank gives one word. Which of the words that
// fight over a bank comes first is not documented: ascending address is one possible order. Global
// memory: one pass a 32-byte sector, ascending; these are moved in no particular order either.
//
//   phase  0 ──── 1/6 ────────────────────────── 1
//            start  │ pass 0 │ pass 1 │ … │ last │     equally long
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/trace/trace.h"
#include "viz/analysis/costed_event.h"

namespace warplens::scene {

// When a word of shared memory is served: all of its lanes in one pass, or, where hardware does not
// broadcast (atomics, async copies), one after the other from `first` on.
struct WordTurn {
  std::uint32_t first = 0;
  bool lanes_apart = false;
};

struct Service {
  std::uint32_t mask = 0;                       // lanes that take part
  std::uint32_t passes = 0;                     // 0: nothing moves
  std::array<std::uint32_t, kWarpSize> pass{};  // the last pass that each lane needs
  std::vector<WordTurn> words;                  // shared: one for each of SharedBreakdown::words
};

[[nodiscard]] Service shared_service(const analysis::SharedBreakdown& access);
// The service of the event's global side; empty if it has none.
[[nodiscard]] Service global_service(const analysis::ExplainedEvent& event);

// The pass in which `lane` gets the word that has this turn, and the last pass of the word.
[[nodiscard]] std::uint32_t pass_of(const WordTurn& turn, const analysis::WordUse& use,
                                    std::uint32_t lane);
[[nodiscard]] std::uint32_t last_pass(const WordTurn& turn, const analysis::WordUse& use);

// How many passes are over at `phase` (0: the access begins, 1: it is over), with the part of the
// one under way. The first sixth of the phase is the lanes' common start, so that they can be seen
// before they move.
[[nodiscard]] double passes_done(const Service& service, double phase);
// The phase at which `passes` are over and the next has not begun.
[[nodiscard]] double phase_after(const Service& service, std::uint32_t passes);

// How far pass `pass` has got: 0 it waits, between: under way, 1 over.
[[nodiscard]] double pass_progress(const Service& service, std::uint32_t pass, double phase);
// How far `lane` has got with the last of what it wants; 0 for lanes that take no part.
[[nodiscard]] double lane_progress(const Service& service, std::uint32_t lane, double phase);

// The pass under way at `phase`, 0-based; `passes` once it is over.
[[nodiscard]] std::uint32_t current_pass(const Service& service, double phase);

// An access as it is shown: at rest (phase 1) everything is served.
struct Motion {
  Service service;
  double phase = 1;

  [[nodiscard]] bool is_under_way() const { return phase < 1 && service.passes > 0; }
  [[nodiscard]] double progress(std::uint32_t pass) const {
    return is_under_way() ? pass_progress(service, pass, phase) : 1;
  }
};

// How many lanes have all that they want, and how many are on their way to something.
struct LanesServed {
  std::uint32_t done = 0, moving = 0;
};
[[nodiscard]] LanesServed lanes_served(const Motion& motion,
                                       const analysis::SharedBreakdown& access);

}  // namespace warplens::scene
