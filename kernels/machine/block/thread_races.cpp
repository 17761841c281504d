#include "kernels/machine/block/thread_races.h"

#include <algorithm>

#include "kernels/machine/launch/buffer_place.h"
#include "kernels/machine/launch/byte_set.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

using trace::FindingKind;

FindingKind kind_of(bool same_value) {
  return same_value ? FindingKind::same_value_race : FindingKind::race;
}

}  // namespace

void ThreadRaces::start(std::uint64_t block) {
  lines_ = {};
  last_ = 0;
  pairs_.clear();
  const SuspectLines* const suspects = block_->control->suspects;
  if (suspects == nullptr) return;
  const auto own = suspects->find(block);
  if (own == suspects->end()) return;
  lines_ = own->second;
  const std::uint64_t end = first_place() + lines_.size() * kBytesAWord;
  shared_->races()->make_room(static_cast<std::uint32_t>(end));
}

std::uint64_t ThreadRaces::first_place() const {
  return (shared_->size() + kBytesAWord - 1) / kBytesAWord * kBytesAWord;
}

std::optional<std::uint64_t> ThreadRaces::place_of(std::uint64_t address) {
  const std::uint64_t line = address / kBytesAWord;
  if (lines_[last_] != line) {
    const auto found = std::ranges::lower_bound(lines_, line);
    if (found == lines_.end() || *found != line) return std::nullopt;
    last_ = static_cast<std::size_t>(found - lines_.begin());
  }
  return first_place() + last_ * kBytesAWord + address % kBytesAWord;
}

void ThreadRaces::note(RaceAccess access, const LaneAddresses& addresses, std::uint32_t site) {
  LaneAddresses places{};
  std::uint32_t suspects = 0;
  each_lane(access.mask, [&](std::uint32_t lane) {
    const auto place = place_of(addresses[lane]);
    if (!place.has_value()) return;
    places[lane] = *place;
    suspects |= 1u << lane;
  });
  if (suspects == 0) return;
  const OwnLanes lanes(suspects, places);
  access.mask = suspects;
  access.lanes = lanes.placed();
  races_.clear();
  shared_->races()->access(access, races_);
  for (const Race& race : races_) report(race, site);
}

SharedPlace ThreadRaces::buffer_place(std::uint64_t place) const {
  const std::uint64_t behind = place - first_place();
  const std::uint64_t address = lines_[behind / kBytesAWord] * kBytesAWord + behind % kBytesAWord;
  return place_in_buffer(*block_->launch->memory, address);
}

void ThreadRaces::report(const Race& race, std::uint32_t site) {
  const RacePair pair = pair_of(race);
  if (is_of_one_store(pair) || pairs_.count(pair)) return;
  pairs_.add(pair);
  block_->report.add_lazily(
      kind_of(race.same_value),
      {race.later.instruction, race.later.thread / kWarpSize, race.later.thread % kWarpSize, site,
       race.earlier.instruction, pair.within_warp},
      [&] {
        return finding_text::race(race, buffer_place(race.offset),
                                  block_->image->code_place(race.earlier.instruction));
      });
}

void ThreadRaces::settle() {
  for (const auto& [pair, occurrences] : pairs_.counts()) {
    if (occurrences == 0) continue;
    block_->report.count({kind_of(pair.same_value), pair.later, pair.earlier, pair.within_warp},
                         occurrences);
  }
  pairs_.clear();
}

}  // namespace warplens::machine
