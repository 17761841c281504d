// How far into each buffer go the accesses that no event shows: those that are refused, since they
// lie misaligned or leave the buffer, and bulk copies. Also whether any leaves the memory of its
// block or thread.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

namespace warplens::machine {

class UnrecordedReach {
 public:
  using Ends = std::map<std::string, std::uint64_t, std::less<>>;  // bytes from a buffer's begin
  using Names = std::set<std::string, std::less<>>;

  UnrecordedReach() = default;
  // `short_buffers`: what lies beyond their ends is no finding.
  explicit UnrecordedReach(Names short_buffers) : short_(std::move(short_buffers)) {}

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
  void note_left_block() { left_block_.request_stop(); }
  // Stopped once an access left shared or local memory: RunOptions::halt of who knows enough then.
  [[nodiscard]] std::stop_token left_block() const { return left_block_.get_token(); }
  // Once the launch is over.
  [[nodiscard]] const Ends& ends() const { return ends_; }

 private:
  Names short_;
  std::mutex mutex_;
  Ends ends_;
  std::stop_source left_block_;
};

}  // namespace warplens::machine
