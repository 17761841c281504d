#include "viz/analysis/limits/ladder.h"

#include <algorithm>

namespace warplens::analysis {
namespace {

std::optional<double> seconds_of(const LadderRung& rung) {
  return rung.timed == nullptr ? std::nullopt : std::optional(rung.timed->seconds.median);
}

std::optional<double> quotient(std::optional<double> before, std::optional<double> now) {
  if (!before || !now || !(*now > 0)) return std::nullopt;
  return *before / *now;
}

}  // namespace

bool Ladder::is_timed() const {
  return std::ranges::any_of(rungs, [](const LadderRung& rung) { return rung.timed != nullptr; });
}

std::optional<double> measured_gain(const Ladder& ladder, std::size_t rung) {
  if (rung == 0) return std::nullopt;
  return quotient(seconds_of(ladder.rungs[rung - 1]), seconds_of(ladder.rungs[rung]));
}

std::optional<double> least_gain(const Ladder& ladder, std::size_t rung) {
  if (rung == 0) return std::nullopt;
  return quotient(ladder.rungs[rung - 1].least, ladder.rungs[rung].least);
}

std::optional<double> gain_in_all(const Ladder& ladder, std::size_t rung) {
  const auto lowest = std::ranges::find_if(
      ladder.rungs, [](const LadderRung& each) { return each.timed != nullptr; });
  if (lowest == ladder.rungs.end() || &*lowest == &ladder.rungs[rung]) return std::nullopt;
  return quotient(seconds_of(*lowest), seconds_of(ladder.rungs[rung]));
}

}  // namespace warplens::analysis
