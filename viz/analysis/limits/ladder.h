// A family's ladder as it was timed at one size: from its first kernel to its fastest, what each
// rung gained over the one below, and what it should have gained by the least times of both.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/timing/timings.h"

namespace warplens::analysis {

struct LadderRung {
  std::string variant;                   // "tile_padded"
  timing::Parameters parameters;         // all of them
  Text expected;                         // what it should gain, and why
  const timing::Entry* timed = nullptr;  // null: not timed
  std::optional<double> least;  // seconds that the chip needs; nothing: not counted beforehand
};

struct Ladder {
  std::string family;
  std::int64_t side = 0;                         // as timing::Entry::side
  std::vector<LadderRung> rungs;                 // from the bottom
  std::vector<const timing::Entry*> yardsticks;  // ceilings and libraries at that size
  [[nodiscard]] bool is_timed() const;           // one rung at least
};

// How many times as fast as the rung below the rung is: measured, and by the least times. Nothing
// for the lowest, and where either was not timed or counted.
[[nodiscard]] std::optional<double> measured_gain(const Ladder& ladder, std::size_t rung);
[[nodiscard]] std::optional<double> least_gain(const Ladder& ladder, std::size_t rung);
// How many times as fast as the lowest rung that was timed. Nothing for that one.
[[nodiscard]] std::optional<double> gain_in_all(const Ladder& ladder, std::size_t rung);

}  // namespace warplens::analysis
