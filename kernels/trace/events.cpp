#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <new>

#include "kernels/trace/trace.h"

namespace warplens::trace {

namespace {

// The system gives memory behind a column's end page by page as it is written, or in one go:
// takes the pages that `count` more elements will lie on, and some behind them, where there is
// capacity for them and for many more.
template <class T>
void take_pages(UnsetVector<T>& column, std::size_t count) {
#if defined(MADV_POPULATE_WRITE)
  constexpr std::uintptr_t kPage = 4096, kStep = 64 * kPage;  // which are taken whole
  if (column.capacity() * sizeof(T) < 4 * kStep || column.capacity() - column.size() < count)
    return;
  const auto start = reinterpret_cast<std::uintptr_t>(column.data());
  const std::uintptr_t first = start + column.size() * sizeof(T);
  const std::uintptr_t last = first + count * sizeof(T);
  const std::uintptr_t begin = (first + kStep - 1) / kStep * kStep;
  if (last <= begin) return;  // on pages that the steps before have taken
  const std::uintptr_t room = (start + column.capacity() * sizeof(T)) / kPage * kPage;
  const std::uintptr_t end = std::min((last + kStep - 1) / kStep * kStep, room);
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_POPULATE_WRITE);
#else
  static_cast<void>(column);
  static_cast<void>(count);
#endif
}

template <class T>
void concatenate(UnsetVector<T>& to, const UnsetVector<T>& from) {
  take_pages(to, from.size());
  to.insert(to.end(), from.begin(), from.end());
}

template <class T>
void reserve(UnsetVector<T>& column, double times) {
  column.reserve(static_cast<std::size_t>(static_cast<double>(column.size()) * times));
}

bool are_of_one_length(const EventColumns& columns) {
  const std::size_t rows = columns.site.size();
  return columns.block.size() == rows && columns.mask.size() == rows &&
         columns.taken.size() == rows && columns.warp.size() == rows &&
         columns.addresses.size() == rows;
}

// Takes each row's entries from the words; false when they are not exactly those that the rows ask
// for.
class RowEntries {
 public:
  explicit RowEntries(const EventColumns& columns) : columns_(&columns), left_(columns.words) {}

  [[nodiscard]] bool take(std::size_t row) {
    const std::uint8_t flags = columns_->addresses[row];
    const std::uint32_t mask = columns_->mask[row];
    if (mask == 0 || (flags & ~(kHasAddress | kHasAddress2)) != 0) return false;
    return take((flags & kHasAddress) != 0, mask, entry) &&
           take((flags & kHasAddress2) != 0, mask, entry2);
  }
  [[nodiscard]] bool is_over() const { return left_.empty(); }

  EventPatterns::Words entry, entry2;

 private:
  [[nodiscard]] bool take(bool is_wanted, std::uint32_t mask, EventPatterns::Words& words) {
    words = {};
    if (!is_wanted) return true;
    const auto length = AddressEntry::length_in(left_, mask);
    if (!length.has_value()) return false;
    words = left_.first(*length);
    left_ = left_.subspan(*length);
    return true;
  }

  const EventColumns* columns_;
  EventPatterns::Words left_;
};

// Each row that has copies has one for each of its lanes, in their order.
bool are_of_lanes(const EventColumns& columns) {
  const std::span<const std::uint32_t> rows = columns.copies.rows();
  const std::span<const BulkCopy> copies = columns.copies.all();
  std::uint32_t left = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool is_next = i == 0 || rows[i] > rows[i - 1];
    if (rows[i] >= columns.mask.size() || (is_next && left != 0)) return false;
    if (is_next) left = columns.mask[rows[i]];
    if (left == 0 || copies[i].lane != static_cast<std::uint32_t>(std::countr_zero(left))) {
      return false;
    }
    left &= left - 1;
  }
  return left == 0;
}

bool are_whole(const EventColumns& columns) {
  if (!are_of_one_length(columns) || !are_of_lanes(columns)) return false;
  RowEntries entries(columns);
  for (std::size_t row = 0; row < columns.site.size(); ++row) {
    if (!entries.take(row)) return false;
  }
  return entries.is_over();
}

}  // namespace

EventView Events::view(std::size_t row) const {
  EventView event;
  view(row, event);
  return event;
}

void Events::view(std::size_t row, EventView& event) const {
  const std::uint32_t number = pattern_[row];
  const EventPattern& pattern = patterns_[number];
  event.site = pattern.site;
  event.block = block_[row];
  event.warp = warp_[row];
  event.mask = pattern.mask;
  event.taken = pattern.taken;
  patterns_.decode(number, base_[row], event.address);
  patterns_.decode2(number, base2(row), event.address2);
  event.copies = copies(row);
}

std::size_t Events::bytes() const { return size() * bytes_of(0) + words_ * sizeof(std::uint32_t); }

std::size_t Events::bytes_of(std::size_t words) {
  constexpr std::size_t kRow =
      4 * sizeof(std::uint32_t) + sizeof(std::uint16_t) + 2 * sizeof(std::uint64_t);
  return kRow + words * sizeof(std::uint32_t);
}

void Events::append(const EventView& event, bool has_address, bool has_address2) {
  const auto entry_of = [&](bool has, const LaneAddresses& addresses) {
    return has && event.mask != 0 ? AddressEntry(event.mask, addresses) : AddressEntry();
  };
  append(event, entry_of(has_address, event.address), entry_of(has_address2, event.address2));
}

void Events::append(const EventView& event, const AddressEntry& address,
                    const AddressEntry& address2) {
  const std::uint32_t pattern =
      patterns_.number_of(event.site, event.mask, event.taken, address.words(), address2.words());
  append_row(event, pattern, address.base(), address2.base());
}

void Events::append(const EventView& event, const AddressEntry& address, KnownPattern& pattern) {
  if (pattern.number == EventPatterns::kNone || pattern.taken != event.taken) {
    pattern = {patterns_.number_of(event.site, event.mask, event.taken, address.words(), {}),
               event.taken};
  }
  append_row(event, pattern.number, address.base(), 0);
}

void Events::append_row(const EventView& event, std::uint32_t pattern, std::uint64_t base,
                        std::uint64_t base2) {
  const EventPattern& entries = patterns_[pattern];
  words_ += entries.words + entries.words2;
  pattern_.push_back(pattern);
  block_.push_back(event.block);
  warp_.push_back(static_cast<std::uint16_t>(event.warp));
  base_.push_back(base);
  if (!event.copies.empty()) {
    copies_.append(static_cast<std::uint32_t>(size() - 1), event.copies);
  }
  if (entries.words2 == 0 && base2_.empty()) return;
  base2_.resize(base_.size() - 1, 0);
  base2_.push_back(base2);
}

void Events::clear() {
  clear_rows();
  patterns_.clear();
}

void Events::clear_rows() {
  pattern_.clear();
  block_.clear();
  warp_.clear();
  base_.clear();
  base2_.clear();
  copies_.clear();
  words_ = 0;
}

void Events::reserve_times(double times) try {
  reserve(pattern_, times);
  reserve(block_, times);
  reserve(warp_, times);
  reserve(base_, times);
  reserve(base2_, times);
} catch (const std::bad_alloc&) {
}

void Events::append(const Events& other) {
  std::vector<std::uint32_t> numbers;
  append(other, numbers);
}

void Events::append(const Events& other, std::vector<std::uint32_t>& numbers) {
  const std::size_t rows = size();
  numbers.resize(other.patterns_.size(), EventPatterns::kNone);
  take_pages(pattern_, other.size());
  pattern_.resize(rows + other.size());
  std::ranges::transform(other.pattern_, pattern_.begin() + static_cast<std::ptrdiff_t>(rows),
                         [&](std::uint32_t pattern) {
                           std::uint32_t& number = numbers[pattern];
                           if (number == EventPatterns::kNone)
                             number = patterns_.number_of(other.patterns_, pattern);
                           return number;
                         });
  concatenate(block_, other.block_);
  concatenate(warp_, other.warp_);
  concatenate(base_, other.base_);
  words_ += other.words_;
  copies_.append(other.copies_, static_cast<std::uint32_t>(rows));
  if (base2_.empty() && other.base2_.empty()) return;
  base2_.resize(rows, 0);
  concatenate(base2_, other.base2_);
  base2_.resize(size(), 0);
}

EventColumns Events::columns(std::size_t first, std::size_t last) const {
  EventColumns columns;
  const std::size_t count = last - first;
  columns.block = std::span(block_).subspan(first, count);
  columns.warp = std::span(warp_).subspan(first, count);
  for (std::size_t row = first; row < last; ++row) {
    const EventPattern& pattern = patterns_[pattern_[row]];
    columns.own_site.push_back(pattern.site);
    columns.own_mask.push_back(pattern.mask);
    columns.own_taken.push_back(pattern.taken);
    columns.addresses.push_back(static_cast<std::uint8_t>(
        (pattern.words != 0 ? kHasAddress : 0) | (pattern.words2 != 0 ? kHasAddress2 : 0)));
    patterns_.copy_whole(pattern_[row], base_[row], base2(row), columns.own_words);
  }
  columns.site = columns.own_site;
  columns.mask = columns.own_mask;
  columns.taken = columns.own_taken;
  columns.words = columns.own_words;
  columns.copies =
      copies_.part(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last));
  return columns;
}

bool operator==(const Events& a, const Events& b) {
  if (a.block_ != b.block_ || a.warp_ != b.warp_ || a.base_ != b.base_) return false;
  if (!(a.copies_ == b.copies_)) return false;
  std::vector<std::uint32_t> same(a.patterns_.size(),
                                  EventPatterns::kNone);  // each one's number in b
  for (std::size_t row = 0; row < a.size(); ++row) {
    if (a.base2(row) != b.base2(row)) return false;
    std::uint32_t& number = same[a.pattern_[row]];
    if (number == b.pattern_[row]) continue;
    if (number != EventPatterns::kNone) return false;
    if (!a.patterns_.are_alike(a.pattern_[row], b.patterns_, b.pattern_[row])) return false;
    number = b.pattern_[row];
  }
  return true;
}

bool Events::append(const EventColumns& columns) {
  if (!are_whole(columns)) return false;
  RowEntries entries(columns);
  EventView event;
  for (std::size_t row = 0; row < columns.site.size() && entries.take(row); ++row) {
    event.block = columns.block[row];
    event.warp = columns.warp[row];
    event.copies = columns.copies.of(static_cast<std::uint32_t>(row));
    const std::uint32_t pattern = patterns_.number_of(
        columns.site[row], columns.mask[row], columns.taken[row], entries.entry, entries.entry2);
    append_row(event, pattern, AddressEntry::base_of(entries.entry),
               AddressEntry::base_of(entries.entry2));
  }
  return true;
}

}  // namespace warplens::trace
