// The lines of a cache and which of them goes next: what a replay keeps while it runs.
//
// The lines of a set form a list, the one to go at its end. Where sets have their own slots, empty
// ones stand there at first; a line that may lie anywhere takes the lowest slot that is free.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "viz/analysis/cache_replay.h"

namespace warplens::analysis {

class CacheLines {
 public:
  explicit CacheLines(const CacheOptions& options);

  struct Slot {
    std::uint32_t number = 0;
    std::uint32_t sectors = 0;  // that it holds of the line
  };
  // The slot that `line` lies in, or gets, another line leaving it.
  [[nodiscard]] Slot take(std::uint64_t line);
  void set_sectors(std::uint32_t slot, std::uint32_t sectors) { slots_[slot].sectors = sectors; }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Entry {
    std::uint64_t line = 0;
    std::uint32_t sectors = 0;  // 0: empty
    std::uint32_t newer = kNone, older = kNone;
  };
  struct Set {
    std::uint32_t newest = kNone, oldest = kNone;
  };
  [[nodiscard]] std::uint32_t slot_to_fill(Set& set);
  void unlink(Set& set, std::uint32_t slot);
  void link_newest(Set& set, std::uint32_t slot);

  Replacement replacement_;
  std::uint32_t lines_ = 1;
  std::vector<Entry> slots_;
  std::vector<Set> sets_;
  std::unordered_map<std::uint64_t, std::uint32_t> slot_of_;
};

}  // namespace warplens::analysis
