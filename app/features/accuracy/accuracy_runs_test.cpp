#include "app/features/accuracy/accuracy_runs.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <latch>
#include <thread>

namespace warplens::accuracy {
namespace {

AccuracyQuestion of(const char* kernel) { return {{kernel, {}, run::Inputs::equal, {}}, false}; }

Result<AccuracyAnswerPtr> answered(const AccuracyQuestion& question) {
  AccuracyAnswer answer;
  answer.sizes.question = question.sums;
  return std::make_shared<const AccuracyAnswer>(answer);
}

void settle(AccuracyRuns& runs) {
  while (runs.busy()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    runs.update();
  }
}

TEST(AccuracyRunsOnAThread, MeasureEachQuestionOnce) {
  std::atomic<int> measured = 0;
  AccuracyRuns runs(nullptr);
  runs.offer([&](const AccuracyQuestion& question, const run::Hooks&) {
    ++measured;
    return answered(question);
  });
  runs.want({of("a"), of("b")});
  settle(runs);
  runs.want({of("b"), of("c")});
  settle(runs);
  runs.want({of("a"), of("c")});
  EXPECT_FALSE(runs.busy());
  EXPECT_EQ(measured, 3);
  EXPECT_EQ((**runs.find(of("b")))->sizes.question.kernel, "b");
}

TEST(AccuracyRunsOnAThread, ShowEachAnswerAsItComes) {
  std::latch shown(1);
  AccuracyRuns runs(nullptr);
  runs.offer([&](const AccuracyQuestion& question, const run::Hooks& hooks) {
    if (question.sums.kernel == "second") shown.wait();
    hooks.progress(1);
    return answered(question);
  });
  runs.want({of("first"), of("second")});
  while (runs.find(of("first")) == nullptr) runs.update();
  EXPECT_TRUE(runs.busy());
  EXPECT_GE(runs.progress(), 0.5f);
  EXPECT_EQ(runs.find(of("second")), nullptr);
  shown.count_down();
  settle(runs);
}

TEST(AccuracyRunsOnAThread, StopWhatNobodyWantsAnyMore) {
  AccuracyRuns runs(nullptr);
  runs.offer(
      [](const AccuracyQuestion& question, const run::Hooks& hooks) -> Result<AccuracyAnswerPtr> {
        if (question.sums.kernel == "quick") return answered(question);
        while (!hooks.stop.stop_requested()) std::this_thread::yield();
        return fail("cancelled");
      });
  runs.want({of("endless")});
  runs.want({of("quick")});
  settle(runs);
  EXPECT_EQ(runs.find(of("endless")), nullptr) << "it may be asked for again";
  runs.want({of("endless")});  // ends with the runs
}

TEST(AccuracyRunsOnAThread, KeepWhatCouldNotBeMeasured) {
  AccuracyRuns runs(nullptr);
  runs.offer([](const AccuracyQuestion&, const run::Hooks&) -> Result<AccuracyAnswerPtr> {
    return fail("too large");
  });
  runs.want({of("a")});
  settle(runs);
  ASSERT_NE(runs.find(of("a")), nullptr);
  EXPECT_EQ(runs.find(of("a"))->error().message.in(Language::en), "too large");
}

TEST(AccuracyRunsOnAThread, TryAgainWhatCouldNotBeMeasuredOnceItIsAskedForAnew) {
  std::atomic<bool> has_memory = false;
  AccuracyRuns runs(nullptr);
  runs.offer([&](const AccuracyQuestion& question, const run::Hooks&) -> Result<AccuracyAnswerPtr> {
    if (!has_memory) throw std::bad_alloc();
    return answered(question);
  });
  runs.want({of("a")});
  settle(runs);
  EXPECT_FALSE(runs.find(of("a"))->has_value());
  has_memory = true;
  runs.want({of("a")});
  EXPECT_FALSE(runs.busy()) << "it is the same wish";
  runs.want({of("b")});
  settle(runs);
  runs.want({of("a")});
  settle(runs);
  EXPECT_TRUE(runs.find(of("a"))->has_value());
}

}  // namespace
}  // namespace warplens::accuracy
