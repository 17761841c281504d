#include "viz/analysis/cache_replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/trace/event_order.h"
#include "viz/analysis/cache_preset.h"

namespace warplens::analysis {
namespace {

using testing::ElementsAre;
using Outcome = CacheLookup::Outcome;

constexpr std::uint64_t kBase = 0x1000;
constexpr std::uint32_t kLoad = 0, kStore = 1, kShared = 2;

trace::Trace empty_trace() {
  trace::Site load, store, shared;
  load.space = store.space = trace::Space::global;
  shared.space = trace::Space::shared;
  store.kind = trace::EventKind::store;
  load.width = store.width = shared.width = 4;
  trace::Trace trace;
  trace.sites = {load, store, shared};
  trace.buffers = {{"a", kBase, 4096, "f32", 4, 1, 1024, 4096},
                   {"b", kBase + 4096, 4096, "f32", 4, 1, 1024, 4096}};
  return trace;
}

void add(trace::Trace& trace, std::uint32_t site, std::uint64_t address, std::uint32_t block = 0,
         std::uint32_t mask = 1) {
  trace::EventView event;
  event.site = site;
  event.block = block;
  event.mask = mask;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) event.address[lane] = address + lane * 4;
  trace.events.append(event, true, false);
}

// One lane loads these elements of `a`, one after the other.
trace::Trace loads(const std::vector<std::uint64_t>& elements) {
  trace::Trace trace = empty_trace();
  for (const std::uint64_t element : elements) add(trace, kLoad, kBase + 4 * element);
  return trace;
}

// Two blocks of one thread share 16 elements and take turns.
trace::Trace walk(bool by_grid) {
  trace::Trace trace = empty_trace();
  for (std::uint32_t block = 0; block < 2; ++block) {
    for (std::uint32_t i = 0; i < 8; ++i) {
      add(trace, kLoad, kBase + 4 * (by_grid ? 2 * i + block : 8 * block + i), block);
    }
  }
  return in_turns(trace);
}

CacheOptions small(std::uint32_t lines, std::uint32_t ways = 0) {
  return {.line_bytes = 8, .sector_bytes = 8, .lines = lines, .ways = ways};
}

CacheTotals totals_of(const trace::Trace& trace, const CacheOptions& options) {
  return CacheReplay(trace, options).totals();
}

std::vector<Outcome> outcomes(const CacheReplay& replay) {
  std::vector<Outcome> all;
  for (const CacheLookup& lookup : replay.lookups()) all.push_back(lookup.outcome);
  return all;
}

TEST(CacheReplay, WithOneLineOfTwoElementsOnlyTheGridStrideWalkHits) {
  EXPECT_EQ(totals_of(walk(true), small(1)), (CacheTotals{8, 8}));
  EXPECT_EQ(totals_of(walk(false), small(1)), (CacheTotals{0, 16}));
}

TEST(CacheReplay, WithTwoSuchLinesBothWalksHitHalf) {
  EXPECT_EQ(totals_of(walk(true), small(2)), (CacheTotals{8, 8}));
  EXPECT_EQ(totals_of(walk(false), small(2)), (CacheTotals{8, 8}));
}

TEST(CacheReplay, AMissBringsInTheWholeLineAndPutsAnotherOut) {
  const CacheReplay replay(loads({0, 1, 8, 0}), small(1));
  EXPECT_THAT(outcomes(replay),
              ElementsAre(Outcome::miss, Outcome::hit, Outcome::miss, Outcome::miss));
  EXPECT_FALSE(replay.held(0, 0).has_value());
  EXPECT_EQ(replay.held(0, 2)->line, kBase / 8);
  EXPECT_EQ(replay.held(0, 3)->line, kBase / 8 + 4);
  EXPECT_EQ(replay.held(0, 4)->line, kBase / 8);
  EXPECT_EQ(replay.used_slots(), 1u);
}

TEST(CacheReplay, ALineComesInSectorBySector) {
  CacheOptions options;
  options.lines = 4;
  const CacheReplay replay(loads({0, 8, 1, 32}), options);
  EXPECT_THAT(outcomes(replay),
              ElementsAre(Outcome::miss, Outcome::miss, Outcome::hit, Outcome::miss));
  EXPECT_EQ(replay.held(0, 1)->sectors, 1u);
  EXPECT_EQ(replay.held(0, 2)->sectors, 3u);
  EXPECT_EQ(replay.held(0, 4)->sectors, 3u);
  EXPECT_EQ(replay.held(1, 4)->line, kBase / 128 + 1);
  EXPECT_EQ(replay.used_slots(), 2u);
}

TEST(CacheReplay, AWarpLooksUpEachSectorOnce) {
  trace::Trace trace = empty_trace();
  add(trace, kLoad, kBase, 0, 0xffffffff);
  add(trace, kLoad, kBase, 0, 0xffffffff);
  add(trace, kLoad, kBase + 4, 0, 0xffffffff);
  CacheOptions options;
  options.lines = 2;
  const CacheReplay replay(trace, options);
  EXPECT_EQ(replay.totals_of(0), (CacheTotals{0, 4}));
  EXPECT_EQ(replay.totals_of(1), (CacheTotals{4, 0}));
  EXPECT_EQ(replay.totals_of(2), (CacheTotals{4, 1}));
  EXPECT_EQ(replay.totals(), (CacheTotals{8, 5}));
  EXPECT_EQ(replay.lookups_of(2).size(), 5u);
  EXPECT_EQ(replay.before(2), 8u);
  EXPECT_EQ(replay.event_of(7), 1u);
  EXPECT_EQ(replay.event_of(8), 2u);
}

TEST(CacheReplay, TheLineUsedLastStaysUnlessTheFirstInGoesFirst) {
  const trace::Trace trace = loads({0, 2, 0, 4, 0});
  CacheOptions options = small(2);
  EXPECT_EQ(totals_of(trace, options), (CacheTotals{2, 3}));
  options.replacement = Replacement::first_in_first_out;
  EXPECT_EQ(totals_of(trace, options), (CacheTotals{1, 4}));
}

TEST(CacheReplay, LinesOfOneSetPutEachOtherOut) {
  const trace::Trace trace = loads({0, 8, 0, 8});
  EXPECT_EQ(totals_of(trace, small(4)), (CacheTotals{2, 2}));
  EXPECT_EQ(totals_of(trace, small(4, 1)), (CacheTotals{0, 4}));
  EXPECT_EQ(totals_of(trace, small(4, 2)), (CacheTotals{2, 2}));
}

TEST(CacheReplay, StoresPassOrPutTheirSectorsInAndCountAsNeither) {
  trace::Trace trace = empty_trace();
  add(trace, kStore, kBase);
  add(trace, kLoad, kBase);
  CacheOptions options = small(1);
  EXPECT_EQ(totals_of(trace, options), (CacheTotals{0, 1}));
  options.stores = CacheStores::allocate;
  const CacheReplay replay(trace, options);
  EXPECT_EQ(replay.totals(), (CacheTotals{1, 0}));
  EXPECT_THAT(outcomes(replay), ElementsAre(Outcome::stored, Outcome::hit));
}

TEST(CacheReplay, OtherBuffersAndSharedMemoryPassBy) {
  trace::Trace trace = loads({0, 1});
  add(trace, kLoad, kBase + 4096);
  add(trace, kShared, kBase);
  CacheOptions options = small(1);
  EXPECT_EQ(totals_of(trace, options), (CacheTotals{1, 2}));
  options.buffer = 0;
  EXPECT_EQ(totals_of(trace, options), (CacheTotals{1, 1}));
  options.buffer = 7;
  EXPECT_EQ(totals_of(trace, options), (CacheTotals{0, 0}));
}

TEST(CacheReplay, AnEmptyTraceHasNothing) {
  const CacheReplay replay(empty_trace(), small(2));
  EXPECT_EQ(replay.totals(), CacheTotals{});
  EXPECT_EQ(replay.before(5), 0u);
  EXPECT_TRUE(replay.lookups_of(0).empty());
  EXPECT_FALSE(replay.held(0, 0).has_value());
  EXPECT_TRUE(CacheReplay().lookups_of(3).empty());
}

TEST(CachePreset, AreFoundByName) {
  for (std::size_t i = 0; i < kCachePresetNames.size(); ++i) {
    EXPECT_EQ(cache_preset_named(kCachePresetNames[i]), static_cast<CachePreset>(i));
  }
  EXPECT_FALSE(cache_preset_named("three_lines").has_value());
}

TEST(CachePreset, AToyHoldsTwoElementsALineOfTheFirstBufferThatIsRead) {
  trace::Trace trace = empty_trace();
  trace.buffers[1].element_bytes = 8;
  add(trace, kStore, kBase);
  add(trace, kLoad, kBase + 4096);
  const CacheOptions options = cache_options(CachePreset::two_lines, trace);
  EXPECT_EQ(options.line_bytes, 16u);
  EXPECT_EQ(options.sector_bytes, 16u);
  EXPECT_EQ(options.lines, 2u);
  EXPECT_EQ(options.buffer, 1u);
  add(trace, kLoad, kBase);
  EXPECT_EQ(cache_options(CachePreset::two_lines, trace).buffer, 0u);
}

TEST(CachePreset, AnL1GivesUpWhatTheBlockTakesAsSharedMemory) {
  trace::Trace trace = empty_trace();
  EXPECT_EQ(cache_options(CachePreset::l1, trace).lines, 2048u);
  trace.launch.static_shared_bytes = 32768;
  EXPECT_EQ(cache_options(CachePreset::l1, trace).lines, 2048u - 256u);
  trace.launch.dynamic_shared_bytes = 1u << 30;
  EXPECT_EQ(cache_options(CachePreset::l1, trace).lines, 1u);
  EXPECT_EQ(cache_options(CachePreset::l2, trace).lines, 491'520u);
}

}  // namespace
}  // namespace warplens::analysis
