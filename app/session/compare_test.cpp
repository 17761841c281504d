// Two kernels side by side.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "app/session/edits.h"
#include "app/session/fake_results_test.h"
#include "app/session/session.h"

namespace warplens::session {
namespace {

using namespace std::chrono_literals;

constexpr const char* kTile = "transpose/tile";
constexpr const char* kXorTile = "transpose/packed_xor";

class Compared : public ::testing::Test {
 protected:
  explicit Compared(Work work = instant_result)
      : session_(catalog::families(), std::move(work), {}) {
    EXPECT_TRUE(session_.set_stage({kPaddedTile, {{"pitch", 32}}, {}, {}, {}}).has_value());
    settle(session_);
  }
  void compare_with(const char* kernel) {
    session::compare_with(session_, kernel);
    settle(session_);
  }
  [[nodiscard]] std::int64_t value(const char* name, Side side = Side::left) const {
    return session_.selection(side).parameters.at(name);
  }
  Session session_;
};

TEST_F(Compared, BothSidesHaveResultsAndTheRightCursorFollows) {
  compare_with(kTile);
  ASSERT_TRUE(session_.result(Side::right));
  EXPECT_EQ(session_.result(Side::right)->selection.kernel, kTile);
  session_.seek(3);
  EXPECT_EQ(session_.cursor(Side::right).event, 3u);
}

TEST_F(Compared, AProblemSizeIsSharedAndAPitchIsNot) {
  compare_with(kPaddedTile);
  set_parameter(session_, "rows", 128);
  set_parameter(session_, "pitch", 34, false, Side::right);
  EXPECT_EQ(value("rows", Side::right), 128);
  EXPECT_EQ(value("pitch"), 32);
  EXPECT_EQ(value("pitch", Side::right), 34);
  set_parameter(session_, "cols", 160, false, Side::right);
  EXPECT_EQ(value("cols"), 160);
}

TEST_F(Compared, WhatIsSetOnASideWithoutAKernelChangesNothing) {
  const Choice before = session_.choice();
  select_kernel(session_, kTile, Side::right);
  set_parameter(session_, "pitch", 34, false, Side::right);
  EXPECT_TRUE(set_index(session_, "row * 33 + column", false, Side::right).has_value());
  EXPECT_EQ(session_.choice(), before);
  EXPECT_EQ(session_.variant(Side::right), nullptr);
  EXPECT_EQ(session_.family(Side::right), nullptr);
  EXPECT_FALSE(session_.can_undo());
}

TEST_F(Compared, SwappingTakesTheCursorAlong) {
  compare_with(kTile);
  session_.seek(2);
  swap_sides(session_);
  settle(session_);
  EXPECT_EQ(session_.selection().kernel, kTile);
  EXPECT_EQ(session_.selection(Side::right).kernel, kPaddedTile);
  EXPECT_EQ(session_.cursor().event, 2u);
}

TEST_F(Compared, EndingKeepsTheLeftSideAndUndoBringsTheRightOneBack) {
  compare_with(kXorTile);
  end_compare(session_);
  EXPECT_FALSE(session_.is_comparing());
  EXPECT_EQ(session_.selection().kernel, kPaddedTile);
  session_.undo();
  settle(session_);
  EXPECT_TRUE(session_.is_comparing());
  EXPECT_EQ(session_.selection(Side::right).kernel, kXorTile);
}

TEST_F(Compared, BeforeAndAfterShowTheLastChangeOfTheLeftSide) {
  EXPECT_EQ(session_.previous(), nullptr);
  set_parameter(session_, "pitch", 33);
  settle(session_);
  compare_with(kXorTile);
  end_compare(session_);
  ASSERT_NE(session_.previous(), nullptr);
  compare_with_previous(session_);
  settle(session_);
  EXPECT_EQ(value("pitch"), 32);
  EXPECT_EQ(value("pitch", Side::right), 33);
}

TEST_F(Compared, UndoCoversEveryCommand) {
  compare_with(kTile);
  swap_sides(session_);
  set_parameter(session_, "rows", 32);
  select_kernel(session_, kXorTile, Side::right);
  end_compare(session_);
  for (int i = 0; i < 5; ++i) session_.undo();
  settle(session_);
  EXPECT_FALSE(session_.can_undo());
  EXPECT_FALSE(session_.is_comparing());
  EXPECT_EQ(session_.selection().kernel, kPaddedTile);
  EXPECT_EQ(value("rows"), 64);
}

TEST_F(Compared, ACaptureGivesWayToAVariantAndComesBackByUndo) {
  show_capture(session_, "t.wlens");
  settle(session_);
  EXPECT_EQ(session_.family(), nullptr);
  EXPECT_EQ(session_.variant(), nullptr);
  set_parameter(session_, "rows", 32);
  select_kernel(session_, kTile);
  settle(session_);
  EXPECT_EQ(session_.variant()->name, "tile");
  session_.undo();
  settle(session_);
  EXPECT_EQ(session_.result()->selection.capture, "t.wlens");
}

class SlowRightSide : public Compared {
 protected:
  SlowRightSide()
      : Compared([](const Selection& selection, const std::stop_token& stop,
                    machine::Progress* progress) -> Result<KernelResultPtr> {
          if (selection.kernel != kXorTile) return instant_result(selection, stop, progress);
          while (!stop.stop_requested()) std::this_thread::sleep_for(1ms);
          return fail("cancelled");
        }) {}
};

TEST_F(SlowRightSide, CancellingTheFirstRunOfTheRightSideEndsTheComparison) {
  session::compare_with(session_, kXorTile);
  EXPECT_TRUE(session_.is_comparing());
  EXPECT_FALSE(session_.up_to_date());
  session_.cancel();
  EXPECT_FALSE(session_.is_comparing());
  EXPECT_TRUE(session_.up_to_date());
}

}  // namespace
}  // namespace warplens::session
