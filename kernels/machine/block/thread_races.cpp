#include "kernels/machine/block/thread_races.h"

#include <algorithm>

#include "kernels/machine/launch/buffer_place.h"
#include "kernels/machine/launch/byte_set.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

void ThreadRaces::start(std::uint64_t block) {
  lines_ = {};
  last_ = 0;
  reports_.start();
  const SuspectLines* const suspects = block_->control->suspects;
  if (suspects == nullptr) return;
  const auto own = suspects->find(block);
  if (own == suspects->end()) return;
  lines_ = own->second;
  const std::uint64_t end = first_place() + lines_.size() * kBytesAWord;
  shared_->races()->make_room(static_cast<std::uint32_t>(end));
}

std::uint64_t ThreadRaces::first_place() const {
  return (shared_->watched_size() + kBytesAWord - 1) / kBytesAWord * kBytesAWord;
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

// The values of its elements are used or not each for itself.
void ThreadRaces::note(const RaceAccess& access, const LaneAddresses& addresses,
                       std::uint32_t elements, std::uint32_t site) {
  if (access.first_load == ValueTracker::kNotFollowed) return note_part(access, addresses, site);
  RaceAccess element = access;
  element.width = access.width / elements;
  LaneAddresses places = addresses;
  for (std::uint32_t i = 0; i < elements; ++i) {
    note_part(element, places, site);
    element.first_load += kWarpSize;
    for (std::uint64_t& place : places) place += element.width;
  }
}

void ThreadRaces::note_part(RaceAccess access, const LaneAddresses& addresses, std::uint32_t site) {
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
  reports_.settle_loads(*shared_->races());
  races_.clear();
  shared_->races()->access(access, races_);
  for (const Race& race : races_) {
    reports_.note(race, site, [this, race] {
      return finding_text::race(race, buffer_place(race.offset),
                                block_->image->code_place(race.earlier.instruction));
    });
  }
}

SharedPlace ThreadRaces::buffer_place(std::uint64_t place) const {
  const std::uint64_t behind = place - first_place();
  const std::uint64_t address = lines_[behind / kBytesAWord] * kBytesAWord + behind % kBytesAWord;
  return place_in_buffer(*block_->launch->memory, address);
}

}  // namespace warplens::machine
