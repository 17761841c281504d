#include "viz/analysis/cache_replay.h"

#include <algorithm>
#include <bit>

#include "kernels/cost/sectors.h"
#include "viz/analysis/cache_lines.h"

namespace warplens::analysis {
namespace {

using Outcome = CacheLookup::Outcome;

bool is_load(trace::EventKind kind) {
  return kind == trace::EventKind::load || kind == trace::EventKind::async_copy;
}

bool is_store(trace::EventKind kind) {
  return kind == trace::EventKind::store || kind == trace::EventKind::atomic;
}

// Whether events of this site are looked up at all.
bool passes_through(const trace::Site& site, const CacheOptions& options) {
  const bool is_global =
      site.space == trace::Space::global || site.kind == trace::EventKind::async_copy;
  if (!is_global) return false;
  return is_load(site.kind) || (is_store(site.kind) && options.stores == CacheStores::allocate);
}

// The lanes whose addresses lie in the only buffer that counts.
std::uint32_t lanes_that_count(const trace::Trace& trace, const CacheOptions& options,
                               const trace::EventView& event) {
  const std::uint32_t lanes = trace::addressed_lanes(trace.sites[event.site], event);
  if (!options.buffer) return lanes;
  if (*options.buffer >= trace.buffers.size()) return 0;
  const trace::Buffer& buffer = trace.buffers[*options.buffer];
  std::uint32_t mask = 0;
  for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
    if (event.address[lane] - buffer.address < buffer.bytes) mask |= 1u << lane;
  }
  return mask;
}

}  // namespace

CacheReplay::CacheReplay(const trace::Trace& trace, const CacheOptions& options)
    : options_(options) {
  CacheLines lines(options);
  first_.reserve(trace.events.size() + 1);
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    first_.push_back(static_cast<std::uint32_t>(lookups_.size()));
    const trace::Site& site = trace.sites[trace.events.site(row)];
    if (!passes_through(site, options)) continue;
    const trace::EventView event = trace.events.view(row);
    const std::uint32_t mask = lanes_that_count(trace, options, event);
    for (const std::uint64_t sector :
         distinct_segments(mask, event.address, site.width, options.sector_bytes)) {
      look_up(lines, sector, is_load(site.kind));
    }
  }
  first_.push_back(static_cast<std::uint32_t>(lookups_.size()));
  std::ranges::stable_sort(fills_, {}, &CacheFill::slot);
}

void CacheReplay::look_up(CacheLines& lines, std::uint64_t sector, bool is_load) {
  const std::uint32_t sectors_a_line = options_.line_bytes / options_.sector_bytes;
  const std::uint32_t bit = 1u << (sector % sectors_a_line);
  const CacheLines::Slot slot = lines.take(sector / sectors_a_line);
  const bool is_there = (slot.sectors & bit) != 0;
  if (!is_there) {
    const std::uint32_t sectors = slot.sectors | bit;
    lines.set_sectors(slot.number, sectors);
    fills_.push_back({slot.number, static_cast<std::uint32_t>(lookups_.size()),
                      sector / sectors_a_line, sectors});
    used_slots_ = std::max(used_slots_, slot.number + 1);
  }
  const Outcome outcome = !is_load ? Outcome::stored : is_there ? Outcome::hit : Outcome::miss;
  const CacheTotals earlier = totals();
  lookups_.push_back({sector, slot.number, outcome});
  hits_.push_back(earlier.hits + (outcome == Outcome::hit ? 1 : 0));
  misses_.push_back(earlier.misses + (outcome == Outcome::miss ? 1 : 0));
}

std::uint32_t CacheReplay::before(std::size_t event) const {
  return first_.empty() ? 0 : first_[std::min(event, first_.size() - 1)];
}

std::span<const CacheLookup> CacheReplay::lookups_of(std::size_t event) const {
  const std::uint32_t first = before(event);
  return std::span(lookups_).subspan(first, before(event + 1) - first);
}

std::size_t CacheReplay::event_of(std::size_t lookup) const {
  const auto next = std::ranges::upper_bound(first_, static_cast<std::uint32_t>(lookup));
  return static_cast<std::size_t>(next - first_.begin()) - 1;
}

CacheTotals CacheReplay::totals(std::size_t lookups) const {
  const std::size_t count = std::min(lookups, lookups_.size());
  if (count == 0) return {};
  return {hits_[count - 1], misses_[count - 1]};
}

CacheTotals CacheReplay::totals_of(std::size_t event) const {
  const CacheTotals earlier = totals(before(event));
  const CacheTotals now = totals(before(event + 1));
  return {now.hits - earlier.hits, now.misses - earlier.misses};
}

std::optional<CacheFill> CacheReplay::held(std::uint32_t slot, std::size_t lookups) const {
  const auto later = std::ranges::partition_point(fills_, [&](const CacheFill& fill) {
    return fill.slot < slot || (fill.slot == slot && fill.lookup < lookups);
  });
  if (later == fills_.begin() || std::prev(later)->slot != slot) return std::nullopt;
  return *std::prev(later);
}

}  // namespace warplens::analysis
