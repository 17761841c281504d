#include "kernels/trace/recorder.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <set>
#include <utility>

namespace warplens::trace {
namespace {

constexpr std::uint64_t kBlocks = 8;
constexpr int kEventsABlock = 10;

std::vector<Site> two_sites() {
  Site load;
  load.space = Space::global;
  load.width = 4;
  Site barrier;
  barrier.kind = EventKind::barrier;
  return {load, barrier};
}

void count_requests(const Site&, const EventView&, SiteTotals& totals) { totals.requests += 1; }

EventView event_of(std::uint64_t block, int index) {
  EventView event;
  event.site = 0;
  event.block = static_cast<std::uint32_t>(block);
  event.warp = static_cast<std::uint32_t>(index);
  event.mask = 0x0000ffffu;
  for (unsigned lane = 0; lane < 16; ++lane) event.address[lane] = block * 1000 + lane * 4;
  return event;
}

BlockRecorder record_block(const TraceBuilder& builder, std::uint64_t block) {
  BlockRecorder recorder = builder.block(block);
  for (int i = 0; i < kEventsABlock; ++i) recorder.record(event_of(block, i));
  return recorder;
}

Trace recorded_trace(RecordingOptions options, std::vector<std::uint64_t> order = {}) {
  options.cost = count_requests;
  TraceBuilder builder(two_sites(), options);
  if (order.empty()) {
    for (std::uint64_t block = 0; block < kBlocks; ++block) order.push_back(block);
  }
  for (const std::uint64_t block : order) builder.add(record_block(builder, block));
  Trace trace;
  builder.finish(trace, kBlocks);
  return trace;
}

std::uint64_t bytes_of_one_block() {
  RecordingOptions options;
  options.block_count = 1;
  return recorded_trace(options).events.bytes();
}

void expect_blocks(const Trace& trace, std::uint64_t first, std::uint64_t count) {
  EXPECT_EQ(trace.first_block, first);
  EXPECT_EQ(trace.block_count, count);
  ASSERT_EQ(trace.events.size(), count * kEventsABlock);
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    const std::uint64_t block = first + row / kEventsABlock;
    EXPECT_EQ(trace.events.block(row), block);
    EXPECT_EQ(trace.events.view(row).address, event_of(block, 0).address);
  }
}

void expect_complete_totals(const Trace& trace) {
  ASSERT_EQ(trace.totals.size(), 2u);
  EXPECT_EQ(trace.totals[0].events, kBlocks * kEventsABlock);
  EXPECT_EQ(trace.totals[0].lanes, kBlocks * kEventsABlock * 16);
  EXPECT_EQ(trace.totals[0].requests, kBlocks * kEventsABlock);
  EXPECT_EQ(trace.totals[1].events, 0u);
}

TEST(Recorder, KeepsEveryBlockWhenThereIsRoom) {
  const Trace trace = recorded_trace({});
  expect_blocks(trace, 0, kBlocks);
  EXPECT_TRUE(trace.events_complete);
  expect_complete_totals(trace);
}

TEST(Recorder, TotalsAreCompleteWhateverTheWindow) {
  RecordingOptions options;
  options.first_block = 3;
  options.block_count = 2;
  const Trace trace = recorded_trace(options);
  expect_blocks(trace, 3, 2);
  EXPECT_FALSE(trace.events_complete);
  expect_complete_totals(trace);
}

TEST(Recorder, TotalsAreCompleteWithoutEvents) {
  RecordingOptions options;
  options.events = false;
  const Trace trace = recorded_trace(options);
  EXPECT_TRUE(trace.events.empty());
  EXPECT_FALSE(trace.events_complete);
  expect_complete_totals(trace);
}

TEST(Recorder, WindowPastTheGridIsEmpty) {
  RecordingOptions options;
  options.first_block = 100;
  const Trace trace = recorded_trace(options);
  EXPECT_TRUE(trace.events.empty());
  EXPECT_EQ(trace.first_block, kBlocks);
  EXPECT_EQ(trace.block_count, 0u);
}

TEST(Recorder, BudgetKeepsWholeBlocksOnly) {
  const std::uint64_t block = bytes_of_one_block();
  RecordingOptions options;
  options.event_bytes = 3 * block;
  expect_blocks(recorded_trace(options), 0, 3);
  options.event_bytes = 3 * block - 1;
  const Trace trace = recorded_trace(options);
  expect_blocks(trace, 0, 2);
  EXPECT_FALSE(trace.events_complete);
  expect_complete_totals(trace);
}

TEST(Recorder, NoLaterBlockIsKeptAfterOneThatDidNotFit) {
  RecordingOptions options;
  options.event_bytes = 2 * bytes_of_one_block();
  TraceBuilder builder(two_sites(), options);
  builder.add(record_block(builder, 0));
  BlockRecorder large = record_block(builder, 1);
  large.record(event_of(1, 0));
  builder.add(std::move(large));
  BlockRecorder small = builder.block(2);
  small.record(event_of(2, 0));
  builder.add(std::move(small));
  Trace trace;
  builder.finish(trace, 3);
  expect_blocks(trace, 0, 1);
}

TEST(Recorder, KeptBlocksDoNotDependOnWhenARecorderStarted) {
  const std::uint64_t block = bytes_of_one_block();
  for (std::uint64_t budget = 0; budget <= kBlocks * block; budget += block / 2) {
    RecordingOptions options;
    options.event_bytes = budget;
    TraceBuilder builder(two_sites(), options);
    std::vector<BlockRecorder> all;
    for (std::uint64_t b = 0; b < kBlocks; ++b) all.push_back(record_block(builder, b));
    for (auto& recorder : all) builder.add(std::move(recorder));
    Trace together;
    builder.finish(together, kBlocks);
    EXPECT_EQ(together.block_count, recorded_trace(options).block_count) << budget;
    EXPECT_EQ(together.block_count, budget / block);
  }
}

TEST(Recorder, BlocksAddedInAnotherOrderStandInLinearOrder) {
  const Trace trace = recorded_trace({}, {5, 2, 7, 0, 1, 6, 3, 4});
  expect_blocks(trace, 0, kBlocks);
  EXPECT_TRUE(trace.events_complete);
}

TEST(Recorder, OnlyTheUnbrokenRunFromTheWindowsFirstBlockIsKept) {
  RecordingOptions options;
  options.event_bytes = 4 * bytes_of_one_block();
  const Trace trace = recorded_trace(options, {0, 1, 5, 6, 2, 3, 4, 7});
  expect_blocks(trace, 0, 2);
  expect_complete_totals(trace);
}

// Puts together what it is shown.
class Shown final : public EventReader {
 public:
  void start(const Trace&) override {}
  [[nodiscard]] bool reads(std::uint32_t site) const override { return site == 0; }
  void read(const Events& block) override {
    for (std::size_t row = 0; row < block.size(); ++row) {
      EXPECT_EQ(block.site(row), 0u);
      EXPECT_EQ(block.view(row).address, event_of(block.block(row), 0).address);
      blocks.push_back(block.block(row));
      patterns.insert(block.pattern(row));
    }
  }
  std::vector<std::uint32_t> blocks;
  std::set<std::uint32_t> patterns;
};

// A barrier, which the reader leaves out, behind the events of each block.
Trace shown_trace(RecordingOptions options, EventReader* reader) {
  options.cost = count_requests;
  options.reader = reader;
  TraceBuilder builder(two_sites(), options);
  for (const std::uint64_t block : {3, 0, 1, 2}) {
    BlockRecorder recorder = record_block(builder, block);
    EventView barrier = event_of(block, 0);
    barrier.site = 1;
    recorder.record(barrier);
    builder.add(std::move(recorder));
  }
  Trace trace;
  builder.finish(trace, 4);
  return trace;
}

TEST(Recorder, AReaderIsShownWhatElseIsKept) {
  Shown shown;
  const Trace kept = shown_trace({}, nullptr), read = shown_trace({}, &shown);
  EXPECT_TRUE(read.events.empty());
  EXPECT_EQ(read.recorded(), kept.events.size());
  EXPECT_EQ(read.totals, kept.totals);
  EXPECT_EQ(read.events_complete, kept.events_complete);
  ASSERT_EQ(shown.blocks.size(), 4u * kEventsABlock);
  for (std::size_t i = 0; i < shown.blocks.size(); ++i) {
    EXPECT_EQ(shown.blocks[i], i / kEventsABlock) << "in linear order";
  }
  EXPECT_EQ(shown.patterns.size(), 1u) << "of one form from block to block";
}

TEST(Recorder, AReaderIsShownNoMoreThanWouldBeKept) {
  const std::uint64_t all = shown_trace({}, nullptr).events.bytes();
  for (std::uint64_t budget = 0; budget <= all + 1; budget += all / 8) {
    RecordingOptions options;
    options.event_bytes = budget;
    Shown shown;
    const Trace kept = shown_trace(options, nullptr), read = shown_trace(options, &shown);
    EXPECT_EQ(read.block_count, kept.block_count) << budget;
    EXPECT_EQ(read.recorded(), kept.events.size()) << budget;
    EXPECT_EQ(shown.blocks.size(), kept.block_count * kEventsABlock) << budget;
  }
}

TEST(Recorder, EventsWithoutAnActiveLaneAreIgnored) {
  RecordingOptions options;
  TraceBuilder builder(two_sites(), options);
  BlockRecorder recorder = builder.block(0);
  EventView event = event_of(0, 0);
  event.mask = 0;
  recorder.record(event);
  builder.add(std::move(recorder));
  Trace trace;
  builder.finish(trace, 1);
  EXPECT_TRUE(trace.events.empty());
  EXPECT_EQ(trace.totals[0].events, 0u);
  EXPECT_TRUE(trace.events_complete);
}

TEST(Events, AsyncCopiesKeepBothAddressesAndBarriersNone) {
  Events events;
  EventView copy = event_of(1, 2);
  copy.address2[4] = 512;
  copy.taken = 9;
  events.append(copy, true, true);
  events.append(copy, false, false);
  Events joined;
  joined.append(copy, true, false);
  joined.append(events);
  ASSERT_EQ(joined.size(), 3u);
  EXPECT_EQ(joined.view(1).address, copy.address);
  EXPECT_EQ(joined.view(1).address2, copy.address2);
  EXPECT_EQ(joined.view(1).taken, 9u);
  EXPECT_EQ(joined.view(1).warp, 2u);
  EXPECT_EQ(joined.view(2).address, EventView{}.address);
  EXPECT_EQ(joined.view(2).mask, copy.mask);
}

// Depends on the mask, on how the active lanes lie to each other, and on where in a sector they
// are.
void cost_by_place(const Site& site, const EventView& event, SiteTotals& totals) {
  const std::uint64_t period = site.space == Space::shared ? 4 : 32;
  const auto first = static_cast<unsigned>(std::countr_zero(event.mask));
  totals.requests += 1;
  totals.sectors += event.address[first] % period;
  for (unsigned lane = first; lane < kWarpSize; ++lane) {
    if ((event.mask >> lane & 1) != 0) {
      totals.bytes_used += event.address[lane] - event.address[first] + event.mask;
    }
  }
}

TEST(BlockRecorder, WhatItCostsOnlyOnceIsWhatEachEventCosts) {
  std::vector<Site> sites = two_sites();
  sites[1].kind = EventKind::load;
  sites[1].space = Space::shared;
  RecordingOptions options;
  options.cost = cost_by_place;
  TraceBuilder builder(sites, options);
  BlockRecorder recorder = builder.block(0);
  std::vector<SiteTotals> expected(2);
  std::mt19937 random(1);
  EventView event;
  for (int i = 0; i < 5000; ++i) {
    event.site = random() % 2;
    if (random() % 8 == 0) event.mask = random();
    if (random() % 4 == 0) event.address[random() % kWarpSize] += 4;
    const std::uint64_t move = random() % 2 == 0 ? 32 : random() % 8;
    for (std::uint64_t& address : event.address) address += move;
    recorder.record(event);
    if (event.mask == 0) continue;
    expected[event.site].events += 1;
    expected[event.site].lanes += static_cast<std::uint64_t>(std::popcount(event.mask));
    cost_by_place(sites[event.site], event, expected[event.site]);
  }
  builder.add(std::move(recorder));
  Trace trace;
  builder.finish(trace, 1);
  EXPECT_EQ(trace.totals, expected);
}

TEST(Recorder, RecordsLanesOfAShapeAsTheirAddresses) {
  std::mt19937 random(5);
  RecordingOptions options;
  options.cost = cost_by_place;
  TraceBuilder placed(two_sites(), options), plain(two_sites(), options);
  std::array<LaneShape, 3> shapes;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    LaneAddresses addresses{};
    for (std::uint64_t lane = 0; lane < kWarpSize; ++lane) addresses[lane] = lane * (4 + 4 * i);
    shapes[i] = LaneShape::of(kAllLanesMask >> i, addresses).value();
    shapes[i].number = i + 1;
  }
  for (std::uint64_t block = 0; block < kBlocks; ++block) {
    BlockRecorder by_shape = placed.block(block), by_address = plain.block(block);
    for (int i = 0; i < kEventsABlock; ++i) {
      const PlacedLanes lanes{&shapes[random() % shapes.size()], 4096 + random() % 4 * 16};
      EventView event;
      event.site = 0;
      event.block = static_cast<std::uint32_t>(block);
      event.mask = lanes.shape->mask;
      by_shape.record(event, lanes);
      lanes.write(event.address);
      by_address.record(event);
    }
    placed.add(std::move(by_shape));
    plain.add(std::move(by_address));
  }
  Trace by_shapes, by_addresses;
  placed.finish(by_shapes, kBlocks);
  plain.finish(by_addresses, kBlocks);
  EXPECT_EQ(by_shapes, by_addresses);
}

TEST(Trace, FindsTheBufferOfAnAddress) {
  std::vector<Buffer> buffers(2);
  buffers[0].name = "a";
  buffers[0].address = 0x1000;
  buffers[1].name = "b";
  buffers[1].address = 0x2000;
  for (Buffer& buffer : buffers) buffer.bytes = 16;
  EXPECT_EQ(find_buffer(buffers, 0x0fff), nullptr);
  EXPECT_EQ(find_buffer(buffers, 0x100f)->name, "a");
  EXPECT_EQ(find_buffer(buffers, 0x1010), nullptr);
  EXPECT_EQ(find_buffer(buffers, 0x2000)->name, "b");
}

TEST(SiteTotals, AddUpExceptTheLargestWay) {
  SiteTotals a{.sectors = 3, .wavefronts = 32, .max_way = 32};
  a += SiteTotals{.sectors = 4, .wavefronts = 1, .max_way = 1, .modelled = false};
  EXPECT_EQ(a.sectors, 7u);
  EXPECT_EQ(a.wavefronts, 33u);
  EXPECT_EQ(a.max_way, 32u);
  EXPECT_FALSE(a.modelled);
}

// One of few kinds of events, so that many are like the one before them at their site.
EventView some_event(std::mt19937& random, std::uint64_t block) {
  EventView event;
  event.site = random() % 8 == 0 ? 1 : 0;
  event.block = static_cast<std::uint32_t>(block);
  event.warp = random() % 4;
  event.mask = random() % 3 == 0 ? 0x00ff00ffu : 0xffffffffu;
  if (event.site == 1) return event;
  const std::uint64_t step = random() % 2 == 0 ? 4 : 128;
  const std::uint64_t base = 4096 + random() % 64 * (random() % 2 == 0 ? 4 : 32);
  const bool is_odd = random() % 4 == 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    event.address[lane] = base + lane * step + (is_odd ? lane * lane : 0);
  }
  return event;
}

// Tells events apart whose addresses lie otherwise in their sectors, as costs do.
void cost_of_lanes(const Site&, const EventView& event, SiteTotals& totals) {
  totals.requests += 1;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if ((event.mask >> lane & 1) != 0) totals.bytes_used += event.address[lane] % 32 + 1;
  }
  totals.sectors += event.address[8] - event.address[0];
}

TEST(Recorder, RecordsEachEventAsIfItWasTheOnlyOne) {
  std::mt19937 random(3);
  RecordingOptions options;
  options.cost = cost_of_lanes;
  options.blocks = kBlocks;
  TraceBuilder builder(two_sites(), options);
  Events events;
  std::vector<SiteTotals> totals(2);
  for (std::uint64_t block = 0; block < kBlocks; ++block) {
    BlockRecorder recorder = builder.block(block);
    for (int i = 0; i < 500; ++i) {
      const EventView event = some_event(random, block);
      recorder.record(event);
      events.append(event, event.site == 0, false);
      totals[event.site].events += 1;
      totals[event.site].lanes += static_cast<std::uint64_t>(std::popcount(event.mask));
      cost_of_lanes(two_sites()[event.site], event, totals[event.site]);
    }
    builder.add(std::move(recorder));
  }
  Trace trace;
  builder.finish(trace, kBlocks);
  EXPECT_EQ(trace.events, events);
  EXPECT_EQ(trace.totals, totals);
}

}  // namespace
}  // namespace warplens::trace
