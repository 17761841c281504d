// The bytes of exposed buffers that one block has touched.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels/machine/launch/touched_lines.h"
#include "kernels/machine/launch/touched_runs.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

class BlockTouches {
 public:
  void clear() {
    lines_.clear();
    runs_.clear();
  }
  // `Lanes` is LaneAddresses or PlacedLanes.
  template <class Lanes>
  void add(const Lanes& lanes, std::uint32_t mask, std::uint32_t width, GlobalUse use) {
    if (mask == ~0u && runs_.add(lanes, width, use)) {
      if (runs_.is_full()) pack();
      return;
    }
    each_lane(mask, [&](std::uint32_t lane) { lines_.add(ByteMask::of(lanes[lane], width), use); });
  }
  [[nodiscard]] bool has_read() const {
    return std::ranges::any_of(
               lines_.lines(),
               [](const TouchedLine& line) { return line.of(GlobalUse::read) != 0; }) ||
           std::ranges::any_of(runs_.runs(),
                               [](const TouchedRun& run) { return run.use == GlobalUse::read; });
  }
  [[nodiscard]] const TouchedLines& lines() const { return lines_; }
  [[nodiscard]] const TouchedRuns& runs() const { return runs_; }

 private:
  // A block that goes over the same bytes again and again takes no more memory than the bytes.
  void pack() {
    for (const TouchedRun& run : runs_.runs()) {
      run.each_line([&](const ByteMask& bytes) { lines_.add(bytes, run.use); });
    }
    runs_.clear();
  }

  TouchedLines lines_;
  TouchedRuns runs_;
};

}  // namespace warplens::machine
