#include "kernels/machine/block/generic_writes.h"

#include <algorithm>

#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

void GenericWrites::start() {
  std::ranges::fill(words_, Word{});
  std::ranges::fill(fences_, std::uint64_t{0});
  time_ = last_write_ = 0;
}

void GenericWrites::note(const RaceAccess& write) {
  last_write_ = ++time_;
  each_lane(write.mask, [&](std::uint32_t lane) {
    const std::uint64_t offset = write.lanes[lane];
    for (std::uint64_t word = offset / 4; word * 4 < offset + write.width; ++word) {
      words_[word] = {time_, write.warp * kWarpSize + lane, write.instruction};
    }
  });
}

void GenericWrites::forget(std::uint64_t offset, std::uint64_t bytes) {
  for (std::uint64_t word = offset / 4; word * 4 < offset + bytes; ++word) words_[word] = {};
}

void GenericWrites::fence(std::uint32_t warp, std::uint32_t lanes) {
  ++time_;
  each_lane(lanes, [&](std::uint32_t lane) { fences_[warp * kWarpSize + lane] = time_; });
}

std::uint64_t GenericWrites::latest_fence(std::uint32_t first, std::uint32_t last) const {
  std::uint64_t latest = 0;
  for (std::uint32_t thread = first; thread < last && thread < fences_.size(); ++thread) {
    latest = std::max(latest, fences_[thread]);
  }
  return latest;
}

std::optional<GenericWrites::Unfenced> GenericWrites::unfenced(std::uint64_t offset,
                                                               std::uint32_t bytes,
                                                               std::uint64_t latest) const {
  if (latest >= last_write_) return std::nullopt;
  for (std::uint64_t word = offset / 4; word * 4 < offset + bytes; ++word) {
    const Word& written = words_[word];
    if (written.time <= latest || written.time < fences_[written.thread]) continue;
    return Unfenced{written.thread, written.instruction, word * 4};
  }
  return std::nullopt;
}

}  // namespace warplens::machine
