// How a stage shows timings; what it does not say stays as it was.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/settings/timing_choice.h"

namespace warplens::timing_chart {

struct StagedTiming {
  std::string against{};  // a parameter that the axis is of; empty: the size
  std::int64_t side = 0;  // 0: as it was
  bool cited = false;     // what documents print
  bool ladder = false;    // the family's ladder
  std::optional<session::TimingReading> reading{};
  std::string device{};  // whose recording; empty: the first, or the one that a person chose
  friend bool operator==(const StagedTiming&, const StagedTiming&) = default;
};

}  // namespace warplens::timing_chart
