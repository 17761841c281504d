// What the lesson on block stride and grid stride says, asked of the trace.
#include "app/lessons/course_test.h"
#include "app/session/edits.h"
#include "app/session/kernel_result.h"
#include "viz/analysis/cache_preset.h"
#include "viz/analysis/cache_replay.h"

namespace warplens::lessons {
namespace {

using analysis::CachePreset;
using analysis::CacheTotals;
using session::Figure;
using session::Side;

class BlockAndGridStride : public Course {
 protected:
  const Step& enter_here(std::string_view id) { return enter_step("block-and-grid-stride", id); }
  CacheTotals totals_with(CachePreset preset, Side side = Side::left) {
    const trace::Trace& trace = *session_.launch(side)->trace;
    return analysis::CacheReplay(trace, analysis::cache_options(preset, trace)).totals();
  }
  // The elements of `a` that thread 0 of `block` loads, or all threads, in the order of the events.
  std::vector<std::uint64_t> elements_of_a(std::optional<std::uint32_t> block, Side side) {
    const trace::Trace& trace = *session_.launch(side)->trace;
    const trace::Buffer& a = trace.buffers.at(0);
    std::vector<std::uint64_t> elements;
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
      const trace::EventView event = trace.events.view(i);
      if (trace.sites[event.site].kind != trace::EventKind::load) continue;
      if (trace::find_buffer(trace.buffers, event.address[0]) != &a) continue;
      if (block && (event.block != *block || event.warp != 0)) continue;
      elements.push_back((event.address[0] - a.address) / a.element_bytes);
    }
    return elements;
  }
  // What stands on screen once the last load is over, as the view counts.
  CacheTotals so_far(Side side = Side::left) {
    const trace::Trace& trace = *session_.launch(side)->trace;
    const CachePreset preset = session_.chosen<CachePreset>();
    const analysis::CacheReplay replay(trace, analysis::cache_options(preset, trace));
    return replay.totals(replay.before(session_.cursor(side).event + 1));
  }
  // Each block's own, added up: what misses where each has a cache to itself.
  std::size_t sectors_loaded_by_blocks() {
    const trace::Trace& trace = *session_.launch()->trace;
    std::set<std::pair<std::uint32_t, std::uint64_t>> sectors;
    for (std::size_t row = 0; row < trace.events.size(); ++row) {
      const trace::EventView event = trace.events.view(row);
      const trace::Site& site = trace.sites[event.site];
      if (site.space != trace::Space::global || site.kind != trace::EventKind::load) continue;
      sectors.emplace(event.block, event.address[0] / 32);
    }
    return sectors.size();
  }
};

using Elements = std::vector<std::uint64_t>;

TEST_F(BlockAndGridStride, ThreadZeroTakesTheElementsThatTheTextNames) {
  (void)enter_here("two-ways");
  const Elements left = elements_of_a(0, Side::left), right = elements_of_a(0, Side::right);
  EXPECT_EQ(Elements(left.begin(), left.begin() + 3), (Elements{0, 256, 512}));
  EXPECT_EQ(Elements(right.begin(), right.begin() + 3), (Elements{0, 1024, 2048}));
  EXPECT_EQ(elements_of_a(1, Side::left).front(), 2560u);
  const trace::TracedLaunch& launch = session_.launch()->trace->launch;
  EXPECT_EQ(launch.grid.count() * launch.block.count(), 1024u);
}

TEST_F(BlockAndGridStride, TakingTurnsBothWalksStandAtAllChunksOrAtOneFront) {
  (void)enter_here("two-ways");
  const auto within = [&](Side side) {
    const Elements all = elements_of_a(std::nullopt, side);
    const auto first = all.begin(), last = all.begin() + 32;  // a turn: 4 blocks of 8 warps
    return *std::max_element(first, last) - *std::min_element(first, last);
  };
  EXPECT_GE(within(Side::left), 3u * 2560);
  EXPECT_LT(within(Side::right), 1024u);
}

TEST_F(BlockAndGridStride, OneLineHelpsOnlyGridStride) {
  (void)enter_here("one-line-block-stride");
  EXPECT_EQ(elements_of_a(std::nullopt, Side::left),
            (Elements{0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15}));
  EXPECT_EQ(totals_with(CachePreset::one_line), (CacheTotals{0, 16}));
  const Step& grid = enter_here("one-line-grid-stride");
  EXPECT_EQ(expected_answer(grid, session_), 8);
  const Elements walk = elements_of_a(std::nullopt, Side::left);
  EXPECT_EQ(walk.size(), 16u);
  EXPECT_TRUE(std::ranges::is_sorted(walk));
  EXPECT_EQ(walk.at(2), 2u);
  EXPECT_EQ(elements_of_a(0, Side::left), (Elements{0, 2, 4, 6, 8, 10, 12, 14}));
}

TEST_F(BlockAndGridStride, InTheOrderRecordedTheWalkIsNotTheDocumentedOne) {
  (void)enter_here("one-line-block-stride");
  set_order(session_, trace::Order::recorded);
  settle();
  EXPECT_EQ(totals_with(CachePreset::one_line), (CacheTotals{8, 8}));
}

TEST_F(BlockAndGridStride, WithTwoLinesBothHitHalf) {
  const Step& step = enter_here("two-lines");
  EXPECT_EQ(so_far(Side::left), (CacheTotals{0, 16}));
  EXPECT_EQ(so_far(Side::right), (CacheTotals{8, 8}));
  EXPECT_FALSE(is_done(step, session_));
  EXPECT_EQ(controls_to_set(step, session_), std::vector<std::string>{"cache_view.preset"});
  session_.choose(CachePreset::two_lines);
  EXPECT_TRUE(is_done(step, session_));
  EXPECT_EQ(so_far(Side::left), (CacheTotals{8, 8}));
  EXPECT_EQ(so_far(Side::right), (CacheTotals{8, 8}));
}

TEST_F(BlockAndGridStride, FourBlocksWantFourLines) {
  (void)enter_here("more-blocks");
  EXPECT_EQ(so_far(Side::left), (CacheTotals{0, 16}));
  EXPECT_EQ(so_far(Side::right), (CacheTotals{8, 8}));
  session_.choose(CachePreset::four_lines);
  EXPECT_EQ(so_far(Side::left), (CacheTotals{8, 8}));
  EXPECT_EQ(so_far(Side::right), (CacheTotals{8, 8}));
}

TEST_F(BlockAndGridStride, BothAreFullyCoalesced) {
  const Step& step = enter_here("real-warps");
  EXPECT_EQ(expected_answer(step, session_), 0xff00 & ~(1 << 12)) << "lanes 8 to 15";
  for (const char* kernel : {"add/block_stride", "add/grid_stride"}) {
    select(kernel);
    EXPECT_EQ(figure(Figure::sectors), 4) << kernel;
    EXPECT_EQ(used_percent(), 100) << kernel;
    EXPECT_EQ(totals().global_load.sectors, 4 * totals().global_load.requests) << kernel;
    EXPECT_EQ(totals().global_store.sectors, 4 * totals().global_store.requests) << kernel;
  }
}

TEST_F(BlockAndGridStride, AtRealSizesNothingIsWantedTwice) {
  (void)enter_here("real-sizes");
  for (const Side side : session::kSides) {
    EXPECT_EQ(so_far(side), (CacheTotals{0, 2560}));
    EXPECT_EQ(totals_with(CachePreset::l2, side), (CacheTotals{0, 2560}));
    EXPECT_EQ(totals(side).global_load.sectors, 2560u);
  }
  const trace::Trace& trace = *session_.launch()->trace;
  EXPECT_EQ(analysis::cache_options(CachePreset::l1, trace).lines, 2048u);
}

TEST_F(BlockAndGridStride, TheToyHitsInARealCacheWhicheverWayItWalks) {
  const Step& step = enter_here("toy-in-a-real-cache");
  EXPECT_EQ(expected_answer(step, session_), 4);
  EXPECT_EQ(totals_with(CachePreset::l1), (CacheTotals{28, 4}));
  EXPECT_EQ(totals().global_load.requests, 32u);
  EXPECT_EQ(sectors_loaded_by_blocks(), 4u);
  select("add/grid_stride");
  EXPECT_EQ(totals_with(CachePreset::l1), (CacheTotals{28, 4}));
  EXPECT_EQ(sectors_loaded_by_blocks(), 8u);
}

TEST_F(BlockAndGridStride, OnlyAChunkOfWholeSectorsMeetsTheChallenge) {
  const Step& step = enter_here("whole-sectors");
  EXPECT_EQ(figure(Figure::sectors), 5) << "the cursor stands in another chunk than the first";
  EXPECT_FALSE(is_done(step, session_));
  for (const std::int64_t blocks : {1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 16, 20, 25}) {
    begin(step);
    set("blocks", blocks);
    const std::int64_t chunk = (10000 + blocks - 1) / blocks;
    EXPECT_EQ(is_done(step, session_), chunk % 8 == 0) << blocks;
    EXPECT_EQ(sums_of(*session_.result()).at(Figure::total_sectors) == 3750, chunk % 8 == 0);
  }
  for (const std::int64_t blocks : {1, 7, 10, 11}) {
    select("add/grid_stride");
    set("blocks", blocks);
    EXPECT_EQ(sums_of(*session_.result()).at(Figure::total_sectors), 3750) << blocks;
  }
}

TEST_F(BlockAndGridStride, ChunksOfWholeSectorsAndOthersWereBothMeasured) {
  const auto found = *catalogue_.find("add/block_stride");
  const auto chunk = [&](std::int64_t side, std::optional<std::int64_t> blocks) {
    catalog::Parameters p = at_side(*found.family, *found.variant, side);
    if (blocks) p["blocks"] = *blocks;
    return (p.at("n") + p.at("blocks") - 1) / p.at("blocks");
  };
  EXPECT_EQ(chunk(4096, {}), 15888);
  EXPECT_EQ(chunk(4096, 8448), 1986);
  EXPECT_EQ(15888 % 8, 0);
  EXPECT_NE(1986 % 8, 0);
}

TEST_F(BlockAndGridStride, AGridStrideThatAPersonWritesIsRightForAnyNumberOfRounds) {
  const Step& step = enter_here("write-the-grid-stride");
  EXPECT_EQ(figure(Figure::wrong_elements), 384);
  EXPECT_FALSE(is_done(step, session_));
  const std::vector<std::uint64_t> of_one = elements_of_a(1, Side::left);
  EXPECT_EQ(of_one.front(), 256u);
  EXPECT_EQ(elements_of_a(0, Side::left), (std::vector<std::uint64_t>{0, 64, 128}));
  write("round * kAtOnce + block * kThreads + thread");
  EXPECT_EQ(figure(Figure::total_sectors), 576);
  EXPECT_TRUE(is_done(step, session_));
  EXPECT_EQ(elements_of_a(1, Side::left), (std::vector<std::uint64_t>{64, 576, 1088}));
  for (const std::int64_t rounds : {1, 2, 4}) {
    set("rounds", rounds);
    EXPECT_EQ(figure(Figure::wrong_elements), 0) << rounds;
  }
}

TEST_F(BlockAndGridStride, ABlockStrideThatAPersonWritesIsRightForItsOwnRoundsAlone) {
  const Step& step = enter_here("write-the-grid-stride");
  write("(block * 3 + round) * kThreads + thread");
  EXPECT_TRUE(is_done(step, session_));
  for (const std::int64_t rounds : {1, 2}) {
    set("rounds", rounds);
    EXPECT_GT(figure(Figure::wrong_elements), 0) << rounds;
  }
  begin(step);
  write("(round * kThreads + thread) * kBlocks + block");
  EXPECT_EQ(figure(Figure::wrong_elements), 0);
  EXPECT_FALSE(is_done(step, session_)) << "right, and 32 sectors a request";
}

}  // namespace
}  // namespace warplens::lessons
