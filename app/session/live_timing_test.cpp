#include "app/session/live_timing.h"

#include <gtest/gtest.h>

#include <chrono>
#include <new>
#include <semaphore>
#include <thread>

#include "app/session/fake_timings_test.h"

namespace warplens::session {
namespace {

// A bench that measures only as far as it is let.
class Live : public ::testing::Test {
 protected:
  LiveTiming& open() {
    live_.emplace(
        [this]() -> Result<Bench> {
          return Bench(
              [this](const LiveTimingRequest& request, const BenchListener& listener,
                     const std::stop_token& stop) { return bench(request, listener, stop); });
        },
        [] {});
    live_->wait();
    return *live_;
  }
  Result<void> bench(const LiveTimingRequest& request, const BenchListener& listener,
                     const std::stop_token& stop) {
    timing::Timings header;
    header.device.name = "Fake GPU";
    header.absent = {{"cuBLAS: not here"}};
    listener(header, std::nullopt);
    float done = 0;
    for (const std::int64_t side : request.sides) {
      let_.acquire();
      if (stop.stop_requested()) return fail("cancelled");
      done += 1;
      timing::Timings piece = header;
      piece.entries = {fake_entry(family_, "tile", side, 1e-6)};
      listener(std::move(piece), done / static_cast<float>(request.sides.size()));
      measured_.release();
    }
    if (is_out_of_memory_) throw std::bad_alloc();
    return outcome_;
  }
  // Like outcome_, but thrown.
  bool is_out_of_memory_ = false;
  const catalog::Family family_ = catalog::transpose_family();
  std::counting_semaphore<> let_{0}, measured_{0};
  Result<void> outcome_;
  std::optional<LiveTiming> live_;  // last: its thread uses the rest
};

TEST_F(Live, MemoryThatRunsOutEndsTheRunWithAnError) {
  is_out_of_memory_ = true;
  LiveTiming& live = open();
  live.start({"transpose", {}, {}});
  live.wait();
  ASSERT_TRUE(live.error().has_value());
  EXPECT_NE(live.error()->message.in(Language::en).find("not enough memory"), std::string::npos);
  EXPECT_TRUE(live.can_start());
}

TEST_F(Live, EntriesAppearAsTheyAreMeasured) {
  LiveTiming& live = open();
  ASSERT_TRUE(live.can_start());
  live.start({"transpose", {64, 128}, {}});
  EXPECT_TRUE(live.busy());
  EXPECT_FALSE(live.can_start());
  let_.release();
  measured_.acquire();
  live.update();
  ASSERT_NE(live.measured(), nullptr);
  EXPECT_EQ(live.measured()->device.name, "Fake GPU");
  EXPECT_EQ(live.measured()->entries.size(), 1u);
  EXPECT_FLOAT_EQ(live.progress(), 0.5f);
  let_.release();
  live.wait();
  EXPECT_FALSE(live.busy());
  EXPECT_EQ(live.measured()->entries.size(), 2u);
  EXPECT_FALSE(live.error().has_value());
}

TEST_F(Live, CancellingKeepsWhatHasArrived) {
  LiveTiming& live = open();
  live.start({"transpose", {64, 128, 256}, {}});
  let_.release();
  measured_.acquire();
  live.cancel();
  let_.release();
  live.wait();
  EXPECT_FALSE(live.busy());
  EXPECT_FALSE(live.error().has_value());
  EXPECT_EQ(live.measured()->entries.size(), 1u);
}

TEST_F(Live, MeasuringAgainReplacesTheEntry) {
  LiveTiming& live = open();
  for (int i = 0; i < 2; ++i) {
    live.start({"transpose", {64}, {}});
    let_.release();
    live.wait();
  }
  EXPECT_EQ(live.measured()->entries.size(), 1u);
}

TEST_F(Live, AnErrorIsTold) {
  outcome_ = fail("the GPU fell off the bus");
  LiveTiming& live = open();
  live.start({"transpose", {}, {}});
  live.wait();
  EXPECT_EQ(live.error()->message.in(Language::en), "the GPU fell off the bus");
  EXPECT_TRUE(live.can_start());
}

TEST(LiveTiming, KnowsItsGpuBeforeTheWindowIsWoken) {
  std::binary_semaphore woken(0);
  LiveTiming live([]() -> Result<Bench> { return fail("no NVIDIA driver"); },
                  [&] {
                    woken.release();
                    std::this_thread::sleep_for(std::chrono::milliseconds(50));
                  });
  woken.acquire();
  live.update();
  EXPECT_TRUE(live.why_not().has_value());
}

TEST(LiveTiming, WithoutAGpuItSaysWhy) {
  LiveTiming live([]() -> Result<Bench> { return fail("no NVIDIA driver"); }, {});
  live.wait();
  EXPECT_FALSE(live.can_start());
  EXPECT_EQ(live.why_not()->message.in(Language::en), "no NVIDIA driver");
  live.start({"transpose", {64}, {}});
  EXPECT_FALSE(live.busy());
}

}  // namespace
}  // namespace warplens::session
