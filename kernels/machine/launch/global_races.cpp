#include "kernels/machine/launch/global_races.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace warplens::machine {
namespace {

bool comes_before(const GlobalRace& a, const GlobalRace& b) {
  const auto order = [](const GlobalRace& race) {
    const auto& [address, main, other, accesses] = race;
    return std::tuple(address, other.block, main.block, other.warp, main.warp, other.lane,
                      main.lane);
  };
  return order(a) < order(b);
}

bool is_main(const GlobalRaceEnd& one, const GlobalRaceEnd& other) {
  return std::tuple(one.instruction, one.block) > std::tuple(other.instruction, other.block);
}

// Lane by lane, those that store any of the bytes.
bool all_keep(const GlobalMark& store, std::uint64_t bytes, const GlobalRaces::KeepsValue& keeps) {
  for (; bytes != 0;) {
    const auto byte = static_cast<std::uint32_t>(std::countr_zero(bytes));
    if (!keeps(store.lane_of(byte))) return false;
    bytes &= ~ByteMask::of(byte / store.width * store.width, store.width).bits;
  }
  return true;
}

}  // namespace

GlobalRaces::GlobalRaces(const ExposedBuffers& buffers, std::uint32_t warps_a_block)
    : warps_(warps_a_block), marks_(buffers, warps_a_block) {}

BlockOrder& GlobalRaces::begin(std::uint64_t block) {
  auto& order = orders_[block];
  order = std::make_unique<BlockOrder>(locations_, block, warps_);
  return *order;
}

void GlobalRaces::note(const BlockOrder& order, const GlobalAccess& access,
                       const KeepsValue& keeps_value) {
  GlobalMark now;
  now.stamp = order.stamp(access.warp);
  now.instruction = access.instruction;
  now.sequence = ++sequence_;
  now.use = access.use;
  now.kind = access.kind;
  now.writes = access.kind != RaceAccessKind::read;
  now.observes = access.observes;
  now.width = static_cast<std::uint8_t>(access.width);
  each_run(*access.addresses, access.mask, access.width,
           [&](const ByteMask& bytes, std::uint32_t lane) {
             now.bytes = bytes;
             now.lane = static_cast<std::uint8_t>(lane);
             marks_.compare(order, now,
                            [&](const GlobalMark& earlier) { add(earlier, now, keeps_value); });
             marks_.remember(order, now);
           });
}

GlobalRaceEnd GlobalRaces::end_of(const GlobalMark& mark, std::uint64_t byte) const {
  return {mark.stamp.warp / warps_, static_cast<std::uint32_t>(mark.stamp.warp % warps_),
          mark.lane_of(byte), mark.instruction, mark.kind};
}

void GlobalRaces::add(const GlobalMark& earlier, const GlobalMark& now,
                      const KeepsValue& keeps_value) {
  const std::uint64_t bytes = earlier.bytes.bits & now.bytes.bits;
  const auto byte = static_cast<std::uint64_t>(std::countr_zero(bytes));
  GlobalRace race{now.bytes.word * kBytesAWord + byte, end_of(now, byte), end_of(earlier, byte)};
  const bool same_value = earlier.use == GlobalUse::write && now.use == GlobalUse::write &&
                          all_keep(now, bytes, keeps_value);
  std::uint32_t width = now.width;
  if (!is_main(race.main, race.other)) {
    std::swap(race.main, race.other);
    width = earlier.width;
  }
  const auto [place, is_new] =
      found_.try_emplace({race.main.instruction, race.other.instruction, same_value});
  Found& found = place->second;
  if (is_new || comes_before(race, found.first)) found.first = race;
  found.width = width;
  found.bytes[now.bytes.word] |= bytes;
}

bool GlobalRaces::has_races() const {
  return std::ranges::any_of(found_, [](const auto& found) { return !found.first.same_value; });
}

std::map<GlobalRaces::Key, GlobalRace> GlobalRaces::races() const {
  std::map<Key, GlobalRace> races;
  for (const auto& [key, found] : found_) {
    // Where only some of the writes leave what was there, the others are what there is to say.
    if (key.same_value && found_.contains({key.main, key.other, false})) continue;
    GlobalRace& race = races[key] = found.first;
    std::uint64_t bytes = 0;
    for (const auto& [line, bits] : found.bytes)
      bytes += static_cast<std::uint64_t>(std::popcount(bits));
    race.accesses = (bytes + found.width - 1) / found.width;
  }
  return races;
}

}  // namespace warplens::machine
