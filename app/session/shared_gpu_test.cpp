// The GPU by turns, on the simulated driver; and none.
#include "app/session/shared_gpu.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "tests/simulated_cuda/use.h"

namespace warplens::session {
namespace {

using testing::HasSubstr;
using State = SharedGpu::State;

class SimulatedGpu : public ::testing::Test {
 protected:
  SimulatedGpu() { gpu_.wait_until_known(); }  // so that only tests ask for turns
  const bool is_simulated_ = simulated::use_simulated_driver();
  SharedGpu gpu_{device::Driver::open, nullptr};
};

TEST_F(SimulatedGpu, IsFoundByItsName) {
  gpu_.wait_until_known();
  EXPECT_EQ(gpu_.state(), State::present);
  EXPECT_EQ(gpu_.name(), "Simulated device");
  EXPECT_EQ(gpu_.why_not().message.in(Language::en), "");
}

TEST_F(SimulatedGpu, IsOpenedOnceForAllTurns) {
  const device::Gpu* first = gpu_.borrow({})->gpu().get();
  EXPECT_EQ(gpu_.borrow({})->gpu().get(), first);
}

TEST_F(SimulatedGpu, IsLentToOneAtATimeInTheOrderOfAsking) {
  std::vector<int> order;
  std::atomic<int> at_once = 0;
  {
    std::vector<std::jthread> threads;
    std::optional<SharedGpu::Turn> held(std::move(*gpu_.borrow({})));
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&, i] {
        const auto turn = gpu_.borrow({});
        EXPECT_EQ(++at_once, 1);
        order.push_back(i);
        --at_once;
      });
      while (gpu_.waiting() <= static_cast<std::size_t>(i)) std::this_thread::yield();
    }
    EXPECT_TRUE(order.empty());
    held.reset();
  }
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3}));
}

TEST_F(SimulatedGpu, WhoeverIsToldToStopWaitsNoLonger) {
  std::optional<SharedGpu::Turn> held(std::move(*gpu_.borrow({})));
  std::string said;
  std::jthread waiting([&](const std::stop_token& stop) {
    said = gpu_.borrow(stop).error().message.in(Language::en);
  });
  while (gpu_.waiting() == 0) std::this_thread::yield();
  waiting.request_stop();
  waiting.join();
  EXPECT_EQ(said, "cancelled");
  held.reset();
  EXPECT_TRUE(gpu_.borrow({}).has_value());
}

TEST_F(SimulatedGpu, IsOpenedAnewOnceSpoilt) {
  std::weak_ptr<const device::Gpu> before;
  {
    auto turn = gpu_.borrow({});
    before = turn->gpu();
    turn->spoil();
  }
  EXPECT_TRUE(before.expired());
  EXPECT_TRUE(gpu_.borrow({}).has_value());
}

TEST_F(SimulatedGpu, WithoutAContextIsAnErrorThatMayPass) {
  gpu_.wait_until_known();
  {
    const simulated::Failing failing("no_context");
    EXPECT_FALSE(gpu_.borrow({}).has_value());
  }
  EXPECT_EQ(gpu_.state(), State::present);
  EXPECT_TRUE(gpu_.borrow({}).has_value());
}

TEST(SharedGpuOfNoMachine, SaysWhyThereIsNone) {
  std::atomic<int> woken = 0;
  SharedGpu gpu([]() -> Result<device::Driver> { return fail("no driver: install one"); },
                [&] { ++woken; });
  gpu.wait_until_known();
  EXPECT_EQ(gpu.state(), State::absent);
  EXPECT_EQ(gpu.why_not().message.in(Language::en), "no driver: install one");
  EXPECT_EQ(gpu.name(), "");
  const auto turn = gpu.borrow({});
  ASSERT_FALSE(turn.has_value());
  EXPECT_EQ(turn.error().message.in(Language::en), "no driver: install one");
  while (woken == 0) std::this_thread::yield();
}

}  // namespace
}  // namespace warplens::session
