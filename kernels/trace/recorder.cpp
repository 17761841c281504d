#include "kernels/trace/recorder.h"

#include <algorithm>
#include <utility>

namespace warplens::trace {

namespace {

// Blocks are most often alike, so that the next one's events will be of the same patterns, if these
// are not many.
void forget_events(RecorderMemory& memory) {
  constexpr std::size_t kManyForms = 1 << 14;
  memory.events.clear_rows();
  if (memory.events.patterns() < kManyForms) return;
  memory.events.clear();
  memory.numbers.clear();
  for (SiteLatest& latest : memory.latest) latest.forget_pattern();
}

}  // namespace

BlockRecorder::BlockRecorder(const TraceBuilder& builder, std::uint64_t block, bool keep_events,
                             std::uint64_t event_bytes, RecorderMemory memory)
    : builder_(&builder),
      sites_(builder.sites_),
      options_(&builder.options_),
      block_(block),
      keep_events_(keep_events),
      event_bytes_(event_bytes),
      memory_(std::move(memory)) {
  memory_.count = memory_.bytes = 0;
  memory_.totals.resize(sites_.size());
  memory_.latest.resize(sites_.size());
}

void BlockRecorder::record(const EventView& event) {
  if (event.mask == 0) return;
  const Site& site = sites_[event.site];
  if (is_bulk_copy(site.kind)) return record_copies(event);
  SiteLatest& latest = memory_.latest[event.site];
  latest.follow(site, event, options_->totals ? options_->cost : nullptr,
                memory_.totals[event.site]);
  if (options_->totals && options_->tally != nullptr) options_->tally->add(site, event);
  if (!keep_events_) return;
  if (site.kind == EventKind::async_copy) return keep_copy(event);
  keep(event, has_addresses(site) ? latest.addresses(event.address) : latest.no_addresses());
}

void BlockRecorder::record_copies(const EventView& event) {
  const Site& site = sites_[event.site];
  SiteTotals& totals = memory_.totals[event.site];
  ++totals.events;
  totals.lanes += count_lanes(event.mask);
  if (options_->totals && options_->cost != nullptr) options_->cost(site, event, totals);
  if (options_->totals && options_->tally != nullptr) options_->tally->add(site, event);
  if (!keep_events_) return;
  constexpr std::size_t kWords = sizeof(BulkCopy) / sizeof(std::uint32_t);
  if (count(event, event.copies.size() * kWords)) memory_.events.append(event, false, false);
}

void BlockRecorder::record(EventView& event, const PlacedLanes& lanes) {
  const Site& site = sites_[event.site];
  SiteLatest& latest = memory_.latest[event.site];
  latest.follow(site, event, lanes, options_->totals ? options_->cost : nullptr,
                memory_.totals[event.site]);
  if (options_->totals && options_->tally != nullptr) {
    lanes.write(event.address);
    options_->tally->add(site, event);
  }
  if (keep_events_) keep(event, latest.addresses(lanes, event.address));
}

void BlockRecorder::keep(const EventView& event, const AddressEntry& addresses) {
  if (!count(event, addresses.words().size())) return;
  memory_.events.append(event, addresses, memory_.latest[event.site].pattern());
}

void BlockRecorder::keep_copy(const EventView& event) {
  const AddressEntry from(event.mask, event.address), to(event.mask, event.address2);
  if (count(event, from.words().size() + to.words().size())) memory_.events.append(event, from, to);
}

bool BlockRecorder::count(const EventView& event, std::size_t words) {
  ++memory_.count;
  memory_.bytes += Events::bytes_of(words);
  if (memory_.bytes > event_bytes_) {
    keep_events_ = false;
    memory_.events.clear_rows();
  }
  return keep_events_ && !builder_->lets_go_[event.site];
}

TraceBuilder::TraceBuilder(std::vector<Site> sites, RecordingOptions options)
    : sites_(std::move(sites)),
      options_(options),
      lets_go_(sites_.size()),
      totals_(sites_.size()),
      bytes_left_(options.event_bytes) {
  for (std::uint32_t site = 0; options.reader != nullptr && site < sites_.size(); ++site) {
    lets_go_[site] = !options.reader->reads(site);
  }
}

bool TraceBuilder::in_window(std::uint64_t block) const {
  return block >= options_.first_block && block - options_.first_block < options_.block_count;
}

BlockRecorder TraceBuilder::block(std::uint64_t block) const {
  const std::uint64_t left = bytes_left_.load(std::memory_order_relaxed);
  const bool keep_events = options_.events && in_window(block) && left != 0;
  return {*this, block, keep_events, left, take_memory()};
}

RecorderMemory TraceBuilder::take_memory() const {
  const std::lock_guard lock(spare_mutex_);
  if (spare_.empty()) return {};
  RecorderMemory memory = std::move(spare_.back());
  spare_.pop_back();
  return memory;
}

void TraceBuilder::give_memory(RecorderMemory memory) {
  forget_events(memory);
  const std::lock_guard lock(spare_mutex_);
  spare_.push_back(std::move(memory));
}

void TraceBuilder::add(BlockRecorder recorder) {
  RecorderMemory& memory = recorder.memory_;
  for (std::size_t site = 0; site < sites_.size(); ++site) {
    SiteTotals& totals = memory.totals[site];
    memory.latest[site].settle(totals);
    if (totals.events == 0) continue;
    if (options_.totals) totals_[site] += totals;
    totals = {};
  }
  if (!options_.events || !in_window(recorder.block_)) return give_memory(std::move(memory));
  const std::uint64_t left = bytes_left_.load(std::memory_order_relaxed);
  const std::uint64_t bytes = memory.bytes;
  const bool fits = recorder.keep_events_ && left != 0 && bytes <= left;
  bytes_left_.store(fits ? left - bytes : 0, std::memory_order_relaxed);
  if (!fits) return give_memory(std::move(memory));
  pending_.emplace(recorder.block_, std::move(memory));
  join_pending();
}

void TraceBuilder::join_pending() {
  while (!pending_.empty() && pending_.begin()->first == options_.first_block + kept_blocks_) {
    RecorderMemory& memory = pending_.begin()->second;
    join(memory);
    give_memory(std::move(memory));
    pending_.erase(pending_.begin());
    if (++kept_blocks_ == 1) make_room();
  }
}

void TraceBuilder::join(RecorderMemory& memory) {
  if (options_.reader != nullptr) events_.clear_rows();
  events_.append(memory.events, memory.numbers);
  if (options_.reader == nullptr) return;
  if (!events_.empty()) options_.reader->read(events_);
  read_ += memory.count;
}

// Makes room for as many events of each block as the first one has: blocks are most often alike.
void TraceBuilder::make_room() {
  if (options_.reader != nullptr || events_.empty() || options_.blocks <= options_.first_block)
    return;
  const std::uint64_t blocks =
      std::min(options_.blocks - options_.first_block, options_.block_count);
  const double most =
      static_cast<double>(options_.event_bytes) / static_cast<double>(events_.bytes());
  events_.reserve_times(std::min(static_cast<double>(blocks), most));
}

void TraceBuilder::finish(Trace& trace, std::uint64_t blocks_in_grid) {
  trace.sites = sites_;
  trace.totals = std::move(totals_);
  if (options_.reader == nullptr) trace.events = std::move(events_);
  trace.first_block = std::min(options_.first_block, blocks_in_grid);
  trace.block_count = kept_blocks_;
  trace.events_read = read_;
  trace.events_complete = kept_blocks_ == blocks_in_grid;
}

}  // namespace warplens::trace
