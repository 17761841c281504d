#include "kernels/run/wait_for_turn.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warplens::run {
namespace {

using std::chrono::milliseconds;

Result<int> busy_for(int& tries, int times) {
  if (tries++ < times) return fail(Error{tr("counters are in use"), ErrorCode::in_use});
  return 7;
}

TEST(WaitForTurn, TriesAgainUntilItIsFree) {
  int tries = 0;
  const auto got =
      wait_for_turn({milliseconds(1), milliseconds(1000)}, {}, [&] { return busy_for(tries, 3); });
  ASSERT_TRUE(got.has_value());
  EXPECT_EQ(*got, 7);
  EXPECT_EQ(tries, 4);
}

TEST(WaitForTurn, GivesUpAndSaysHowLongItWaited) {
  int tries = 0;
  const auto got =
      wait_for_turn({milliseconds(1), milliseconds(20)}, {}, [&] { return busy_for(tries, 1000); });
  ASSERT_FALSE(got.has_value());
  EXPECT_GT(tries, 3);
  EXPECT_EQ(got.error().message.in(Language::en), "counters are in use (waited 0 s for it)");
}

TEST(WaitForTurn, DoesNotWaitForOtherErrorsOrAfterAStop) {
  int tries = 0;
  const auto other = wait_for_turn({}, {}, [&]() -> Result<int> {
    ++tries;
    return fail(tr("no such counter"));
  });
  EXPECT_FALSE(other.has_value());
  EXPECT_EQ(tries, 1);
  std::stop_source stop;
  stop.request_stop();
  tries = 0;
  EXPECT_FALSE(
      wait_for_turn({}, stop.get_token(), [&] { return busy_for(tries, 1000); }).has_value());
  EXPECT_EQ(tries, 1);
}

}  // namespace
}  // namespace warplens::run
