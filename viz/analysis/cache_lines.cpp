#include "viz/analysis/cache_lines.h"

#include <algorithm>

namespace warplens::analysis {

CacheLines::CacheLines(const CacheOptions& options)
    : replacement_(options.replacement), lines_(std::max(options.lines, 1u)) {
  const std::uint32_t ways = options.ways == 0 ? lines_ : std::min(options.ways, lines_);
  sets_.resize(lines_ / ways);
  if (sets_.size() == 1) return;  // large ones are never full: slots are made as they are needed
  slots_.resize(lines_ / ways * ways);
  // The lowest slot is the oldest, so that empty ones fill upwards.
  for (std::uint32_t slot = 0; slot < slots_.size(); ++slot) link_newest(sets_[slot / ways], slot);
}

CacheLines::Slot CacheLines::take(std::uint64_t line) {
  Set& set = sets_[line % sets_.size()];
  const auto known = slot_of_.find(line);
  const bool is_there = known != slot_of_.end();
  const std::uint32_t slot = is_there ? known->second : slot_to_fill(set);
  Entry& entry = slots_[slot];
  if (!is_there) {
    if (entry.sectors != 0) slot_of_.erase(entry.line);
    slot_of_.emplace(line, slot);
    entry.line = line;
    entry.sectors = 0;
  }
  if (!is_there || replacement_ == Replacement::least_recently_used) {
    unlink(set, slot);
    link_newest(set, slot);
  }
  return {slot, entry.sectors};
}

std::uint32_t CacheLines::slot_to_fill(Set& set) {
  if (sets_.size() > 1 || slots_.size() == lines_) return set.oldest;
  slots_.emplace_back();
  const auto slot = static_cast<std::uint32_t>(slots_.size() - 1);
  link_newest(set, slot);
  return slot;
}

void CacheLines::unlink(Set& set, std::uint32_t slot) {
  const Entry& entry = slots_[slot];
  (entry.newer == kNone ? set.newest : slots_[entry.newer].older) = entry.older;
  (entry.older == kNone ? set.oldest : slots_[entry.older].newer) = entry.newer;
}

void CacheLines::link_newest(Set& set, std::uint32_t slot) {
  slots_[slot].newer = kNone;
  slots_[slot].older = set.newest;
  (set.newest == kNone ? set.oldest : slots_[set.newest].newer) = slot;
  set.newest = slot;
}

}  // namespace warplens::analysis
