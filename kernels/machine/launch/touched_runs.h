// Accesses of one block to exposed buffers by whole warps, most of which go from lane to lane by
// the same step: kept as they are, which is faster than byte by byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/machine/launch/touched_lines.h"
#include "kernels/machine/operations/lane_moves.h"

namespace warplens::machine {

// `width` bytes each at begin, begin + step, …, so many times.
struct TouchedRun {
  std::uint64_t begin = 0;
  std::uint64_t step = 0;
  std::uint32_t count = 1;
  std::uint32_t width = 4;
  GlobalUse use = GlobalUse::read;

  template <class Visit>
  void each_line(Visit visit) const {
    const bool lies_alike = step % kBytesAWord == 0 && begin % kBytesAWord + width <= kBytesAWord;
    if (lies_alike) {
      const ByteMask first = ByteMask::of(begin, width);
      const std::uint64_t lines = step / kBytesAWord;
      for (std::uint64_t i = 0; i < count; ++i) visit(ByteMask{first.word + i * lines, first.bits});
      return;
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      each_mask(begin + i * step, begin + i * step + width, visit);
    }
  }
};

class TouchedRuns {
 public:
  // Whether kMost runs are kept and no more fit.
  [[nodiscard]] bool is_full() const { return runs_.size() >= kMost; }
  void clear() { runs_.clear(); }
  // False where the lanes' steps differ. All 32 lanes are active.
  [[nodiscard]] bool add(const LaneAddresses& addresses, std::uint32_t width, GlobalUse use);
  [[nodiscard]] bool add(const PlacedLanes& lanes, std::uint32_t width, GlobalUse use);
  [[nodiscard]] const std::vector<TouchedRun>& runs() const { return runs_; }

 private:
  void add(const TouchedRun& run);

  static constexpr std::size_t kMost = 1 << 16;
  static constexpr std::size_t kStreams = 2;  // that a loop may go along at once

  std::vector<TouchedRun> runs_;
};

}  // namespace warplens::machine
