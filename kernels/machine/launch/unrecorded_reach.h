// How far into each buffer go the accesses that no event shows: those that are refused, since they
// lie misaligned or leave the buffer, and bulk copies.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace warplens::machine {

class UnrecordedReach {
 public:
  using Ends = std::map<std::string, std::uint64_t, std::less<>>;  // bytes from a buffer's begin

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
  // Once the launch is over.
  [[nodiscard]] const Ends& ends() const { return ends_; }

 private:
  std::mutex mutex_;
  Ends ends_;
};

}  // namespace warplens::machine
