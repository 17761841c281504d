#include <algorithm>
#include <new>

#include "kernels/trace/pages.h"
#include "kernels/trace/trace.h"

namespace warplens::trace {

namespace {

template <class T>
void concatenate(UnsetVector<T>& to, const UnsetVector<T>& from) {
  take_pages(to, from.size());
  to.insert(to.end(), from.begin(), from.end());
}

void concatenate_handles(UnsetVector<std::uint64_t>& to, const UnsetVector<std::uint64_t>& from,
                         std::uint64_t offset) {
  const std::size_t joint = to.size();
  take_pages(to, from.size());
  to.resize(joint + from.size());
  std::ranges::transform(from, to.begin() + static_cast<std::ptrdiff_t>(joint),
                         [offset](std::uint64_t handle) {
                           return handle == AddressPool::kNone ? handle : handle + offset;
                         });
}

template <class T>
void reserve(UnsetVector<T>& column, double times) {
  column.reserve(static_cast<std::size_t>(static_cast<double>(column.size()) * times));
}

template <class T>
void append_span(UnsetVector<T>& to, std::span<const T> from) {
  to.insert(to.end(), from.begin(), from.end());
}

// Gives every row the handles of its entries, which follow each other from `handle` on; false when
// the words are not exactly the entries that the rows ask for.
bool place_addresses(const EventColumns& columns, std::uint64_t handle,
                     UnsetVector<std::uint64_t>& address, UnsetVector<std::uint64_t>& address2) {
  const std::size_t rows = columns.site.size();
  if (columns.block.size() != rows || columns.mask.size() != rows || columns.taken.size() != rows ||
      columns.warp.size() != rows || columns.addresses.size() != rows) {
    return false;
  }
  std::span<const std::uint32_t> left = columns.words;
  const auto take = [&](bool wanted, std::uint32_t mask, UnsetVector<std::uint64_t>& handles) {
    handles.push_back(wanted ? handle : AddressPool::kNone);
    if (!wanted) return true;
    const auto length = AddressPool::entry_words(left, mask);
    if (!length.has_value()) return false;
    left = left.subspan(*length);
    handle += *length;
    return true;
  };
  for (std::size_t row = 0; row < rows; ++row) {
    const std::uint8_t flags = columns.addresses[row];
    const std::uint32_t mask = columns.mask[row];
    if (mask == 0 || (flags & ~(kHasAddress | kHasAddress2)) != 0) return false;
    if (!take((flags & kHasAddress) != 0, mask, address)) return false;
    if (!take((flags & kHasAddress2) != 0, mask, address2)) return false;
  }
  return left.empty();
}

}  // namespace

EventView Events::view(std::size_t row) const {
  EventView event;
  view(row, event);
  return event;
}

void Events::view(std::size_t row, EventView& event) const {
  event.site = site_[row];
  event.block = block_[row];
  event.warp = warp_[row];
  event.mask = mask_[row];
  event.taken = taken_[row];
  const auto decode = [&](std::uint64_t handle, LaneAddresses& addresses) {
    if (handle == AddressPool::kNone) return addresses.fill(0);
    pool_.decode(handle, event.mask, addresses);
  };
  decode(address_[row], event.address);
  decode(second(row), event.address2);
}

std::size_t Events::bytes() const { return size() * kRowBytes + pool_.bytes(); }

void Events::append(const EventView& event, bool has_address, bool has_address2) {
  const bool any_lane = event.mask != 0;
  const std::uint64_t address =
      has_address && any_lane ? pool_.encode(event.mask, event.address) : AddressPool::kNone;
  const std::uint64_t address2 =
      has_address2 && any_lane ? pool_.encode(event.mask, event.address2) : AddressPool::kNone;
  append_row(event, address, address2);
}

void Events::append(const EventView& event, AddressEntry* address) {
  append_row(event, address == nullptr ? AddressPool::kNone : pool_.add(*address),
             AddressPool::kNone);
}

void Events::append_row(const EventView& event, std::uint64_t address, std::uint64_t address2) {
  site_.push_back(event.site);
  block_.push_back(event.block);
  warp_.push_back(static_cast<std::uint16_t>(event.warp));
  mask_.push_back(event.mask);
  taken_.push_back(event.taken);
  address_.push_back(address);
  if (address2 == AddressPool::kNone && address2_.empty()) return;
  address2_.resize(address_.size() - 1, AddressPool::kNone);
  address2_.push_back(address2);
}

void Events::clear() {
  site_.clear();
  block_.clear();
  mask_.clear();
  taken_.clear();
  warp_.clear();
  address_.clear();
  address2_.clear();
  pool_.clear();
}

void Events::reserve_times(double times) try {
  reserve(site_, times);
  reserve(block_, times);
  reserve(mask_, times);
  reserve(taken_, times);
  reserve(warp_, times);
  reserve(address_, times);
  reserve(address2_, times);
  pool_.reserve_times(times);
} catch (const std::bad_alloc&) {
}

void Events::append(const Events& other) {
  const std::size_t rows = size();
  concatenate(site_, other.site_);
  concatenate(block_, other.block_);
  concatenate(warp_, other.warp_);
  concatenate(mask_, other.mask_);
  concatenate(taken_, other.taken_);
  const std::uint64_t offset = pool_.append(other.pool_);
  concatenate_handles(address_, other.address_, offset);
  append_seconds(rows, other.address2_, offset);
}

// Behind so many rows; the columns before have theirs.
void Events::append_seconds(std::size_t rows, const UnsetVector<std::uint64_t>& seconds,
                            std::uint64_t offset) {
  if (address2_.empty() && seconds.empty()) return;
  address2_.resize(rows, AddressPool::kNone);
  concatenate_handles(address2_, seconds, offset);
  address2_.resize(size(), AddressPool::kNone);
}

// Entries lie in the pool in the order of the rows, a row's first address before its second.
std::size_t Events::first_word(std::size_t row) const {
  for (; row < size(); ++row) {
    const std::uint64_t handle = std::min(address_[row], second(row));
    if (handle != AddressPool::kNone) return handle;
  }
  return pool_.words().size();
}

EventColumns Events::columns(std::size_t first, std::size_t last) const {
  EventColumns columns;
  const std::size_t count = last - first;
  columns.site = std::span(site_).subspan(first, count);
  columns.block = std::span(block_).subspan(first, count);
  columns.mask = std::span(mask_).subspan(first, count);
  columns.taken = std::span(taken_).subspan(first, count);
  columns.warp = std::span(warp_).subspan(first, count);
  for (std::size_t row = first; row < last; ++row) {
    columns.addresses.push_back(
        static_cast<std::uint8_t>((address_[row] != AddressPool::kNone ? kHasAddress : 0) |
                                  (second(row) != AddressPool::kNone ? kHasAddress2 : 0)));
  }
  if (pool_.is_whole()) {
    const std::size_t begin = first_word(first);
    columns.words = pool_.words().subspan(begin, first_word(last) - begin);
  } else {
    columns.own_words = whole_words(first, last);
    columns.words = columns.own_words;
  }
  return columns;
}

std::vector<std::uint32_t> Events::whole_words(std::size_t first, std::size_t last) const {
  std::vector<std::uint32_t> words;
  for (std::size_t row = first; row < last; ++row) {
    for (const std::uint64_t handle : {address_[row], second(row)}) {
      if (handle != AddressPool::kNone) pool_.copy_whole(handle, mask_[row], words);
    }
  }
  return words;
}

// Whatever way they are coded in.
bool operator==(const Events& a, const Events& b) {
  if (a.size() != b.size()) return false;
  if (a.empty()) return true;
  const EventColumns own = a.columns(0, a.size()), other = b.columns(0, b.size());
  return a.site_ == b.site_ && a.block_ == b.block_ && a.warp_ == b.warp_ && a.mask_ == b.mask_ &&
         a.taken_ == b.taken_ && own.addresses == other.addresses &&
         std::ranges::equal(own.words, other.words);
}

bool Events::append(const EventColumns& columns) {
  UnsetVector<std::uint64_t> address, address2;
  if (!place_addresses(columns, pool_.words().size(), address, address2)) return false;
  const std::size_t rows = size();
  append_span(site_, columns.site);
  append_span(block_, columns.block);
  append_span(mask_, columns.mask);
  append_span(taken_, columns.taken);
  append_span(warp_, columns.warp);
  concatenate(address_, address);
  const bool has_second = std::ranges::any_of(
      address2, [](std::uint64_t handle) { return handle != AddressPool::kNone; });
  if (has_second)
    append_seconds(rows, address2, 0);
  else
    append_seconds(rows, {}, 0);
  pool_.append(columns.words);
  return true;
}

}  // namespace warplens::trace
