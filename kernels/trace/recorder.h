// How a backend records: one BlockRecorder a block, joined in order by a TraceBuilder.
//
//   TraceBuilder builder(sites, options)
//   each block, on any thread:  BlockRecorder r = builder.block(b);  r.record(event) …
//   in execution order:         builder.add(std::move(r))
//   builder.finish(trace)       fills sites, totals, events, first_block, block_count,
//                               events_complete
//
// Totals are complete whatever the window; events are kept for blocks inside the window until the
// byte budget is spent, deterministically: a block's events are kept whole or not at all, and once
// one did not fit no later one is kept. Blocks may be added in any order; the trace holds the
// unbroken run of kept blocks that starts at the window's first, in linear order. A reader is shown
// just these blocks' events, which are then counted as kept, but let go.
// Recorders refer to their builder, which therefore neither moves nor copies.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <vector>

#include "kernels/trace/event_reader.h"
#include "kernels/trace/launch_tally.h"
#include "kernels/trace/site_latest.h"
#include "kernels/trace/trace.h"

namespace warplens::trace {

struct RecordingOptions {
  bool totals = true;
  bool events = true;
  CostFunction cost = nullptr;
  std::uint64_t first_block = 0;
  std::uint64_t block_count = ~std::uint64_t{0};
  std::uint64_t event_bytes = std::uint64_t{512} << 20;
  EventReader* reader = nullptr;      // has started; events are shown to it instead of being kept
  LaunchTally* tally = nullptr;   // is told every event; blocks then run one at a time
  std::uint64_t blocks = 0;           // of the launch, to make room for; 0: not known
};

// The memory that a recorder works in, used again for block after block.
struct RecorderMemory {
  std::vector<SiteTotals> totals;      // by site, of the events that the latest ones were not like
  std::vector<SiteLatest> latest;      // by site
  Events events;                       // that are kept or shown
  std::vector<std::uint32_t> numbers;  // of the events' patterns, among those of the trace
  std::uint64_t count = 0;             // of all events, whether a reader wants them or not
  std::uint64_t bytes = 0;             // that these take
};

class TraceBuilder;

// Keeps a block's events up to so many bytes; nothing of them when they take more.
class BlockRecorder {
 public:
  // Events without an active lane are ignored.
  void record(const EventView& event);
  // An event of the lanes in the shape's mask, whose addresses are `lanes`; they are written into
  // it where they are needed. Shapes must be numbered by one owner for all of the builder's blocks.
  void record(EventView& event, const PlacedLanes& lanes);

 private:
  friend class TraceBuilder;
  BlockRecorder(const TraceBuilder& builder, std::uint64_t block, bool keep_events,
                std::uint64_t event_bytes, RecorderMemory memory);
  void keep(const EventView& event, const AddressEntry& addresses);
  void keep_copy(const EventView& event);
  void record_copies(const EventView& event);
  // An event whose AddressEntries have so many words; whether it is to be kept.
  [[nodiscard]] bool count(const EventView& event, std::size_t words);

  const TraceBuilder* builder_;
  std::span<const Site> sites_;
  const RecordingOptions* options_;
  std::uint64_t block_;
  bool keep_events_;
  std::uint64_t event_bytes_;
  RecorderMemory memory_;
};

class TraceBuilder {
 public:
  TraceBuilder(std::vector<Site> sites, RecordingOptions options);
  TraceBuilder(const TraceBuilder&) = delete;
  TraceBuilder& operator=(const TraceBuilder&) = delete;

  [[nodiscard]] std::span<const Site> sites() const { return sites_; }
  [[nodiscard]] BlockRecorder block(std::uint64_t block) const;  // thread-safe
  void add(BlockRecorder recorder);                              // from one thread at a time
  void finish(Trace& trace, std::uint64_t blocks_in_grid);

 private:
  friend class BlockRecorder;
  [[nodiscard]] bool in_window(std::uint64_t block) const;
  void join_pending();
  void join(RecorderMemory& memory);
  [[nodiscard]] RecorderMemory take_memory() const;
  void give_memory(RecorderMemory memory);
  void make_room();

  std::vector<Site> sites_;
  RecordingOptions options_;
  std::vector<bool> lets_go_;  // by site: its events are counted alone
  std::vector<SiteTotals> totals_;
  Events events_;                                    // blocks first_block, first_block + 1…
  std::uint64_t kept_blocks_ = 0;                    // how many of them
  std::uint64_t read_ = 0;                           // events that were shown in place of these
  std::map<std::uint64_t, RecorderMemory> pending_;  // kept, but an earlier block is still missing
  // Spent bytes only grow, so a block that does not fit when it starts does not fit at its end.
  std::atomic<std::uint64_t> bytes_left_;
  mutable std::mutex spare_mutex_;
  mutable std::vector<RecorderMemory> spare_;
};

}  // namespace warplens::trace
