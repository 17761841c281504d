// What the lesson on coalescing says, asked of the trace.
#include "app/lessons/course_test.h"
#include "app/session/edits.h"
#include "app/session/kernel_result.h"

namespace warplens::lessons {
namespace {

using session::Figure;
using session::Side;

class Coalescing : public Course {
 protected:
  const Step& enter_here(std::string_view id) { return enter_step("coalescing", id); }
  // Every request of the class moves so many sectors.
  static void expect_sectors(const trace::SiteTotals& totals, std::uint64_t sectors) {
    EXPECT_EQ(totals.sectors, sectors * totals.requests);
    EXPECT_GT(totals.requests, 0u);
  }
  std::int64_t element_of_lane(std::size_t lane) {
    const trace::Trace& trace = *session_.launch()->trace;
    const std::uint64_t address = trace.events.view(session_.cursor().event).address[lane];
    const trace::Buffer& buffer = *trace::find_buffer(trace.buffers, address);
    return static_cast<std::int64_t>((address - buffer.address) / buffer.element_bytes);
  }
  std::int64_t load_sectors() {
    go_to(kGlobalLoad);
    return figure(Figure::sectors);
  }
};

TEST_F(Coalescing, ARowOf32FloatsIsFourSectorsForLoadAndStore) {
  (void)enter_here("sectors");
  EXPECT_EQ(figure(Figure::sectors), 4);
  EXPECT_EQ(used_percent(), 100);
  go_to(kGlobalStore);
  EXPECT_EQ(figure(Figure::sectors), 4);
}

TEST_F(Coalescing, TransposeHasOneBadSideAndSwappingMovesIt) {
  const Step& step = enter_here("store");
  const std::int64_t lane_0 = element_of_lane(0);
  EXPECT_EQ(expected_answer(step, session_), lane_0 + 5 * 64) << "5 rows of 64 floats below";
  EXPECT_EQ(figure(Figure::sectors), 32);
  EXPECT_EQ(used_percent(), 12.5);
  expect_sectors(totals().global_load, 4);
  expect_sectors(totals().global_store, 32);
  select("transpose/coalesced_write");
  expect_sectors(totals().global_load, 32);
  expect_sectors(totals().global_store, 4);
}

TEST_F(Coalescing, SquarerBlocksTouchFewerSectors) {
  const Step& step = enter_here("shapes");
  EXPECT_EQ(expected_answer(step, session_), 231) << "8 × 8, 16 × 16, 32 × 8";
  EXPECT_EQ(figure(Figure::sectors), 8);
  EXPECT_EQ(used_percent(), 50);
  constexpr std::array<std::pair<int, std::uint64_t>, 3> kShapes{
      {{808, 8}, {1616, 16}, {3208, 32}}};
  for (const auto& [shape, sectors] : kShapes) {
    set("block_shape", shape);
    expect_sectors(totals().global_load, 4);
    expect_sectors(totals().global_store, sectors);
  }
}

TEST_F(Coalescing, OneDimensionKeepsItsLanesBusyWhereRowsAreRagged) {
  (void)enter_here("one-dimension");
  EXPECT_EQ(figure(Figure::lanes), 16);
  EXPECT_EQ(figure(Figure::lanes, Side::right), 32);
  EXPECT_GT(totals().global_load.requests, totals(Side::right).global_load.requests);
  EXPECT_EQ(totals().global_load.sectors, 640u);
  EXPECT_EQ(totals(Side::right).global_load.sectors, 640u);
  set("cols", 96);
  for (const Side side : session::kSides) {
    EXPECT_EQ(totals(side).global_load.lanes, 32 * totals(side).global_load.requests);
    expect_sectors(totals(side).global_load, 4);
  }
}

TEST_F(Coalescing, StrideSpreadsOverSectorsUntilEachLaneHasItsOwn) {
  (void)enter_here("stride");
  set("stride", 2);
  EXPECT_EQ(load_sectors(), 8);
  EXPECT_EQ(used_percent(), 50);
  set("stride", 8);
  EXPECT_EQ(load_sectors(), 32);
  EXPECT_EQ(used_percent(), 12.5);
  set("stride", 32);
  EXPECT_EQ(load_sectors(), 32);
}

TEST_F(Coalescing, MisalignedRowIsOneSectorMore) {
  (void)enter_here("misaligned");
  EXPECT_EQ(figure(Figure::sectors), 5);
  EXPECT_EQ(used_percent(), 80);
  EXPECT_EQ(session_.launch()->costs[session_.cursor().event].bytes_used, 128u);
  set("offset", 8);
  EXPECT_EQ(load_sectors(), 4);
}

TEST_F(Coalescing, OrderOfTheLanesChangesNothing) {
  const Step& step = enter_here("order");
  EXPECT_EQ(expected_answer(step, session_), 4);
  constexpr int kPermutations = 5;  // the sixth order is none
  for (int order = 0; order < kPermutations; ++order) {
    set("order", order);
    EXPECT_EQ(load_sectors(), 4) << order;
  }
}

TEST_F(Coalescing, WiderElementsMoveMoreSectorsAndWasteNone) {
  (void)enter_here("width");
  constexpr std::array<std::pair<int, std::int64_t>, 3> kWidths{{{1, 1}, {4, 4}, {16, 16}}};
  for (const auto& [width, sectors] : kWidths) {
    set("width", width);
    EXPECT_EQ(load_sectors(), sectors);
    EXPECT_EQ(used_percent(), 100);
    EXPECT_EQ(session_.launch()->costs[session_.cursor().event].bytes_used, 32u * width);
  }
}

TEST_F(Coalescing, TheChallengeIsMetWhereNeitherSideIsBad) {
  const Step& step = enter_here("no-bad-side");
  const auto sum = [&](Figure figure) { return session::sums_of(*session_.result()).at(figure); };
  EXPECT_EQ(sum(Figure::total_sectors), 6912);
  set("block_shape", 808);
  EXPECT_EQ(sum(Figure::total_sectors), 2304);
  select("transpose/coalesced_write");
  EXPECT_GT(sum(Figure::total_sectors), 1536);
  select("transpose/tile_nobarrier");
  EXPECT_EQ(sum(Figure::total_sectors), 1536);
  EXPECT_GT(sum(Figure::findings), 0);
  EXPECT_FALSE(is_done(step, session_));
  select("transpose/tile");
  expect_sectors(totals().global_load, 4);
  expect_sectors(totals().global_store, 4);
  EXPECT_EQ(totals().global_load.sectors, 768u);
  EXPECT_EQ(totals().global_store.sectors, 768u);
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(Coalescing, NoTransposeTouchesFewerSectorsThanTheChallengeAsksFor) {
  (void)enter_here("no-bad-side");
  for (const catalog::Variant& variant : session_.family()->variants) {
    select("transpose/" + variant.name);
    set_parameters(session_, {{"rows", 96}, {"cols", 64}});
    settle();
    const session::Sums sums = session::sums_of(*session_.result());
    EXPECT_GE(sums.at(Figure::total_sectors), 1536) << variant.name;
    if (variant.name == "whole_sectors") continue;  // it reads rows twice, to store whole sectors
    const bool is_met = sums.at(Figure::total_sectors) == 1536;
    EXPECT_EQ(is_met, sums.at(Figure::shared_bytes) > 0) << variant.name;
  }
}

TEST_F(Coalescing, TheOtherWayRoundMovesTheScatteredSide) {
  (void)enter_here("other-way-round");
  expect_sectors(totals().global_load, 32);
  expect_sectors(totals().global_store, 4);
  expect_sectors(totals(Side::right).global_load, 4);
  expect_sectors(totals(Side::right).global_store, 32);
}

TEST_F(Coalescing, LanesAreNeighboursWhereTheThreadHasNoFactor) {
  const Step& step = enter_here("write-the-index");
  expect_sectors(totals().global_load, 16);
  EXPECT_EQ(element_of_lane(1) - element_of_lane(0), 4);
  EXPECT_EQ(figure(Figure::total_sectors), 3072);
  EXPECT_FALSE(is_done(step, session_));
  for (const char* index : {"(round * kBlocks + block) * kThreads + thread",
                            "(block * kRounds + round) * kThreads + thread",
                            "round * kAtOnce + block * kThreads + (thread ^ 5)"}) {
    begin(step);
    write(index);
    expect_sectors(totals().global_load, 4);
    expect_sectors(totals().global_store, 4);
    EXPECT_TRUE(is_done(step, session_)) << index;
  }
  for (const char* index :
       {"thread", "block * kThreads + thread", "(round * kThreads + thread) * kBlocks + block"}) {
    begin(step);
    write(index);
    EXPECT_FALSE(is_done(step, session_)) << index;
  }
}

}  // namespace
}  // namespace warplens::lessons
