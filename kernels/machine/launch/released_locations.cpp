#include "kernels/machine/launch/released_locations.h"

namespace warplens::machine {

const GridClock* ReleasedLocations::find(std::uint64_t location) const {
  const auto found = locations_.find(location);
  if (found != locations_.end()) return &found->second.clock;
  return others_.is_empty() ? nullptr : &others_;
}

void ReleasedLocations::write(std::uint64_t location, std::uint64_t warp, const GridClock& clock,
                              bool is_update) {
  const auto found = locations_.find(location);
  const bool is_known = found != locations_.end();
  if (clock.is_empty() && !is_known) return;
  const bool adds = is_update || !is_known || found->second.releaser == warp;
  if (clock.is_empty() && !adds) {
    locations_.erase(found);
    return;
  }
  if (!is_known && locations_.size() >= kMostLocations) make_one();
  Location& told = locations_[location];
  if (!is_known) told.clock = others_;
  if (!adds) told.clock = {};
  told.clock.raise(clock);
  if (!clock.is_empty()) told.releaser = warp;
}

void ReleasedLocations::make_one() {
  for (const auto& [name, location] : locations_) others_.raise(location.clock);
  locations_.clear();
}

}  // namespace warplens::machine
