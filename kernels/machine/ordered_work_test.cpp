#include "kernels/machine/ordered_work.h"

#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <new>
#include <optional>

namespace warplens::machine {
namespace {

TEST(OrderedWork, ResultsAreJoinedInOrderAndFewAreInFlight) {
  for (const unsigned threads : {1u, 2u, 7u}) {
    int next = 0;
    std::atomic<int> open{0}, most{0};
    std::vector<int> joined;
    OrderedWork work(
        8,
        [&]() -> std::optional<int> {
          if (next == 300) return std::nullopt;
          most = std::max(most.load(), ++open);
          return next++;
        },
        [](int item) {
          // Every fifth takes longer, so that later ones overtake it.
          if (item % 5 == 0) std::this_thread::sleep_for(std::chrono::microseconds(200));
          return item * 2;
        },
        [&](int result) {
          joined.push_back(result);
          --open;
        });
    work.run(threads);
    ASSERT_EQ(joined.size(), 300u);
    for (int i = 0; i < 300; ++i) EXPECT_EQ(joined[static_cast<std::size_t>(i)], 2 * i);
    EXPECT_LE(most, 8);
  }
}

// Nobody waits for a thread that throws.
TEST(OrderedWork, WhatIsThrownComesOutOfRunOnceAllHaveStopped) {
  enum Thrower { feeds, works, joins };
  for (const unsigned threads : {1u, 2u, 7u}) {
    for (const Thrower thrower : {feeds, works, joins}) {
      int next = 0;
      const auto throw_at = [&](Thrower here, int item) {
        if (here == thrower && item == 40) throw std::bad_alloc();
        return item;
      };
      OrderedWork work(
          4, [&]() -> std::optional<int> { return throw_at(feeds, next++); },
          [&](int item) { return throw_at(works, item); },
          [&](int item) { throw_at(joins, item); });
      EXPECT_THROW(work.run(threads), std::bad_alloc);
    }
  }
}

}  // namespace
}  // namespace warplens::machine
