#include "app/cli/text/stop_on_interrupt.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>

namespace warplens::cli {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

TEST(StopOnInterrupt, HoldsNoCommandUpAtItsEnd) {
  constexpr int kCommands = 20;
  const auto begin = Clock::now();
  for (int i = 0; i < kCommands; ++i) {
    const StopOnInterrupt interrupt;
    EXPECT_FALSE(interrupt.token().stop_requested());
  }
  EXPECT_LT((Clock::now() - begin) / kCommands, 10ms);
}

TEST(StopOnInterrupt, AsksForAStop) {
  const StopOnInterrupt interrupt;
  ::kill(::getpid(), SIGINT);
  const auto begin = Clock::now();
  while (!interrupt.token().stop_requested()) ASSERT_LT(Clock::now() - begin, 10s);
}

TEST(StopOnInterrupt, AsksForAStopWhenItIsToEnd) {
  const StopOnInterrupt interrupt;
  ::kill(::getpid(), SIGTERM);
  const auto begin = Clock::now();
  while (!interrupt.token().stop_requested()) ASSERT_LT(Clock::now() - begin, 10s);
}

TEST(StopOnInterrupt, HoldsNobodyUpWhoHasAskedToEnd) {
  EXPECT_EXIT(
      {
        const StopOnInterrupt interrupt;
        ::kill(::getpid(), SIGTERM);
        while (!interrupt.token().stop_requested()) std::this_thread::sleep_for(1ms);
        ::kill(::getpid(), SIGTERM);
        std::this_thread::sleep_for(60s);
      },
      testing::ExitedWithCode(128 + SIGTERM), "");
}

}  // namespace
}  // namespace warplens::cli
