// How far into each buffer go the accesses that no event shows: those that are refused, since they
// lie misaligned or leave the buffer, and bulk copies. Also whether any leaves the memory of its
// block or thread, and how far any goes into memory that is there and whose contents nobody knows.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warplens::machine {

class UnrecordedReach {
 public:
  using Ends = std::map<std::string, std::uint64_t, std::less<>>;  // bytes from a buffer's begin
  using Names = std::set<std::string, std::less<>>;

  // [begin, end) of an allocation of which other parts are buffers.
  struct Gap {
    std::uint64_t begin = 0, end = 0;
    std::size_t allocation = 0;  // a number of who asks
  };

  UnrecordedReach() = default;
  // `short_buffers`: what lies beyond their ends is no finding.
  // `gaps`, ascending and apart: what lies there is none either.
  explicit UnrecordedReach(Names short_buffers, std::vector<Gap> gaps = {})
      : short_(std::move(short_buffers)), gaps_(std::move(gaps)) {}

  [[nodiscard]] bool may_be_short(std::string_view buffer) const {
    return short_.find(buffer) != short_.end();
  }
  // May be called on any thread.
  void note(std::string_view buffer, std::uint64_t end) {
    const std::lock_guard lock(mutex_);
    const auto known = ends_.find(buffer);
    if (known == ends_.end()) {
      ends_.emplace(buffer, end);
    } else if (known->second < end) {
      known->second = end;
    }
  }
  // Whether an access begins or ends in a gap, which is noted. May be called on any thread.
  bool note_gap(std::uint64_t address, std::uint64_t bytes) {
    const Gap* const gap =
        gap_at(address) != nullptr ? gap_at(address) : gap_at(address + bytes - 1);
    if (gap == nullptr) return false;
    if (most_granules_ != 0 && has_just_noted(address, bytes)) return true;
    const std::lock_guard lock(mutex_);
    std::uint64_t& end = gap_ends_[gap->allocation];
    end = std::max(end, address + bytes);
    note_granules(address, bytes);
    return true;
  }
  // Which granules of gaps accesses reach is kept from now on, and too_many_granules() is stopped
  // by more than `most`. Called before the launch.
  void keep_granules(std::size_t most) { most_granules_ = most; }
  // kGranuleBytes each, by number: address / kGranuleBytes.
  static constexpr std::uint64_t kGranuleBytes = 4096;
  [[nodiscard]] const std::set<std::uint64_t>& granules() const { return granules_; }
  [[nodiscard]] std::stop_token too_many_granules() const { return too_many_.get_token(); }
  void note_left_block() { left_block_.request_stop(); }
  // Stopped once an access left shared or local memory: RunOptions::halt of who knows enough then.
  [[nodiscard]] std::stop_token left_block() const { return left_block_.get_token(); }
  // Once the launch is over.
  [[nodiscard]] const Ends& ends() const { return ends_; }
  // By allocation: one past the last address.
  [[nodiscard]] const std::map<std::size_t, std::uint64_t>& gap_ends() const { return gap_ends_; }

 private:
  // As the lanes of a warp mostly have: without a lock.
  bool has_just_noted(std::uint64_t address, std::uint64_t bytes) {
    const std::uint64_t granule = address / kGranuleBytes;
    return (address + bytes - 1) / kGranuleBytes == granule &&
           last_granule_.exchange(granule, std::memory_order_relaxed) == granule;
  }
  void note_granules(std::uint64_t address, std::uint64_t bytes) {
    if (most_granules_ == 0) return;
    for (auto each = address / kGranuleBytes; each <= (address + bytes - 1) / kGranuleBytes; ++each)
      granules_.insert(each);
    if (granules_.size() > most_granules_) too_many_.request_stop();
  }
  [[nodiscard]] const Gap* gap_at(std::uint64_t address) const {
    const auto after = std::ranges::upper_bound(gaps_, address, {}, &Gap::begin);
    if (after == gaps_.begin() || address >= (after - 1)->end) return nullptr;
    return &*(after - 1);
  }

  Names short_;
  std::vector<Gap> gaps_;
  std::mutex mutex_;
  Ends ends_;
  std::map<std::size_t, std::uint64_t> gap_ends_;
  std::set<std::uint64_t> granules_;
  std::atomic<std::uint64_t> last_granule_{0};
  std::size_t most_granules_ = 0;  // 0: none are kept
  std::stop_source left_block_, too_many_;
};

}  // namespace warplens::machine
