// What the lesson on the corner turn says, asked of the trace.
#include <bit>

#include "app/lessons/course_test.h"
#include "app/session/edits.h"
#include "app/session/kernel_result.h"

namespace warplens::lessons {
namespace {

using session::Figure;

class CornerTurn : public Course {
 protected:
  const Step& enter_here(std::string_view id) { return enter_step("corner-turn", id); }
  // How many words of the shared read under the cursor the reading warp stored itself.
  int own_words() {
    const trace::Trace& trace = *session_.launch()->trace;
    const std::size_t read = session_.cursor().event;
    const trace::EventView reader = trace.events.view(read);
    std::set<std::uint64_t> stored;
    for (std::size_t i = 0; i < read; ++i) {
      const trace::EventView event = trace.events.view(i);
      const trace::Site& site = trace.sites[event.site];
      if (site.space != trace::Space::shared || event.block != reader.block ||
          event.warp != reader.warp || site.kind != trace::EventKind::store) {
        continue;
      }
      stored.insert(event.address.begin(), event.address.end());
    }
    int own = 0;
    for (const std::uint64_t address : reader.address) own += stored.contains(address) ? 1 : 0;
    return own;
  }
  const std::vector<trace::Finding>& findings() { return session_.launch()->trace->findings; }
  std::int64_t sum(Figure which) { return sums_of(*session_.result()).at(which); }
  std::string line_of_finding(bool other) {
    const trace::Finding& finding = findings().at(0);
    return std::string(
        session::line_of(session_.result()->source(other ? finding.other_file : finding.file),
                         other ? finding.other_line : finding.line));
  }
  // In the order in which they ran.
  bool names_the_read_and_the_store() {
    const std::string lines = line_of_finding(true) + line_of_finding(false);
    return lines.find("= tile[threadIdx.x]") != std::string::npos &&
           lines.find("tile[threadIdx.y + j][threadIdx.x] =") != std::string::npos;
  }
};

TEST_F(CornerTurn, RowsGoInAndRowsComeOutWithFourSectorsEach) {
  const Step& step = enter_here("rows-out");
  const trace::Trace& trace = *session_.launch()->trace;
  const trace::EventView store = trace.events.view(session_.cursor().event);
  const trace::Buffer& out = *trace::find_buffer(trace.buffers, store.address[0]);
  const auto lane_0 = static_cast<std::int64_t>((store.address[0] - out.address) / 4);
  EXPECT_EQ(expected_answer(step, session_), lane_0 + 5) << "5 columns on";
  EXPECT_EQ(out.columns, 64u);
  EXPECT_LT(lane_0 % 64, 64 - 5) << "in the same row";
  for (const trace::SiteTotals& side : {totals().global_load, totals().global_store}) {
    EXPECT_EQ(side.sectors, 4 * side.requests);
  }
  select("transpose/coalesced_read");
  EXPECT_EQ(totals().global_store.sectors, 32 * totals().global_store.requests);
}

TEST_F(CornerTurn, AColumnComesFromAllEightWarps) {
  const Step& step = enter_here("writers");
  EXPECT_EQ(expected_answer(step, session_), 8);
  EXPECT_EQ(session_.launch()->trace->launch.warps_per_block(), 8u);
  EXPECT_EQ(own_words(), 4);
}

TEST_F(CornerTurn, WithoutTheBarrierARaceIsFoundAndTheResultIsWrong) {
  (void)enter_here("no-barrier");
  select("transpose/tile_nobarrier");
  ASSERT_EQ(findings().size(), 1u);
  EXPECT_EQ(findings()[0].kind, trace::FindingKind::race);
  EXPECT_TRUE(names_the_read_and_the_store());
  EXPECT_EQ(session_.result()->run->verdict, trace::Verdict::mismatch);
}

TEST_F(CornerTurn, TheRaceThatIsReportedIsBetweenTwoWarps) {
  (void)enter_here("no-barrier");
  select("transpose/tile_nobarrier");
  const trace::Finding& race = findings().at(0);
  const std::size_t at = race.message.in(Language::en).find("which thread ");
  ASSERT_NE(at, std::string::npos) << race.message.in(Language::en);
  const int other = std::stoi(
      race.message.in(Language::en).substr(at + std::string_view("which thread ").size()));
  EXPECT_NE(race.warp, static_cast<std::uint32_t>(other) / kWarpSize)
      << race.message.in(Language::en);
}

TEST_F(CornerTurn, TheEdgeIsTurnedWithTheTile) {
  const Step& step = enter_here("edges");
  EXPECT_EQ(expected_answer(step, session_), 0b11'1111) << "lanes 0 to 5";
  const trace::Events& events = session_.launch()->trace->events;
  std::set<std::uint32_t> loading, storing;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const trace::Site& site = session_.launch()->trace->sites[events.site(i)];
    if (events.block(i) != 2 || site.space != trace::Space::global) continue;
    const bool is_load = site.kind == trace::EventKind::load;
    EXPECT_EQ(std::popcount(events.mask(i)), is_load ? 6 : 32);
    (is_load ? loading : storing).insert(events.warp(i));
  }
  EXPECT_EQ(loading.size(), 8u);
  EXPECT_EQ(storing.size(), 6u);
}

TEST_F(CornerTurn, TheNextTileGoesToTheWordsJustRead) {
  (void)enter_here("persistent");
  EXPECT_EQ(session_.launch()->trace->launch.grid.count(), 2u);
  const auto words = [&] {
    const auto view = session_.launch()->trace->events.view(session_.cursor().event);
    return std::set<std::uint64_t>(view.address.begin(), view.address.end());
  };
  std::set<std::uint64_t> read;
  const auto stores_before = [&] {
    for (std::size_t i = 0; i <= session_.cursor().event; ++i) {
      const auto view = session_.launch()->trace->events.view(i);
      const trace::Site& site = session_.launch()->trace->sites[view.site];
      if (view.block != 0 || site.space != trace::Space::shared) continue;
      if (site.kind == trace::EventKind::load)
        read.insert(view.address.begin(), view.address.end());
    }
  };
  stores_before();
  session::Anchor barrier{"everyone has read", trace::Space::none, trace::EventKind::barrier, 0};
  EXPECT_TRUE(walk_to(barrier, 8));
  EXPECT_TRUE(walk_to(kSharedStore, 40));
  EXPECT_TRUE(std::ranges::includes(read, words()));
}

TEST_F(CornerTurn, TheSecondBarrierIsMissedOnlyWhenABlockWalksTwoTiles) {
  (void)enter_here("one-barrier");
  EXPECT_TRUE(findings().empty());
  select("transpose/tile_gridstride_onebarrier");
  ASSERT_EQ(findings().size(), 1u);
  EXPECT_EQ(findings()[0].kind, trace::FindingKind::race);
  EXPECT_TRUE(names_the_read_and_the_store());
  set("blocks", 6);
  EXPECT_TRUE(findings().empty());
}

TEST_F(CornerTurn, TheTileSavesNoLoad) {
  (void)enter_here("no-reuse");
  compare_with(session_, "transpose/coalesced_read");
  settle();
  for (const session::Side side : session::kSides) {
    EXPECT_EQ(totals(side).global_load.sectors, 768u);
    EXPECT_EQ(totals(side).global_load.lanes, 64u * 96);
    EXPECT_EQ(totals(side).global_load.bytes_used, 768u * 32);
  }
  EXPECT_EQ(totals().global_store.sectors, 768u);
  EXPECT_EQ(totals(session::Side::right).global_store.sectors, 6144u);
}

TEST_F(CornerTurn, ThePriceLeftIsA32WayConflict) {
  (void)enter_here("corner-turn-summary");
  session_.step_conflict(1);
  EXPECT_EQ(figure(Figure::max_way), 32);
}

TEST_F(CornerTurn, ATileOf16HasWholeSectorsInAQuarterOfTheMemory) {
  const Step& step = enter_here("a-quarter");
  EXPECT_EQ(sum(session::Figure::shared_bytes), 4096);
  EXPECT_GT(sum(session::Figure::findings), 0);
  select("transpose/tile");
  EXPECT_EQ(sum(session::Figure::total_sectors), 1536);
  EXPECT_FALSE(is_done(step, session_)) << "too large";
  set("tile", 16);
  EXPECT_EQ(sum(session::Figure::shared_bytes), 1024);
  EXPECT_EQ(sum(session::Figure::total_sectors), 1536);
  const auto& totals = session_.launch()->totals;
  EXPECT_EQ(totals.global_load.sectors, 4 * totals.global_load.requests);
  EXPECT_EQ(totals.global_store.sectors, 4 * totals.global_store.requests);
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(CornerTurn, ASmallTileWithoutItsBarrierDoesNotMeetTheChallenge) {
  const Step& step = enter_here("a-quarter");
  set("tile", 16);
  EXPECT_FALSE(is_done(step, session_));
}

TEST_F(CornerTurn, APathForWholeTilesMakesTheSameAccesses) {
  (void)enter_here("fast-path");
  const auto& fast = totals();
  const auto& plain = totals(session::Side::right);
  EXPECT_EQ(fast.global_load.sectors, plain.global_load.sectors);
  EXPECT_EQ(fast.global_load.requests, plain.global_load.requests);
  EXPECT_EQ(fast.global_store.sectors, plain.global_store.sectors);
  EXPECT_EQ(fast.shared_load.wavefronts, plain.shared_load.wavefronts);
  EXPECT_EQ(session_.launch()->trace->launch.grid.count(), 9u);
  EXPECT_EQ((70 / 32) * (70 / 32), 4) << "whole tiles";
}

TEST_F(CornerTurn, RowsAFloatTooShortMakeTwoWarpsStoreAtOnePlace) {
  const Step& step = enter_here("one-place-for-two");
  EXPECT_EQ(sum(Figure::wrong_elements), 186);
  EXPECT_GT(sum(Figure::races), 0);
  EXPECT_EQ(line_of_finding(false), line_of_finding(true)) << "both are stores";
  EXPECT_FALSE(is_done(step, session_));
  for (const char* index : {"row * kTile + col", "col * kTile + row", "row * kTile + 31 - col",
                            "(kTile - 1 - row) * kTile + (col ^ 3)"}) {
    begin(step);
    write(index);
    EXPECT_TRUE(is_done(step, session_)) << index;
  }
  for (const char* index : {"row", "row * kTile", "row + col", "row * kTile + col / 2"}) {
    begin(step);
    write(index);
    EXPECT_FALSE(is_done(step, session_)) << index;
  }
}

}  // namespace
}  // namespace warplens::lessons
