#include "kernels/trace/recorder.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <utility>

namespace warplens::trace {
namespace {

using Addresses = std::array<std::uint64_t, kWarpSize>;

// By how much all active lanes moved; nothing when they did not move together.
std::optional<std::uint64_t> common_move(const Addresses& from, const Addresses& to,
                                         std::uint32_t mask) {
  const auto first = static_cast<std::size_t>(std::countr_zero(mask));
  const std::uint64_t move = to[first] - from[first];
  std::uint64_t different = 0;
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    const std::uint64_t is_active = mask >> lane & 1;
    different |= (to[lane] - from[lane] - move) & (0 - is_active);
  }
  if (different != 0) return std::nullopt;
  return move;
}

}  // namespace

BlockRecorder::BlockRecorder(std::span<const Site> sites, const RecordingOptions& options,
                             std::uint64_t block, bool keep_events, std::uint64_t event_bytes)
    : sites_(sites),
      options_(&options),
      block_(block),
      keep_events_(keep_events),
      event_bytes_(event_bytes),
      totals_(options.totals ? sites.size() : 0),
      costed_(options.totals && options.cost != nullptr ? sites.size() : 0) {}

void BlockRecorder::record(const EventView& event) {
  if (event.mask == 0) return;
  const Site& site = sites_[event.site];
  if (options_->totals) {
    SiteTotals& totals = totals_[event.site];
    totals.events += 1;
    totals.lanes += static_cast<std::uint64_t>(std::popcount(event.mask));
    if (options_->cost != nullptr) add_cost(site, event);
    if (options_->touched != nullptr) options_->touched->add(site, event);
  }
  if (keep_events_) keep(site, event);
}

// Banks repeat every 4 bytes and sectors every 32: an event whose addresses all moved by a multiple
// of that costs what the one before did, which in a loop is most often so.
void BlockRecorder::add_cost(const Site& site, const EventView& event) {
  Costed& last = costed_[event.site];
  const std::uint64_t period = site.space == Space::shared ? 4 : 32;
  const auto is_like_last = [&] {
    if (last.mask != event.mask || site.kind == EventKind::async_copy) return false;
    const auto move = common_move(last.address, event.address, event.mask);
    return move.has_value() && *move % period == 0;
  };
  if (!is_like_last()) {
    last = {event.mask, event.address, {}};
    options_->cost(site, event, last.cost);
  }
  totals_[event.site] += last.cost;
}

void BlockRecorder::keep(const Site& site, const EventView& event) {
  events_.append(event, has_addresses(site), site.kind == EventKind::async_copy);
  if (events_.bytes() <= event_bytes_) return;
  keep_events_ = false;
  events_ = {};
}

TraceBuilder::TraceBuilder(std::vector<Site> sites, RecordingOptions options)
    : sites_(std::move(sites)),
      options_(options),
      totals_(sites_.size()),
      bytes_left_(options.event_bytes) {}

bool TraceBuilder::in_window(std::uint64_t block) const {
  return block >= options_.first_block && block - options_.first_block < options_.block_count;
}

BlockRecorder TraceBuilder::block(std::uint64_t block) const {
  const std::uint64_t left = bytes_left_.load(std::memory_order_relaxed);
  const bool keep_events = options_.events && in_window(block) && left != 0;
  return {sites_, options_, block, keep_events, left};
}

void TraceBuilder::add(BlockRecorder recorder) {
  for (std::size_t site = 0; site < recorder.totals_.size(); ++site) {
    totals_[site] += recorder.totals_[site];
  }
  if (!options_.events || !in_window(recorder.block_)) return;
  const std::uint64_t left = bytes_left_.load(std::memory_order_relaxed);
  const std::uint64_t bytes = recorder.events_.bytes();
  const bool fits = recorder.keep_events_ && left != 0 && bytes <= left;
  bytes_left_.store(fits ? left - bytes : 0, std::memory_order_relaxed);
  if (!fits) return;
  pending_.emplace(recorder.block_, std::move(recorder.events_));
  join_pending();
}

void TraceBuilder::join_pending() {
  while (!pending_.empty() && pending_.begin()->first == options_.first_block + kept_blocks_) {
    events_.append(pending_.begin()->second);
    pending_.erase(pending_.begin());
    kept_blocks_ += 1;
  }
}

void TraceBuilder::finish(Trace& trace, std::uint64_t blocks_in_grid) {
  trace.sites = sites_;
  trace.totals = std::move(totals_);
  trace.events = std::move(events_);
  trace.first_block = std::min(options_.first_block, blocks_in_grid);
  trace.block_count = kept_blocks_;
  trace.events_complete = kept_blocks_ == blocks_in_grid;
}

}  // namespace warplens::trace
