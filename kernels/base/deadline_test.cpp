#include "kernels/base/deadline.h"

#include <gtest/gtest.h>

namespace warplens {
namespace {

using namespace std::chrono_literals;

void wait_for(const std::stop_token& token) {
  while (!token.stop_requested()) std::this_thread::sleep_for(1ms);
}

TEST(Deadlines, StopWhenTheirTimeIsOver) {
  const Deadline deadline(20ms);
  wait_for(deadline.token());
  EXPECT_TRUE(deadline.has_passed());
}

TEST(Deadlines, StopWithAnotherStopWhichIsNotTheTimes) {
  std::stop_source stop;
  const Deadline deadline(1h, stop.get_token());
  EXPECT_FALSE(deadline.token().stop_requested());
  stop.request_stop();
  EXPECT_TRUE(deadline.token().stop_requested());
  EXPECT_FALSE(deadline.has_passed());
}

TEST(Deadlines, EndAtOnceWhereNobodyWaitsForThem) {
  const auto begin = std::chrono::steady_clock::now();
  { const Deadline deadline(1h); }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);
}

}  // namespace
}  // namespace warplens
