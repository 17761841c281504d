// Lesson 25: what its text says of the traces.
#include "app/lessons/course_test.h"

#include <algorithm>
#include <set>

#include "app/session/kernel_result.h"

namespace warplens::lessons {
namespace {

using session::Figure;
using trace::EventKind;
using trace::Space;

class TmaAndSwizzle : public Course {
 protected:
  const Step& enter_here(std::string_view id) { return enter_step("tma-and-swizzle", id); }
  const trace::Trace& shown() { return *session_.launch()->trace; }
  std::int64_t sum(Figure figure) { return sums_of(*session_.result()).at(figure); }
  std::size_t count_of(EventKind kind) {
    std::size_t count = 0;
    for (std::size_t row = 0; row < shown().events.size(); ++row) {
      if (shown().sites[shown().events.site(row)].kind == kind) ++count;
    }
    return count;
  }
  // The first bank of each lane of the access under the cursor.
  std::vector<std::uint64_t> banks() {
    const trace::EventView event = shown().events.view(session_.cursor().event);
    std::vector<std::uint64_t> all;
    for (const std::uint64_t address : event.address) all.push_back(address / 4 % 32);
    return all;
  }
};

TEST_F(TmaAndSwizzle, OneLaneBringsTheWholeTile) {
  const Step& step = enter_here("one-lane-asks");
  EXPECT_EQ(expected_answer(step, session_), 1);
  EXPECT_EQ(count_of(EventKind::bulk_load), shown().launch.grid.count());
  EXPECT_EQ(shown().launch.block.count(), 256u);
  EXPECT_EQ(count_of(EventKind::store), 32 * shown().launch.grid.count())
      << "of a warp's four floats each: only those of out";
}

TEST_F(TmaAndSwizzle, WithoutASwizzleEveryLaneBeginsAtTheSameBank) {
  const Step& step = enter_here("column-of-units");
  EXPECT_EQ(expected_answer(step, session_), 32);
  const auto at = banks();
  EXPECT_EQ(std::set(at.begin(), at.end()).size(), 1u);
}

TEST_F(TmaAndSwizzle, LaneFiveFindsUnitSevenAtPlaceTwo) {
  const Step& step = enter_here("exchanged");
  EXPECT_EQ(expected_answer(step, session_), 8);
  EXPECT_EQ(figure(Figure::wavefronts), 4);
  const auto at = banks();
  for (std::uint64_t lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(at[lane], (7 ^ lane % 8) * 4) << "bank of lane " << lane;
  }
}

TEST_F(TmaAndSwizzle, OfAnyWidthTakesFourWavefrontsAndMoreCopiesTheNarrowerItIs) {
  const Step& step = enter_here("widths");
  const auto expect = [&](std::size_t copies) {
    EXPECT_EQ(count_of(EventKind::bulk_load), copies);
    EXPECT_EQ(totals().shared_load.wavefronts, 4 * totals().shared_load.requests);
  };
  expect(1);
  set("swizzle", 64);
  expect(2);
  EXPECT_FALSE(is_done(step, session_));
  set("swizzle", 32);
  expect(4);
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(TmaAndSwizzle, ATileThatBeginsWithinThePatternIsWrongAllOver) {
  (void)enter_here("base");
  EXPECT_EQ(shown().shared_arrays.at(0).offset % 1024, 0u);
  EXPECT_EQ(sum(Figure::wrong_elements), 1024);
  EXPECT_EQ(sum(Figure::findings), 0) << "nobody compares them";
}

TEST_F(TmaAndSwizzle, AFrameIsOneRequest) {
  const Step& step = enter_here("who-waits");
  EXPECT_EQ(expected_answer(step, session_), 54);
  EXPECT_EQ(count_of(EventKind::bulk_load), 6u);
  EXPECT_EQ(totals().global_store.requests, 48u);
  select("pipeline/stages");
  set("copy_bytes", 16);
  EXPECT_EQ(sum(Figure::total_requests), 60);
  EXPECT_EQ(totals().async_copy.requests, 12u);
}

TEST_F(TmaAndSwizzle, OnlyXorAndBaseTogetherMeetTheChallenge) {
  const Step& step = enter_here("challenge");
  EXPECT_GT(sum(Figure::wrong_elements), 0);
  EXPECT_EQ(figure(Figure::max_way), 8);
  EXPECT_GT(sum(Figure::total_conflicts), 0);
  EXPECT_FALSE(is_done(step, session_));
}

}  // namespace
}  // namespace warplens::lessons
