// One cache, replayed over a trace's accesses to global memory: which of them find their bytes in
// it, and which bring them in.
//
//   event ──► segments that its lanes touch, ascending ──► one lookup each ──► hit, or miss: the
//             segment comes into its line; a line that is not there takes the place of another
//
// What is assumed: all recorded blocks share the cache; accesses reach it
// in the order in which the trace's events stand (kernels/trace/event_order.h), one at a time, each
// over before the next; it is empty at first; a line's set is its number modulo the sets. Loads and
// asynchronous copies are looked up; stores and atomics count as neither hit nor miss. Local memory
// and shared memory do not pass through it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernels/trace/trace.h"

namespace warplens::analysis {

enum class Replacement : std::uint8_t {
  least_recently_used,
  first_in_first_out,
};
enum class CacheStores : std::uint8_t {
  pass,      // leave the cache as it is
  allocate,  // put their segments in
};

struct CacheOptions {
  std::uint32_t line_bytes = 128;
  std::uint32_t sector_bytes = 32;  // what a miss brings in; a line has 1 to 32 of them
  std::uint32_t lines = 1;
  std::uint32_t ways = 0;  // lines of a set, which they divide; 0: a line may lie anywhere
  Replacement replacement = Replacement::least_recently_used;
  CacheStores stores = CacheStores::pass;
  std::optional<std::uint32_t> buffer{};  // of Trace::buffers, the only one that is looked up
  friend bool operator==(const CacheOptions&, const CacheOptions&) = default;
};

struct CacheLookup {
  enum class Outcome : std::uint8_t { hit, miss, stored };
  std::uint64_t sector = 0;  // address / sector_bytes
  std::uint32_t slot = 0;    // where its line lies
  Outcome outcome = Outcome::miss;
};

// From `lookup` on `slot` holds these sectors of `line`, until the slot's next fill.
struct CacheFill {
  std::uint32_t slot = 0;
  std::uint32_t lookup = 0;
  std::uint64_t line = 0;     // address / line_bytes
  std::uint32_t sectors = 0;  // bit i: the line's i-th
};

struct CacheTotals {
  std::uint32_t hits = 0, misses = 0;
  friend bool operator==(const CacheTotals&, const CacheTotals&) = default;
};

class CacheLines;

class CacheReplay {
 public:
  CacheReplay() = default;
  CacheReplay(const trace::Trace& trace, const CacheOptions& options);

  [[nodiscard]] const CacheOptions& options() const { return options_; }
  [[nodiscard]] const std::vector<CacheLookup>& lookups() const { return lookups_; }
  // Lookups before those of `event`; of all events where it is past the last.
  [[nodiscard]] std::uint32_t before(std::size_t event) const;
  [[nodiscard]] std::span<const CacheLookup> lookups_of(std::size_t event) const;
  [[nodiscard]] std::size_t event_of(std::size_t lookup) const;
  // Totals of the first `lookups` lookups.
  [[nodiscard]] CacheTotals totals(std::size_t lookups) const;
  [[nodiscard]] CacheTotals totals() const { return totals(lookups_.size()); }
  [[nodiscard]] CacheTotals totals_of(std::size_t event) const;
  // The contents of `slot` after the first `lookups` lookups; nothing while it is empty.
  [[nodiscard]] std::optional<CacheFill> held(std::uint32_t slot, std::size_t lookups) const;
  // Slots that are ever used: 0 to this.
  [[nodiscard]] std::uint32_t used_slots() const { return used_slots_; }

 private:
  void look_up(CacheLines& lines, std::uint64_t sector, bool is_load);

  CacheOptions options_;
  std::vector<CacheLookup> lookups_;
  std::vector<std::uint32_t> first_;          // each event's first lookup, and one past the last
  std::vector<std::uint32_t> hits_, misses_;  // after each lookup
  std::vector<CacheFill> fills_;              // by slot, then by lookup
  std::uint32_t used_slots_ = 0;
};

}  // namespace warplens::analysis
