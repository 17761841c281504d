#include "kernels/machine/block/value_tracker.h"

#include <gmock/gmock.h>

namespace warplens::machine {
namespace {

using testing::ElementsAre;
using Loads = ValueTracker::Loads;
using Node = ValueTracker::Node;

constexpr std::uint32_t kInstruction = 7;

Loads load_in(ValueTracker& tracker) { return tracker.begin_loads(kInstruction, 1); }

TEST(ValueTracker, AnUnusedLoadRunsNoAction) {
  ValueTracker tracker;
  const auto load = load_in(tracker);
  int runs = 0;
  tracker.when_used(load.load, [&] { ++runs; });
  EXPECT_FALSE(tracker.is_used(load.load));
  EXPECT_EQ(runs, 0);
}

TEST(ValueTracker, AnActionRunsOnceWhenItsLoadIsUsed) {
  ValueTracker tracker;
  const auto load = load_in(tracker);
  int runs = 0;
  tracker.when_used(load.load, [&] { ++runs; });
  tracker.use(load.node);
  tracker.use(load.node);
  EXPECT_TRUE(tracker.is_used(load.load));
  EXPECT_EQ(runs, 1);
}

TEST(ValueTracker, AnActionOnAUsedLoadRunsAtOnce) {
  ValueTracker tracker;
  const auto load = load_in(tracker);
  tracker.use(load.node);
  int runs = 0;
  tracker.when_used(load.load, [&] { ++runs; });
  EXPECT_EQ(runs, 1);
}

TEST(ValueTracker, PaddingThatIsStoredIsNotUsedButWhatIsMadeOfItIs) {
  ValueTracker tracker;
  const auto padding = load_in(tracker), other = load_in(tracker);
  tracker.let_be_copied(padding.load);
  tracker.store(padding.node);
  EXPECT_FALSE(tracker.is_used(padding.load));
  tracker.store(tracker.combine(padding.node, other.node));
  EXPECT_TRUE(tracker.is_used(padding.load));
}

TEST(ValueTracker, UsingAResultUsesWhatItWasMadeOfAndNothingElse) {
  ValueTracker tracker;
  const auto a = load_in(tracker), b = load_in(tracker), c = load_in(tracker);
  const auto sum = tracker.combine(a.node, b.node);
  const auto other = tracker.combine(b.node, c.node);
  tracker.use(sum);
  EXPECT_TRUE(tracker.is_used(a.load));
  EXPECT_TRUE(tracker.is_used(b.load));
  EXPECT_FALSE(tracker.is_used(c.load));
  tracker.use(other);
  EXPECT_TRUE(tracker.is_used(c.load));
}

TEST(ValueTracker, CombiningWithNothingIsTheSameValue) {
  ValueTracker tracker;
  const auto a = load_in(tracker);
  EXPECT_EQ(tracker.combine(a.node, ValueTracker::kUntracked), a.node);
  EXPECT_EQ(tracker.combine(ValueTracker::kUntracked, a.node), a.node);
  EXPECT_EQ(tracker.combine(a.node, a.node), a.node);
  EXPECT_EQ(tracker.combine(ValueTracker::kUntracked, ValueTracker::kUntracked),
            ValueTracker::kUntracked);
}

TEST(ValueTracker, AUsedPartNeedsNoFollowingButTheOtherDoes) {
  ValueTracker tracker;
  const auto a = load_in(tracker), b = load_in(tracker);
  tracker.use(a.node);
  const auto sum = tracker.combine(a.node, b.node);
  EXPECT_FALSE(tracker.is_used(b.load));
  tracker.use(sum);
  EXPECT_TRUE(tracker.is_used(b.load));
}

TEST(ValueTracker, ActionsRunInTheOrderOfTheirLoads) {
  ValueTracker tracker;
  const auto a = load_in(tracker), b = load_in(tracker), c = load_in(tracker);
  std::vector<int> order;
  tracker.when_used(c.load, [&] { order.push_back(3); });
  tracker.when_used(a.load, [&] { order.push_back(1); });
  tracker.when_used(b.load, [&] { order.push_back(2); });
  tracker.use(tracker.combine(c.node, tracker.combine(a.node, b.node)));
  EXPECT_THAT(order, ElementsAre(1, 2, 3));
}

TEST(ValueTracker, AnActionMayCallTheTracker) {
  ValueTracker tracker;
  const auto a = load_in(tracker), b = load_in(tracker);
  int runs = 0;
  tracker.when_used(a.load, [&] {
    for (int i = 0; i < 100; ++i) tracker.when_used(load_in(tracker).load, [] {});
    tracker.use(b.node);
  });
  tracker.when_used(b.load, [&] { ++runs; });
  tracker.use(a.node);
  EXPECT_EQ(runs, 1);
}

TEST(ValueTracker, AChainOfManyOperationsNeedsNoDeepStack) {
  ValueTracker tracker;
  const auto first = load_in(tracker);
  const auto other = load_in(tracker);
  auto sum = first.node;
  for (int i = 0; i < 1'000'000; ++i) sum = tracker.combine(sum, other.node);
  tracker.use(sum);
  EXPECT_TRUE(tracker.is_used(first.load));
}

TEST(ValueTracker, ALoadThatIsNotFollowedRunsNoAction) {
  ValueTracker tracker;
  int runs = 0;
  tracker.when_used(ValueTracker::kNotFollowed, [&] { ++runs; });
  EXPECT_EQ(runs, 0);
}

// Loads whose values are overwritten by the next, over and over.
TEST(ValueTracker, ForgetsWhatDiedUnused) {
  ValueTracker tracker;
  int runs = 0;
  Node held = ValueTracker::kUntracked;
  std::size_t collections = 0;
  for (int i = 0; i < 1'000'000; ++i) {
    const Loads load = load_in(tracker);
    ASSERT_NE(load.load, ValueTracker::kNotFollowed);
    tracker.when_used(load.load, [&] { ++runs; });
    held = load.node;
    if (!tracker.is_crowded()) continue;
    ++collections;
    tracker.collect([&](const auto& visit) { visit(held); });
  }
  EXPECT_GT(collections, 10u);
  tracker.use(held);
  EXPECT_EQ(runs, 1);
}

// A sum of more loads than may be alive: the first tell of all.
TEST(ValueTracker, FollowsTheFirstLoadsOfALongSum) {
  ValueTracker tracker(100);
  int runs = 0;
  Node sum = ValueTracker::kUntracked;
  for (int i = 0; i < 1'000'000; ++i) {
    const Loads load = load_in(tracker);
    tracker.when_used(load.load, [&] { ++runs; });
    sum = tracker.combine(sum, load.node);
    if (tracker.is_crowded()) tracker.collect([&](const auto& visit) { visit(sum); });
  }
  EXPECT_EQ(runs, 0);
  tracker.use(sum);
  EXPECT_EQ(runs, 100);
  tracker.collect([&](const auto& visit) { visit(sum); });
  EXPECT_NE(load_in(tracker).load, ValueTracker::kNotFollowed);
}

TEST(ValueTracker, WhatIsCollectedKeepsItsActionsAndItsUses) {
  ValueTracker tracker;
  std::vector<int> order;
  const auto dead = load_in(tracker), a = load_in(tracker), used = load_in(tracker),
             b = load_in(tracker);
  tracker.when_used(dead.load, [&] { order.push_back(0); });
  tracker.when_used(a.load, [&] { order.push_back(1); });
  tracker.use(used.node);
  Node sum = tracker.combine(tracker.combine(a.node, used.node), b.node);
  tracker.collect([&](const auto& visit) { visit(sum); });
  tracker.when_used(b.load, [&] { order.push_back(2); });
  tracker.when_used(used.load, [&] { order.push_back(3); });
  tracker.when_used(dead.load, [&] { order.push_back(4); });
  tracker.use(sum);
  EXPECT_THAT(order, ElementsAre(3, 1, 2));
}

}  // namespace
}  // namespace warplens::machine
