#include "kernels/machine/block/accesses_in_flight.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace warplens::machine {

AccessesInFlight::AccessesInFlight(std::uint64_t shared_bytes)
    : heads_((shared_bytes + kGranule - 1) / kGranule, kNoIndex) {
  while ((shared_bytes >> area_shift_) >= kAreas) ++area_shift_;
}

void AccessesInFlight::start() {
  if (areas_[kReads] != 0 || areas_[kWrites] != 0) std::ranges::fill(heads_, kNoIndex);
  all_.clear();
  free_entry_ = kNoIndex;
  touches_.clear();
  free_touch_ = kNoIndex;
  areas_ = {};
  touches_of_ = {};
}

std::uint32_t AccessesInFlight::begin(const InFlight& access) {
  std::uint32_t number = free_entry_;
  if (number == kNoIndex) {
    number = static_cast<std::uint32_t>(all_.size());
    all_.emplace_back();
  } else {
    free_entry_ = all_[number].next_free;
  }
  all_[number].access = access;
  return number;
}

void AccessesInFlight::end(std::uint32_t number) {
  all_[number].next_free = std::exchange(free_entry_, number);
}

void AccessesInFlight::cover(std::uint32_t number, std::uint64_t offset,
                             std::span<const std::byte> values) {
  touch(number, offset, values.size(), values.data());
}

void AccessesInFlight::cover(std::uint32_t number, std::uint64_t offset, std::uint64_t bytes) {
  touch(number, offset, bytes, nullptr);
}

void AccessesInFlight::touch(std::uint32_t number, std::uint64_t offset, std::uint64_t bytes,
                             const std::byte* values) {
  each_granule(offset, bytes,
               [&](std::uint64_t granule, std::uint32_t first, std::uint32_t count_of_bytes) {
                 std::uint32_t index = free_touch_;
                 if (index == kNoIndex) {
                   index = static_cast<std::uint32_t>(touches_.size());
                   touches_.emplace_back();
                 } else {
                   free_touch_ = touches_[index].next;
                 }
                 Touch& touch = touches_[index];
                 touch.number = number;
                 touch.bytes = bits_of(first, count_of_bytes);
                 touch.has_values = values != nullptr;
                 if (values != nullptr) {
                   std::copy_n(values + (granule * kGranule + first - offset), count_of_bytes,
                               touch.values.begin() + first);
                 }
                 touch.next = std::exchange(heads_[granule], index);
                 count(use_of(number), granule, 1);
               });
}

void AccessesInFlight::uncover(std::uint32_t number, std::uint64_t offset, std::uint64_t bytes) {
  each_granule(offset, bytes,
               [&](std::uint64_t granule, std::uint32_t first, std::uint32_t count_of_bytes) {
                 const std::uint32_t bits = bits_of(first, count_of_bytes);
                 for (std::uint32_t* link = &heads_[granule]; *link != kNoIndex;
                      link = &touches_[*link].next) {
                   Touch& touch = touches_[*link];
                   if (touch.number != number || touch.bytes != bits) continue;
                   const std::uint32_t index = std::exchange(*link, touch.next);
                   touch.next = std::exchange(free_touch_, index);
                   count(use_of(number), granule, -1);
                   return;
                 }
               });
}

void AccessesInFlight::count(Use use, std::uint64_t granule, std::int32_t by) {
  const std::uint64_t area = granule * kGranule >> area_shift_;
  std::uint32_t& touches = touches_of_[use][area];
  touches += static_cast<std::uint32_t>(by);
  const std::uint64_t bit = std::uint64_t{1} << area;
  areas_[use] = touches == 0 ? areas_[use] & ~bit : areas_[use] | bit;
}

AccessesInFlight::Met AccessesInFlight::met_in(std::uint64_t granule, std::uint32_t bits,
                                               bool writes, const std::byte* values) const {
  Met met;
  const auto first_of_access = static_cast<std::uint32_t>(std::countr_zero(bits));
  for (std::uint32_t i = heads_[granule]; i != kNoIndex; i = touches_[i].next) {
    const Touch& touch = touches_[i];
    const std::uint32_t both = touch.bytes & bits;
    if (both == 0 || (!writes && use_of(touch.number) == kReads)) continue;
    bool is_same = values != nullptr && touch.has_values;
    for (std::uint32_t rest = both; is_same && rest != 0; rest &= rest - 1) {
      const auto byte = static_cast<std::uint32_t>(std::countr_zero(rest));
      is_same = touch.values[byte] == values[byte - first_of_access];
    }
    if (met.touch != nullptr && is_same) continue;
    met = {&touch, static_cast<std::uint32_t>(std::countr_zero(both)), is_same};
    if (!is_same) return met;
  }
  return met;
}

}  // namespace warplens::machine
