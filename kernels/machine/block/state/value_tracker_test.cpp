#include "kernels/machine/block/state/value_tracker.h"

#include <gmock/gmock.h>

namespace warplens::machine {
namespace {

using testing::ElementsAre;

TEST(ValueTracker, AnUnusedLoadRunsNoAction) {
  ValueTracker tracker;
  const auto load = tracker.load();
  int runs = 0;
  tracker.when_used(load, [&] { ++runs; });
  EXPECT_FALSE(tracker.used(load));
  EXPECT_EQ(runs, 0);
}

TEST(ValueTracker, AnActionRunsOnceWhenItsLoadIsUsed) {
  ValueTracker tracker;
  const auto load = tracker.load();
  int runs = 0;
  tracker.when_used(load, [&] { ++runs; });
  tracker.use(load);
  tracker.use(load);
  EXPECT_TRUE(tracker.used(load));
  EXPECT_EQ(runs, 1);
}

TEST(ValueTracker, AnActionOnAUsedLoadRunsAtOnce) {
  ValueTracker tracker;
  const auto load = tracker.load();
  tracker.use(load);
  int runs = 0;
  tracker.when_used(load, [&] { ++runs; });
  EXPECT_EQ(runs, 1);
}

TEST(ValueTracker, UsingAResultUsesWhatItWasMadeOfAndNothingElse) {
  ValueTracker tracker;
  const auto a = tracker.load(), b = tracker.load(), c = tracker.load();
  const auto sum = tracker.combine(a, b);
  const auto other = tracker.combine(b, c);
  tracker.use(sum);
  EXPECT_TRUE(tracker.used(a));
  EXPECT_TRUE(tracker.used(b));
  EXPECT_FALSE(tracker.used(c));
  tracker.use(other);
  EXPECT_TRUE(tracker.used(c));
}

TEST(ValueTracker, CombiningWithNothingIsTheSameValue) {
  ValueTracker tracker;
  const auto a = tracker.load();
  EXPECT_EQ(tracker.combine(a, ValueTracker::kUntracked), a);
  EXPECT_EQ(tracker.combine(ValueTracker::kUntracked, a), a);
  EXPECT_EQ(tracker.combine(a, a), a);
  EXPECT_EQ(tracker.combine(ValueTracker::kUntracked, ValueTracker::kUntracked),
            ValueTracker::kUntracked);
}

TEST(ValueTracker, AUsedPartNeedsNoFollowingButTheOtherDoes) {
  ValueTracker tracker;
  const auto a = tracker.load(), b = tracker.load();
  tracker.use(a);
  const auto sum = tracker.combine(a, b);
  EXPECT_FALSE(tracker.used(b));
  tracker.use(sum);
  EXPECT_TRUE(tracker.used(b));
}

TEST(ValueTracker, ActionsRunInTheOrderOfTheirLoads) {
  ValueTracker tracker;
  const auto a = tracker.load(), b = tracker.load(), c = tracker.load();
  std::vector<int> order;
  tracker.when_used(c, [&] { order.push_back(3); });
  tracker.when_used(a, [&] { order.push_back(1); });
  tracker.when_used(b, [&] { order.push_back(2); });
  tracker.use(tracker.combine(c, tracker.combine(a, b)));
  EXPECT_THAT(order, ElementsAre(1, 2, 3));
}

TEST(ValueTracker, AnActionMayCallTheTracker) {
  ValueTracker tracker;
  const auto a = tracker.load(), b = tracker.load();
  int runs = 0;
  tracker.when_used(a, [&] {
    for (int i = 0; i < 100; ++i) tracker.when_used(tracker.load(), [] {});
    tracker.use(b);
  });
  tracker.when_used(b, [&] { ++runs; });
  tracker.use(a);
  EXPECT_EQ(runs, 1);
}

TEST(ValueTracker, AChainOfAMillionOperationsNeedsNoDeepStack) {
  ValueTracker tracker;
  const auto first = tracker.load();
  auto sum = first;
  for (int i = 0; i < 1'000'000; ++i) sum = tracker.combine(sum, tracker.load());
  tracker.use(sum);
  EXPECT_TRUE(tracker.used(first));
}

TEST(ValueTracker, WithoutALoadNobodyCanTellSoTheActionRuns) {
  ValueTracker tracker;
  int runs = 0;
  tracker.when_used(ValueTracker::kUntracked, [&] { ++runs; });
  EXPECT_EQ(runs, 1);
}

}  // namespace
}  // namespace warplens::machine
