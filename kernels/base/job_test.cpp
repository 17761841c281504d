#include "kernels/base/job.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <variant>

namespace warplens {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using IntJob = Job<int, int>;

IntJob::Work giving(int value) {
  return [value](const std::stop_token&) -> Result<int> { return value; };
}

// Work that goes on until it is stopped.
class Endless {
 public:
  IntJob::Work work() {
    return [this](const std::stop_token& stop) -> Result<int> {
      begun_.set_value();
      while (!stop.stop_requested()) std::this_thread::sleep_for(1ms);
      return fail("cancelled");
    };
  }
  void wait_until_begun() { begun_.get_future().wait(); }

 private:
  std::promise<void> begun_;
};

TEST(Job, GivesWhatWasAskedForLast) {
  Endless first;
  IntJob job;
  EXPECT_EQ(job.request(), nullptr);
  job.start(1, first.work());
  first.wait_until_begun();
  job.start(2, giving(20));
  job.wait();
  ASSERT_NE(job.value(), nullptr);
  EXPECT_EQ(*job.value(), 20);
  EXPECT_EQ(*job.request(), 2);
  EXPECT_FALSE(job.is_under_way());
}

TEST(Job, WorksOnOneThreadAtATimeAndSkipsWhatIsSupersededBeforeItBegins) {
  std::atomic<int> begun = 0, at_work = 0, most = 0;
  IntJob job;
  for (int i = 0; i < 50; ++i) {
    job.start(i, [&, i](const std::stop_token&) -> Result<int> {
      ++begun;
      most = std::max(most.load(), ++at_work);
      std::this_thread::sleep_for(20ms);
      --at_work;
      return i;
    });
  }
  job.wait();
  EXPECT_EQ(*job.value(), 49);
  EXPECT_EQ(most, 1);
  EXPECT_LT(begun, 25);
}

TEST(Job, NeverLetsTheCallerWaitForWhatIsSuperseded) {
  IntJob job;
  std::promise<void> may_end;
  job.start(1, [end = may_end.get_future().share()](const std::stop_token&) -> Result<int> {
    end.wait();  // deaf to any stop
    return 10;
  });
  job.start(2, giving(20));
  job.cancel();
  EXPECT_FALSE(job.busy());
  job.start(3, giving(30));
  EXPECT_TRUE(job.busy());
  may_end.set_value();
  job.wait();
  EXPECT_EQ(*job.value(), 30);
}

TEST(Job, HasTheValueBeforeItWakesTheUi) {
  std::atomic<int> wakes = 0;
  std::atomic<bool> was_there = false;
  const IntJob* woken = nullptr;
  IntJob job([&] {
    was_there = !woken->busy();
    ++wakes;
  });
  woken = &job;
  job.start(1, giving(1));
  job.wait();
  EXPECT_TRUE(was_there);
  EXPECT_EQ(wakes, 1);
}

TEST(Job, WakesNobodyForWhatIsSuperseded) {
  Endless first;
  std::atomic<int> wakes = 0;
  IntJob job([&] { ++wakes; });
  job.start(1, first.work());
  first.wait_until_begun();
  job.cancel();
  job.wait();
  EXPECT_EQ(wakes, 0);
  EXPECT_EQ(job.result(), nullptr);
}

TEST(Job, KeepsAnErrorUntilItIsTriedAgain) {
  std::atomic<int> tries = 0;
  IntJob job;
  const IntJob::Work work = [&](const std::stop_token&) -> Result<int> {
    if (++tries < 3) return fail("not yet");
    return 5;
  };
  job.want(1, work);
  job.wait();
  job.want(1, work);
  job.wait();
  ASSERT_NE(job.result(), nullptr);
  EXPECT_FALSE(job.result()->has_value());
  EXPECT_EQ(tries, 1);
  job.retry();
  job.wait();
  EXPECT_EQ(tries, 2);
  EXPECT_EQ(job.value(), nullptr);
  job.start(1, work);
  job.wait();
  ASSERT_NE(job.value(), nullptr);
  job.retry();
  job.wait();
  EXPECT_EQ(tries, 3);
}

TEST(Job, MakesAnErrorOfWhatWorkThrows) {
  IntJob job;
  job.start(1, [](const std::stop_token&) -> Result<int> { throw std::bad_alloc(); });
  job.wait();
  ASSERT_NE(job.result(), nullptr);
  EXPECT_EQ(job.result()->error().code, ErrorCode::out_of_memory);
  job.start(2, [](const std::stop_token&) -> Result<int> { throw std::runtime_error("a fault"); });
  job.wait();
  ASSERT_NE(job.result(), nullptr);
  EXPECT_NE(job.result()->error().message.in(Language::en).find("a fault"), std::string::npos);
}

TEST(Job, HandsItsValueOverOnce) {
  IntJob job;
  job.start(1, giving(10));
  job.wait();
  EXPECT_EQ(job.take().value().value(), 10);
  EXPECT_FALSE(job.take().has_value());
  EXPECT_EQ(job.request(), nullptr);
  EXPECT_FALSE(job.busy());
}

TEST(Job, BeginsWhatIsWantedOnce) {
  std::atomic<int> begun = 0;
  IntJob job;
  const IntJob::Work work = [&](const std::stop_token&) -> Result<int> { return ++begun; };
  for (int frame = 0; frame < 10; ++frame) job.want(1, work);
  job.wait();
  job.want(1, work);
  job.wait();
  EXPECT_EQ(begun, 1);
}

TEST(Job, StopsWhatRunsAtItsEnd) {
  Endless first, second;
  Clock::time_point begin;
  {
    IntJob job;
    job.start(1, first.work());
    first.wait_until_begun();
    job.start(2, second.work());
    second.wait_until_begun();
    begin = Clock::now();
  }
  EXPECT_LT(Clock::now() - begin, 1s);
}

TEST(Job, MovesWithWhatRuns) {
  IntJob job;
  job.start(1, giving(10));
  IntJob other = std::move(job);
  other.wait();
  EXPECT_EQ(*other.value(), 10);
}

TEST(Job, RunsAtOnceOnTheCallersThread) {
  int wakes = 0;
  Job<int, std::thread::id> job([&] { ++wakes; }, Runs::at_once);
  const auto here = [](const std::stop_token&) -> Result<std::thread::id> {
    return std::this_thread::get_id();
  };
  job.start(1, here);
  ASSERT_NE(job.value(), nullptr);
  EXPECT_EQ(*job.value(), std::this_thread::get_id());
  EXPECT_EQ(wakes, 1);
}

TEST(Job, RunsOneRequestAtOnceWhileAnotherEndsOnTheThread) {
  Endless first;
  IntJob job;
  job.start(1, first.work());
  first.wait_until_begun();
  job.want(2, giving(20), Runs::at_once);
  ASSERT_NE(job.value(), nullptr);
  EXPECT_EQ(*job.value(), 20);
  job.wait();
  EXPECT_EQ(*job.value(), 20);
}

TEST(Job, AsksForOneMoreFrameWhereItEndedBetweenTwo) {
  IntJob job;
  std::promise<void> may_end;
  job.want(1, [end = may_end.get_future().share()](const std::stop_token&) -> Result<int> {
    end.wait();
    return 1;
  });
  EXPECT_EQ(job.value(), nullptr);
  may_end.set_value();
  job.wait();
  EXPECT_TRUE(job.is_under_way());
  EXPECT_FALSE(job.is_under_way());  // nobody looks any more
}

TEST(Job, EndsALargeValueOnTheThreadOfTheNextOne) {
  struct Large {
    explicit Large(std::thread::id* where) : ended_on(where) {}
    Large(Large&& other) noexcept : ended_on(std::exchange(other.ended_on, nullptr)) {}
    Large& operator=(Large&&) = delete;
    ~Large() {
      if (ended_on != nullptr) *ended_on = std::this_thread::get_id();
    }
    std::thread::id* ended_on;
  };
  std::thread::id first, thread;
  Job<int, Large> job;
  job.start(1, [&](const std::stop_token&) -> Result<Large> { return Large(&first); });
  job.wait();
  job.start(2, [&](const std::stop_token&) -> Result<Large> {
    thread = std::this_thread::get_id();
    return Large(nullptr);
  });
  EXPECT_EQ(job.value(), nullptr);
  job.wait();
  EXPECT_EQ(first, thread);
}

TEST(Job, MayHaveNoValueAtAll) {
  Job<std::monostate, void> job;
  job.start({}, [](const std::stop_token&) -> Result<void> { return fail("no room"); });
  job.wait();
  ASSERT_NE(job.result(), nullptr);
  EXPECT_EQ(job.result()->error().message.in(Language::en), "no room");
}

}  // namespace
}  // namespace warplens
