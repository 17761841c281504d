// Two kernels side by side.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

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
    session_.compare_with(kernel);
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
  session_.set_parameter("rows", 128);
  session_.set_parameter("pitch", 34, false, Side::right);
  EXPECT_EQ(value("rows", Side::right), 128);
  EXPECT_EQ(value("pitch"), 32);
  EXPECT_EQ(value("pitch", Side::right), 34);
  session_.set_parameter("cols", 160, false, Side::right);
  EXPECT_EQ(value("cols"), 160);
}

TEST_F(Compared, WhatIsSetOnASideWithoutAKernelChangesNothing) {
  const Choice before = session_.choice();
  session_.select_kernel(kTile, Side::right);
  session_.set_parameter("pitch", 34, false, Side::right);
  EXPECT_TRUE(session_.set_index("row * 33 + column", false, Side::right).has_value());
  EXPECT_EQ(session_.choice(), before);
  EXPECT_EQ(session_.variant(Side::right), nullptr);
  EXPECT_EQ(session_.family(Side::right), nullptr);
  EXPECT_FALSE(session_.can_undo());
}

TEST_F(Compared, SwappingTakesTheCursorAlong) {
  compare_with(kTile);
  session_.seek(2);
  session_.swap_sides();
  settle(session_);
  EXPECT_EQ(session_.selection().kernel, kTile);
  EXPECT_EQ(session_.selection(Side::right).kernel, kPaddedTile);
  EXPECT_EQ(session_.cursor().event, 2u);
}

TEST_F(Compared, EndingKeepsTheLeftSideAndUndoBringsTheRightOneBack) {
  compare_with(kXorTile);
  session_.end_compare();
  EXPECT_FALSE(session_.is_comparing());
  EXPECT_EQ(session_.selection().kernel, kPaddedTile);
  session_.undo();
  settle(session_);
  EXPECT_TRUE(session_.is_comparing());
  EXPECT_EQ(session_.selection(Side::right).kernel, kXorTile);
}

TEST_F(Compared, BeforeAndAfterShowTheLastChangeOfTheLeftSide) {
  EXPECT_EQ(session_.previous(), nullptr);
  session_.set_parameter("pitch", 33);
  settle(session_);
  compare_with(kXorTile);
  session_.end_compare();
  ASSERT_NE(session_.previous(), nullptr);
  session_.compare_with_previous();
  settle(session_);
  EXPECT_EQ(value("pitch"), 32);
  EXPECT_EQ(value("pitch", Side::right), 33);
}

TEST_F(Compared, UndoCoversEveryCommand) {
  compare_with(kTile);
  session_.swap_sides();
  session_.set_parameter("rows", 32);
  session_.select_kernel(kXorTile, Side::right);
  session_.end_compare();
  for (int i = 0; i < 5; ++i) session_.undo();
  settle(session_);
  EXPECT_FALSE(session_.can_undo());
  EXPECT_FALSE(session_.is_comparing());
  EXPECT_EQ(session_.selection().kernel, kPaddedTile);
  EXPECT_EQ(value("rows"), 64);
}

TEST_F(Compared, ACaptureGivesWayToAVariantAndComesBackByUndo) {
  session_.open_capture("t.wlens");
  settle(session_);
  EXPECT_EQ(session_.family(), nullptr);
  EXPECT_EQ(session_.variant(), nullptr);
  session_.set_parameter("rows", 32);
  session_.select_kernel(kTile);
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
  session_.compare_with(kXorTile);
  EXPECT_TRUE(session_.is_comparing());
  EXPECT_FALSE(session_.up_to_date());
  session_.cancel();
  EXPECT_FALSE(session_.is_comparing());
  EXPECT_TRUE(session_.up_to_date());
}

}  // namespace
}  // namespace warplens::session
