// Where kernels are traced, chosen while results come and go: by fakes that say on what they ran.
#include "app/settings/backend.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "app/session/edits.h"
#include "app/session/fake_results_test.h"
#include "app/session/session.h"

namespace warplens::session {
namespace {

using namespace std::chrono_literals;

constexpr const char* kPadded = "transpose/tile_padded";
constexpr const char* kXor = "transpose/packed_xor";

// What a GPU without memory, or one that takes its time, does.
struct FakeGpu {
  std::atomic<bool> fails = false, hangs = false;
  std::atomic<int> runs = 0;
  std::string fails_on;  // this kernel alone; to be set while nothing runs
};

Result<KernelResultPtr> traced(FakeGpu& gpu, const Selection& selection,
                               const std::stop_token& stop) {
  if (selection.backend == Backend::gpu) {
    ++gpu.runs;
    while (gpu.hangs && !stop.stop_requested()) std::this_thread::sleep_for(1ms);
    if (stop.stop_requested()) return fail("cancelled");
    if (gpu.fails || gpu.fails_on == selection.kernel)
      return fail("cuMemAlloc failed: CUDA_ERROR_OUT_OF_MEMORY, out of memory");
  }
  return column_read(selection, 32);
}

class Backends : public ::testing::Test {
 protected:
  Backends()
      : session_(catalog::families(),
                 [this](const Selection& selection, const std::stop_token& stop,
                        machine::Progress*) { return traced(gpu_, selection, stop); },
                 {}) {
    EXPECT_TRUE(session_.set_stage({kPadded, {{"pitch", 32}}, {}, {}, {}}).has_value());
    settle();
  }
  void settle() {
    const auto deadline = std::chrono::steady_clock::now() + 20s;
    while (session_.busy() && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::sleep_for(1ms);
    }
    session_.update(0);
  }
  void choose(Backend backend) {
    set_backend(session_, backend);
    settle();
  }
  [[nodiscard]] Backend shown(Side side = Side::left) const {
    return session_.result(side)->selection.backend;
  }
  FakeGpu gpu_;
  Session session_;
};

TEST_F(Backends, TheCpuTracesUntilThePersonChooses) {
  EXPECT_EQ(shown(), Backend::cpu);
  EXPECT_EQ(gpu_.runs, 0);
}

TEST_F(Backends, ASwitchRunsBothSidesAndStandsWhereThePersonStood) {
  compare_with(session_, kXor);
  settle();
  session_.seek(3);
  choose(Backend::gpu);
  EXPECT_EQ(shown(), Backend::gpu);
  EXPECT_EQ(shown(Side::right), Backend::gpu);
  EXPECT_EQ(session_.cursor().event, 3u);
}

TEST_F(Backends, ASwitchIsUndoneAndBackAgainRunsNothing) {
  choose(Backend::gpu);
  EXPECT_EQ(gpu_.runs, 1);
  session_.undo();
  settle();
  EXPECT_EQ(shown(), Backend::cpu);
  session_.redo();
  settle();
  EXPECT_EQ(shown(), Backend::gpu);
  EXPECT_EQ(gpu_.runs, 1);
}

TEST_F(Backends, AnotherKernelASecondOneAndAnotherStageStayOnTheGpu) {
  choose(Backend::gpu);
  select_kernel(session_, kXor);
  settle();
  EXPECT_EQ(shown(), Backend::gpu);
  compare_with(session_, kPadded);
  settle();
  EXPECT_EQ(shown(Side::right), Backend::gpu);
  ASSERT_TRUE(session_.set_stage({kXor, {}, {}, kPadded, {}}).has_value());
  settle();
  EXPECT_EQ(shown(), Backend::gpu);
  EXPECT_EQ(shown(Side::right), Backend::gpu);
}

TEST_F(Backends, BeforeAndAfterAreTracedAlike) {
  set_parameter(session_, "pitch", 34);
  choose(Backend::gpu);
  ASSERT_NE(session_.previous(), nullptr);
  EXPECT_EQ(session_.previous()->parameters.at("pitch"), 32);
  compare_with_previous(session_);
  settle();
  EXPECT_EQ(session_.selection().parameters.at("pitch"), 32);
  EXPECT_EQ(shown(), Backend::gpu);
  EXPECT_EQ(shown(Side::right), Backend::gpu);
}

TEST_F(Backends, WhenTheGpuFailsTheLastTraceStaysAndTheCpuIsOneStepAway) {
  gpu_.fails = true;
  choose(Backend::gpu);
  ASSERT_TRUE(session_.error().has_value());
  EXPECT_NE(session_.error()->message.in(Language::en).find("OUT_OF_MEMORY"), std::string::npos);
  EXPECT_EQ(shown(), Backend::cpu);
  EXPECT_FALSE(session_.up_to_date());
  choose(Backend::cpu);
  EXPECT_FALSE(session_.error().has_value());
  EXPECT_TRUE(session_.up_to_date());
}

TEST_F(Backends, AskedForAgainAfterAFailureTheGpuIsTriedAgain) {
  gpu_.fails = true;
  choose(Backend::gpu);
  gpu_.fails = false;
  choose(Backend::gpu);
  EXPECT_FALSE(session_.error().has_value());
  EXPECT_EQ(shown(), Backend::gpu);
}

TEST_F(Backends, DismissingAFailureGoesBackToWhatIsOnScreen) {
  gpu_.fails = true;
  choose(Backend::gpu);
  session_.cancel();
  EXPECT_EQ(session_.choice().left.backend, Backend::cpu);
}

TEST_F(Backends, ACancelledSwitchIsNoStepToUndo) {
  gpu_.hangs = true;
  set_backend(session_, Backend::gpu);
  session_.cancel();
  EXPECT_FALSE(session_.can_undo());
  EXPECT_FALSE(session_.can_redo());
}

TEST_F(Backends, ACancelledUndoCanBeUndoneAgain) {
  gpu_.hangs = true;
  set_backend(session_, Backend::gpu);
  set_backend(session_, Backend::cpu);
  session_.undo();
  EXPECT_TRUE(session_.busy());
  session_.cancel();
  EXPECT_TRUE(session_.up_to_date());
  EXPECT_FALSE(session_.can_redo());
  session_.undo();
  EXPECT_EQ(session_.choice().left.backend, Backend::gpu);
}

TEST_F(Backends, AfterAFailureOfOneSideBothAreTracedWhereTheLeftOneIs) {
  compare_with(session_, kXor);
  settle();
  gpu_.fails_on = kPadded;
  choose(Backend::gpu);
  EXPECT_TRUE(session_.error().has_value());
  EXPECT_EQ(shown(Side::right), Backend::gpu);
  session_.cancel();
  settle();
  EXPECT_EQ(shown(Side::left), Backend::cpu);
  EXPECT_EQ(shown(Side::right), Backend::cpu);
  EXPECT_TRUE(session_.up_to_date());
  EXPECT_FALSE(session_.error().has_value());
}

TEST_F(Backends, ACancelledSwitchChangesNothing) {
  gpu_.hangs = true;
  set_backend(session_, Backend::gpu);
  EXPECT_TRUE(session_.busy());
  session_.cancel();
  settle();
  EXPECT_EQ(session_.choice().left.backend, Backend::cpu);
  EXPECT_TRUE(session_.up_to_date());
  EXPECT_FALSE(session_.error().has_value());
}

TEST_F(Backends, AGpuTraceThatComesLateIsNotShown) {
  gpu_.hangs = true;
  set_backend(session_, Backend::gpu);
  set_backend(session_, Backend::cpu);
  gpu_.hangs = false;
  settle();
  EXPECT_EQ(shown(), Backend::cpu);
  EXPECT_TRUE(session_.up_to_date());
}

TEST_F(Backends, WhatTheSettingsSayIsNoStepToUndo) {
  restore_backend(session_, Backend::gpu);
  settle();
  EXPECT_EQ(shown(), Backend::gpu);
  EXPECT_FALSE(session_.can_undo());
}

TEST(BackendNames, AreFoundAgain) {
  for (const std::string_view name : kBackendNames) EXPECT_EQ(name_of(*backend_named(name)), name);
  EXPECT_FALSE(backend_named("tpu").has_value());
}

}  // namespace
}  // namespace warplens::session
