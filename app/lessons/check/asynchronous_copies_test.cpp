// What the lesson on asynchronous copies says, asked of the trace, of ptxas's report and the
// recordings.
#include "app/lessons/course_test.h"
#include "app/session/kernel_result.h"
#include "app/session/occupancy_choice.h"

namespace warplens::lessons {
namespace {

using session::Figure;
using trace::EventKind;
using trace::Space;

class AsynchronousCopies : public Course {
 protected:
  const Step& enter_here(std::string_view id) { return enter_step("asynchronous-copies", id); }
  const trace::Trace& shown() { return *session_.launch()->trace; }
  std::int64_t sum(Figure figure) { return sums_of(*session_.result()).at(figure); }
  trace::Verdict verdict() { return session_.result()->run->verdict; }
  // The room of `frame` that each copy of a warp goes to, in order.
  std::vector<std::uint64_t> rooms_of_warp(std::uint32_t warp) {
    constexpr std::uint64_t kFrameBytes = 1024;
    std::vector<std::uint64_t> rooms;
    for (std::size_t row = 0; row < shown().events.size(); ++row) {
      const trace::EventView event = shown().events.view(row);
      if (event.warp != warp || shown().sites[event.site].kind != EventKind::async_copy) continue;
      rooms.push_back((event.address2[0] - shown().shared_arrays.at(0).offset) / kFrameBytes);
    }
    return rooms;
  }
};

TEST_F(AsynchronousCopies, ByRegistersEachWarpLoadsAndStoresHalfAFrame) {
  (void)enter_here("by-registers");
  std::string story;
  for (int i = 0; i < 5; ++i) {
    const trace::Site& site = shown().sites[shown().events.site(session_.cursor().event)];
    const bool is_global = site.space == Space::global;
    story += site.kind == EventKind::store ? "store " : is_global ? "load " : "read ";
    if (i < 4) {
      EXPECT_EQ(site.width, 16u);
    }
    session_.step(1);
  }
  EXPECT_EQ(story, "load store load store read ");
  EXPECT_EQ(shown().launch.block.count(), 64u);
}

TEST_F(AsynchronousCopies, ACopyTakesThePlaceOfALoadAndAStore) {
  const Step& step = enter_here("by-itself");
  EXPECT_EQ(totals().global_load.requests, 12u);
  EXPECT_EQ(totals().shared_store.wavefronts, 48u);
  select("pipeline/one_stage");
  EXPECT_EQ(totals().global_load.requests + totals().shared_store.requests, 0u);
  EXPECT_EQ(totals().async_copy.requests, 12u);
  EXPECT_EQ(totals().async_copy.wavefronts, 48u);
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(AsynchronousCopies, GoToTheRoomsInTurnAndThreeStartBeforeTheFirstRead) {
  (void)enter_here("ahead");
  EXPECT_EQ(rooms_of_warp(0), (std::vector<std::uint64_t>{0, 1, 2, 3, 0, 1}));
  EXPECT_EQ(rooms_of_warp(1), rooms_of_warp(0));
  std::map<std::uint32_t, std::size_t> copies;  // of a warp before its first read
  std::set<std::uint32_t> has_read;
  for (std::size_t row = 0; row < shown().events.size(); ++row) {
    const trace::EventView event = shown().events.view(row);
    const trace::Site& site = shown().sites[event.site];
    if (site.space == Space::shared && site.kind == EventKind::load) has_read.insert(event.warp);
    if (site.kind == EventKind::barrier && copies[event.warp] == 3) has_read.insert(event.warp);
    if (site.kind == EventKind::async_copy && !has_read.contains(event.warp)) ++copies[event.warp];
  }
  for (const auto& [warp, count] : copies) EXPECT_EQ(count, 3u) << warp;
}

TEST_F(AsynchronousCopies, OneGroupTooManyLeftOpenIsARace) {
  const Step& step = enter_here("wait-group");
  EXPECT_EQ(expected_answer(step, session_), 1);
  EXPECT_EQ(sum(Figure::findings), 0);
  select("pipeline/late_wait");
  EXPECT_EQ(sum(Figure::findings), 0) << "too long, and right";
  EXPECT_EQ(verdict(), trace::Verdict::match);
  select("pipeline/short_wait");
  ASSERT_EQ(shown().findings.size(), 1u);
  EXPECT_EQ(shown().findings.front().kind, trace::FindingKind::race);
}

TEST_F(AsynchronousCopies, StartedBeforeTheBarrierRaceWithTheOtherWarpsReads) {
  const Step& step = enter_here("before-the-barrier");
  ASSERT_EQ(shown().findings.size(), 1u);
  EXPECT_EQ(shown().findings.front().kind, trace::FindingKind::race);
  EXPECT_FALSE(is_done(step, session_));
  select("pipeline/stages");
  EXPECT_EQ(sum(Figure::findings), 0);
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(AsynchronousCopies, OfFourBytesTakeFourTimesTheRequestsForTheSameSectors) {
  const Step& step = enter_here("narrow");
  EXPECT_EQ(expected_answer(step, session_), 96);
  const std::int64_t sectors = sum(Figure::total_sectors);
  EXPECT_EQ(totals().async_copy.requests, 48u);
  EXPECT_EQ(totals().global_store.requests, 48u);
  set("copy_bytes", 16);
  EXPECT_EQ(sum(Figure::total_requests), 60);
  EXPECT_EQ(totals().async_copy.requests, 12u);
  EXPECT_EQ(sum(Figure::total_sectors), sectors);
}

TEST_F(AsynchronousCopies, StagesTakeSharedMemoryAndWithItBlocks) {
  const Step& step = enter_here("price");
  EXPECT_EQ(expected_answer(step, session_), 11);
  EXPECT_EQ(sum(Figure::shared_bytes), 8 * 1024);
  EXPECT_EQ(100 / 8, 12);
  set("stages", 4);
  EXPECT_EQ(figure(Figure::resident_blocks), 20);
  set("stages", 2);
  EXPECT_EQ(figure(Figure::resident_blocks), 24);
  EXPECT_EQ(figure(Figure::resident_warps), 48);
  EXPECT_EQ(11 * 7, 77);
  EXPECT_EQ(20 * 3, 60);
  const auto sms = recordings().of("pipeline").front()->device.multiprocessors;
  EXPECT_EQ(sms, 132u) << "of the GPU that the times are of";
  EXPECT_EQ(sms * 2, 264u);
  EXPECT_EQ(sms * 32, 4224u);
}

TEST_F(AsynchronousCopies, ALateWaitCountsAsARightOneDoes) {
  (void)enter_here("late-wait");
  const session::Sums late = sums_of(*session_.result());
  select("pipeline/stages");
  EXPECT_EQ(sums_of(*session_.result()), late);
}

TEST_F(AsynchronousCopies, OnlyBothMendsMeetTheChallenge) {
  const Step& step = enter_here("challenge");
  EXPECT_EQ(sum(Figure::total_requests), 96);
  EXPECT_GT(sum(Figure::wrong_elements), 0);
  EXPECT_EQ(sum(Figure::races), 1);
  EXPECT_FALSE(is_done(step, session_));
}

}  // namespace
}  // namespace warplens::lessons
