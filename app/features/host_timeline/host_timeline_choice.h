// Which run of a host timeline is looked at: part of what undo brings back.
#pragma once

#include <cstdint>

#include "kernels/timing/host_timeline.h"

namespace warplens::host_timeline {

struct HostTimelineChoice {
  timing::Scenario scenario = timing::Scenario::five_steps;
  std::uint64_t bytes = std::uint64_t{16} << 20;  // of each array
  std::uint32_t parts = 4;                        // chunks or launches, where there are some
  bool is_live = false;                           // measured here, rather than recorded
  friend bool operator==(const HostTimelineChoice&, const HostTimelineChoice&) = default;
};

}  // namespace warplens::host_timeline
