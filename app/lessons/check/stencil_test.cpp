// What the lesson on stencils says, asked of the trace.
#include "app/lessons/course_test.h"
#include "app/session/kernel_result.h"

namespace warplens::lessons {
namespace {

using session::Figure;
using trace::EventKind;
using trace::Space;

class Stencil : public Course {
 protected:
  const Step& enter_here(std::string_view id) { return enter_step("stencil", id); }
  const trace::Trace& shown() { return *session_.launch()->trace; }
  trace::EventView event() { return shown().events.view(session_.cursor().event); }
  std::int64_t sum(Figure figure) { return sums_of(*session_.result()).at(figure); }
  trace::Verdict verdict() { return session_.result()->run->verdict; }
  // The element of `in` or `out` that a lane touches.
  std::uint64_t element(std::uint32_t lane) {
    const std::uint64_t address = event().address[lane];
    return (address - trace::find_buffer(shown().buffers, address)->address) / sizeof(float);
  }
  // Loads that a thread executes, where all threads execute alike.
  std::uint64_t loads_a_thread() {
    const trace::TracedLaunch& launch = shown().launch;
    return totals().global_load.requests / (launch.warps_per_block() * launch.grid.count());
  }
};

TEST_F(Stencil, NineLoadsAreThreeRowsOfThreeAndThoseToTheSidesAreFiveSectors) {
  (void)enter_here("reuse");
  constexpr std::uint64_t kColumns = 96, kFirstRow = 7, kFirstColumn = 31;
  for (std::uint64_t i = 0; i < 9; ++i) {
    EXPECT_EQ(element(0), (kFirstRow + i / 3) * kColumns + kFirstColumn + i % 3) << i;
    EXPECT_EQ(figure(Figure::sectors), i % 3 == 1 ? 4 : 5) << i;
    session_.step(1);
  }
}

TEST_F(Stencil, TheMiddleBlockReadsAPixelBeyondItsOwn) {
  (void)enter_here("halo");
  constexpr std::uint64_t kColumns = 96;
  EXPECT_EQ(element(0), 7 * kColumns + 31) << "its own begin at row 8, column 32";
  EXPECT_EQ(sum(Figure::shared_bytes), 34 * 10 * 4);
  EXPECT_EQ(34 * 10 - 32 * 8, 84);
  set("window", 5);
  EXPECT_EQ(sum(Figure::shared_bytes), 432 * 4);
}

TEST_F(Stencil, TwoLanesBringTheLastColumns) {
  const Step& step = enter_here("ragged");
  EXPECT_EQ(expected_answer(step, session_), 0b11);
  EXPECT_EQ(totals().global_load.requests, 20 * shown().launch.grid.count());
  EXPECT_EQ((340 + 31) / 32, 11);
}

TEST_F(Stencil, AHaloOneShortIsReadUnsetByLane31) {
  const Step& step = enter_here("one-short");
  const auto& findings = shown().findings;
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings.front().kind, trace::FindingKind::uninitialized_read);
  EXPECT_EQ(findings.front().lane, 31u);
  EXPECT_EQ(verdict(), trace::Verdict::mismatch);
  EXPECT_FALSE(is_done(step, session_));
  select("window/blur_tile");
  EXPECT_EQ(sum(Figure::findings), 0);
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(Stencil, ACacheHasMostOfTheSectorsThatTheDirectBlurAsksFor) {
  const Step& step = enter_here("tile-or-cache");
  EXPECT_EQ(expected_answer(step, session_), 0) << "the direct one took less time";
  EXPECT_EQ(figure(Figure::cache_hits) + figure(Figure::cache_misses),
            static_cast<std::int64_t>(totals().global_load.sectors));
  EXPECT_EQ(figure(Figure::cache_misses), 24 * 96 * 4 / 32) << "each sector of the image once";
}

TEST_F(Stencil, RequestsAreFewestWhereLanesHandEachOtherPixels) {
  const Step& step = enter_here("neighbours");
  EXPECT_EQ(expected_answer(step, session_), 4231);
  EXPECT_EQ(loads_a_thread(), 30u);
  select("window/blur_strip");
  EXPECT_EQ(loads_a_thread(), 6u);
  for (const trace::Site& site : shown().sites) {
    if (site.space == Space::global && site.kind == EventKind::load) {
      EXPECT_EQ(site.width, 16u);
    }
  }
  select("window/blur_direct");
  EXPECT_EQ(loads_a_thread(), 9u);
}

TEST_F(Stencil, TwoLaunchesStoreTwiceAndOneLaunchOnce) {
  const Step& step = enter_here("separable");
  ASSERT_EQ(session_.launch_count(), 2u);
  EXPECT_EQ(loads_a_thread(), 5u);
  const std::uint64_t stored = totals().global_store.sectors;
  select("window/blur_separable_fused");
  EXPECT_EQ(session_.launch_count(), 1u);
  EXPECT_EQ(totals().global_store.sectors, stored);
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(Stencil, TwoFiltersInOneLaunchLeaveTheStripsEndsUnstored) {
  const Step& step = enter_here("halo-of-a-halo");
  EXPECT_EQ(expected_answer(step, session_), std::int64_t{1} << 31 | 1);
  EXPECT_EQ(loads_a_thread(), 12u);
  EXPECT_EQ(totals().global_store.requests, 64u) << "a row each, 8 of a thread";
  select("window/blur_twice");
  EXPECT_EQ(session_.launch_count(), 2u);
}

TEST_F(Stencil, OnlyPlacesThatNeighboursTakeSideBySideMeetTheChallenge) {
  const Step& step = enter_here("challenge");
  EXPECT_EQ(sum(Figure::total_sectors), 1160);
  EXPECT_GT(sum(Figure::total_conflicts), 0);
  EXPECT_FALSE(is_done(step, session_));
  const auto is_met_by = [&](const char* index) {
    begin(step);
    write(index);
    return is_done(step, session_);
  };
  for (const char* index :
       {"turn * kThreads + thread", "turn*256 + (thread ^ 1)", "(1 - turn) * kThreads + thread"}) {
    EXPECT_TRUE(is_met_by(index)) << index;
    EXPECT_EQ(sum(Figure::total_sectors), 852) << index;
  }
  EXPECT_TRUE(is_met_by("turn * kThreads + thread"));
  EXPECT_EQ(totals().global_load.requests, 11 * shown().launch.grid.count());
  EXPECT_FALSE(is_met_by("thread")) << "half of the tile is unset";
  EXPECT_GT(sum(Figure::findings), 0);
  EXPECT_FALSE(is_met_by("turn * kThreads + thread * 7 % kThreads")) << "right, and scattered";
  EXPECT_EQ(verdict(), trace::Verdict::match);
}

}  // namespace
}  // namespace warplens::lessons
