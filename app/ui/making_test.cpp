#include "app/ui/making.h"

#include <gtest/gtest.h>

#include <new>
#include <thread>

namespace warplens::ui {
namespace {

const std::shared_ptr<const void> kSubject = std::make_shared<int>();

// Frames until it is there, or is no longer on its way.
template <class T>
const T* made_in_the_end(Making<T>& making, const std::function<T()>& make) {
  const T* made = making.get(kSubject, "", false, make);
  while (made == nullptr && making.is_under_way()) {
    std::this_thread::yield();
    made = making.get(kSubject, "", false, make);
  }
  return made;
}

TEST(Making, GivesWhatWasMade) {
  Making<int> making;
  const int* made = made_in_the_end<int>(making, [] { return 42; });
  ASSERT_NE(made, nullptr);
  EXPECT_EQ(*made, 42);
  EXPECT_FALSE(making.is_under_way());
}

TEST(Making, WhatEndsBetweenTwoFramesIsAskedForOnceMore) {
  Making<int> making;
  std::promise<void> may_end;
  const auto make = [end = may_end.get_future().share()] {
    end.wait();
    return 42;
  };
  ASSERT_EQ(making.get(kSubject, "", false, make), nullptr);
  may_end.set_value();
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_TRUE(making.is_under_way());
  EXPECT_NE(making.get(kSubject, "", false, make), nullptr);
}

TEST(Making, WhatNobodyAsksForAnyMoreIsNotWaitedFor) {
  Making<int> making;
  static_cast<void>(making.get(kSubject, "", false, [] { return 42; }));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_TRUE(making.is_under_way());
  EXPECT_FALSE(making.is_under_way());
}

TEST(Making, WhatHadNoMemoryIsNotWaitedFor) {
  Making<int> making;
  EXPECT_EQ(made_in_the_end<int>(making, []() -> int { throw std::bad_alloc(); }), nullptr);
  EXPECT_EQ(making.get(kSubject, "", false, [] { return 42; }), nullptr);
  EXPECT_FALSE(making.is_under_way());
}

}  // namespace
}  // namespace warplens::ui
