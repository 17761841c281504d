#include "kernels/machine/program/race_clock.h"

namespace warplens::machine {
namespace {

template <class Rows>
auto place_of(Rows& rows, std::uint32_t warp) {
  return std::lower_bound(rows.begin(), rows.end(), warp,
                          [](const auto& row, std::uint32_t wanted) { return row.first < wanted; });
}

bool is_above(const RaceClock::Row& row, const RaceClock::Row& other) {
  bool is_all = true;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) is_all &= row[lane] >= other[lane];
  return is_all;
}

}  // namespace

const RaceClock::Row* RaceClock::row(std::uint32_t warp) const {
  const auto place = place_of(rows_, warp);
  return place != rows_.end() && place->first == warp ? &place->second : nullptr;
}

bool RaceClock::covers(const RaceClock& other) const {
  return std::all_of(other.rows_.begin(), other.rows_.end(), [&](const auto& theirs) {
    const Row* const own = row(theirs.first);
    return own != nullptr && is_above(*own, theirs.second);
  });
}

void RaceClock::raise(std::uint32_t warp, const Row& times) {
  const auto place = place_of(rows_, warp);
  if (place != rows_.end() && place->first == warp) return machine::raise(place->second, times);
  rows_.emplace(place, warp, times);
}

void RaceClock::raise(const RaceClock& other) {
  for (const auto& [warp, times] : other.rows_) raise(warp, times);
}

SharedClock joined(const SharedClock& a, const SharedClock& b) {
  if (b == nullptr || a == b) return a;
  if (a == nullptr || b->covers(*a)) return b;
  if (a->covers(*b)) return a;
  auto both = std::make_shared<RaceClock>(*a);
  both->raise(*b);
  return both;
}

}  // namespace warplens::machine
