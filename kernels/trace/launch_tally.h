// What a launch's events add up to besides each site's totals.
#pragma once

#include "kernels/trace/hot_words.h"
#include "kernels/trace/touched_sectors.h"

namespace warplens::trace {

class LaunchTally {
 public:
  explicit LaunchTally(const std::vector<Buffer>& buffers) : sectors_(buffers) {}

  // Events in the order in which they happen.
  void add(const Site& site, const EventView& event) {
    sectors_.add(site, event);
    words_.add(site, event);
  }
  void count(LaunchCounts& counts) const {
    sectors_.count(counts);
    words_.count(counts);
  }

 private:
  TouchedSectors sectors_;
  HotWords words_;
};

}  // namespace warplens::trace
