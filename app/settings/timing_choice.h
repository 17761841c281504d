// How timings are looked at: part of what undo brings back, and of what is remembered.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "kernels/catalog/family.h"

namespace warplens::session {

struct TimingChoice {
  std::int64_t side = 0;         // the size that both charts follow; 0: the largest
  catalog::Parameters settings;  // besides the size; empty: as the kernel on the stage has them
  std::set<std::string> hidden;  // by the legend: "transpose/tile"
  std::string device;            // whose recording; empty: the first
  bool shows_time = false;       // rather than bandwidth or operations a second
  bool linear_sizes = false;
  bool logarithmic_values = false;
  bool shows_bars = false;   // where there is room for one chart only
  bool hides_cited = false;  // what documents say, below the charts
  friend bool operator==(const TimingChoice&, const TimingChoice&) = default;
};

}  // namespace warplens::session
