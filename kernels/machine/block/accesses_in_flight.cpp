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
  sources_ = 0;
  forget_sources();
}

void AccessesInFlight::forget_sources() {
  sources_begin_ = ~std::uint64_t{0};
  sources_end_ = 0;
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
  all_[number].touches = 0;
  return number;
}

void AccessesInFlight::end(std::uint32_t number) {
  Entry& entry = all_[number];
  entry.next_free = std::exchange(free_entry_, number);
  if (entry.source.end == 0) return;
  entry.source = {};
  entry.pieces.clear();
  if (--sources_ == 0) forget_sources();
}

void AccessesInFlight::add_source(std::uint32_t number, std::uint64_t address,
                                  std::uint64_t bytes) {
  Entry& entry = all_[number];
  const Range range{address, address + bytes};
  sources_begin_ = std::min(sources_begin_, range.begin);
  sources_end_ = std::max(sources_end_, range.end);
  if (entry.source.end == 0) {
    ++sources_;
    entry.source = range;
  } else if (entry.pieces.empty() && entry.source.end == range.begin) {
    entry.source.end = range.end;
  } else {
    if (entry.pieces.empty()) entry.pieces.push_back(entry.source);
    entry.pieces.push_back(range);
    entry.source.begin = std::min(entry.source.begin, range.begin);
    entry.source.end = std::max(entry.source.end, range.end);
  }
}

const InFlight* AccessesInFlight::reader_of(std::uint64_t address, std::uint32_t bytes) const {
  const std::uint64_t end = address + bytes;
  if (!may_read(address, end)) return nullptr;
  const auto meets = [&](const Range& range) { return range.meets(address, end); };
  for (const Entry& entry : all_) {
    if (!meets(entry.source)) continue;
    if (entry.pieces.empty() || std::ranges::any_of(entry.pieces, meets)) return &entry.access;
  }
  return nullptr;
}

AccessesInFlight::Touch& AccessesInFlight::new_touch(std::uint32_t number, std::uint64_t granule) {
  std::uint32_t index = free_touch_;
  if (index == kNoIndex) {
    index = static_cast<std::uint32_t>(touches_.size());
    touches_.emplace_back();
  } else {
    free_touch_ = touches_[index].next;
  }
  Touch& touch = touches_[index];
  touch.number = number;
  touch.bytes = 0;
  touch.next = std::exchange(heads_[granule], index);
  ++all_[number].touches;
  count(use_of(number), granule, 1);
  return touch;
}

// Neighbouring lanes of an instruction share a granule's touch: it is the latest.
void AccessesInFlight::cover(std::uint32_t number, std::uint32_t lane, std::uint64_t offset,
                             std::uint64_t bytes, const std::byte* values) {
  each_granule(offset, bytes,
               [&](std::uint64_t granule, std::uint32_t first, std::uint32_t bytes_here) {
                 const std::uint32_t head = heads_[granule];
                 const std::uint32_t bits = bits_of(first, bytes_here);
                 const bool is_shared = head != kNoIndex && touches_[head].number == number &&
                                        touches_[head].has_values == (values != nullptr) &&
                                        (touches_[head].bytes & bits) == 0;
                 Touch& touch = is_shared ? touches_[head] : new_touch(number, granule);
                 touch.bytes |= bits;
                 touch.has_values = values != nullptr;
                 for (std::uint32_t word = first / 4; word * 4 < first + bytes_here; ++word) {
                   touch.lanes[word] = static_cast<std::uint8_t>(lane);
                 }
                 if (values == nullptr) return;
                 std::copy_n(values + (granule * kGranule + first - offset), bytes_here,
                             touch.values.begin() + first);
               });
}

void AccessesInFlight::uncover(std::uint32_t number, std::uint64_t offset, std::uint64_t bytes) {
  each_granule(offset, bytes,
               [&](std::uint64_t granule, std::uint32_t first, std::uint32_t bytes_here) {
                 const std::uint32_t bits = bits_of(first, bytes_here);
                 for (std::uint32_t* link = &heads_[granule]; *link != kNoIndex;
                      link = &touches_[*link].next) {
                   Touch& touch = touches_[*link];
                   if (touch.number != number || (touch.bytes & bits) != bits) continue;
                   touch.bytes &= ~bits;
                   if (touch.bytes != 0) return;
                   const std::uint32_t index = std::exchange(*link, touch.next);
                   touch.next = std::exchange(free_touch_, index);
                   count(use_of(number), granule, -1);
                   if (--all_[number].touches == 0) end(number);
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
