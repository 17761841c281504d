// How timings are looked at: part of what undo brings back, and of what is remembered.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "kernels/catalog/family.h"

namespace warplens::session {

// How each point reads: bandwidth or operations a second, time, or the share of what limits it.
enum class TimingReading : std::uint8_t { rate, time, share };
inline constexpr std::array<std::string_view, 3> kTimingReadingNames{"rate", "time", "share"};

// `table`: where plot and table have no room beside each other. `cited`: what documents print.
// `ladder`: the way from the family's first kernel to its fastest.
enum class TimingTab : std::uint8_t { plot, table, cited, ladder };

struct TimingChoice {
  std::int64_t side = 0;  // the size that plot and table follow; 0: the largest
  // What the axis is of: a parameter's name; empty: the size. And its value that is lit; nothing:
  // as the kernel on the stage has it.
  std::string against{};
  std::optional<std::int64_t> place{};
  catalog::Parameters settings;  // besides the size; empty: as the kernel on the stage has them
  std::set<std::string> hidden;  // by the list of series: "transpose/tile"
  std::string device;            // whose recording; empty: the first
  TimingReading reading = TimingReading::rate;
  bool linear_sizes = false;
  bool logarithmic_values = false;
  TimingTab tab = TimingTab::plot;
  friend bool operator==(const TimingChoice&, const TimingChoice&) = default;
};

}  // namespace warplens::session
