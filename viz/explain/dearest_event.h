// How the dearest of an access's events comes to its cost: the bank that most lanes crowd, how far
// lanes lie apart in global memory.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/trace/trace.h"

namespace warplens::explain {

// Lanes that are served together and want the same bank.
struct Crowd {
  std::size_t event = 0;  // row of the trace's events
  std::uint32_t block = 0, warp = 0;
  std::uint32_t bank = 0;
  std::uint32_t lanes = 0;  // mask
  std::uint32_t words = 0;  // different ones, of that bank
  std::uint32_t wavefronts = 0;
  std::uint32_t groups = 0;  // of lanes that are served one after another
  bool merged = false;       // neighbouring groups (MODEL.md)
  friend bool operator==(const Crowd&, const Crowd&) = default;
};

// Where lanes lie in global memory.
struct Spread {
  std::size_t event = 0;
  std::uint32_t block = 0, warp = 0;
  std::optional<std::int64_t> stride{};  // bytes from a lane to the next, where all are alike
  std::uint32_t into_sector = 0;         // the lowest address's place in its sector
  std::uint32_t lanes = 0;               // mask
  std::uint32_t sectors = 0, ideal_sectors = 0;
  friend bool operator==(const Spread&, const Spread&) = default;
};

struct DearestEvents {
  std::optional<Crowd> crowd;    // by bank conflicts, then wavefronts
  std::optional<Spread> spread;  // by sectors beyond those needed
};

// For each of the trace's sites, of the events that it keeps.
[[nodiscard]] std::vector<DearestEvents> dearest_events(const trace::Trace& trace);

}  // namespace warplens::explain
