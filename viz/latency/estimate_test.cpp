// The model of an SM, on kernels of a few instructions and latencies that are easy to add.
#include "viz/latency/estimate.h"

#include "viz/latency/estimate_error.h"
#include "viz/latency/latency_test_kit.h"

namespace warplens::latency {
namespace {

// Of 1 GHz; 50 bytes a cycle from DRAM, of all SMs together.
const analysis::Chip& one_sm(double l2_bytes = 1e9) {
  static analysis::Chip chip;
  chip.multiprocessors = {1, "a test", false};
  chip.clock = {1e9, "a test", false};
  chip.dram_rate = {50e9, "a test", false};
  chip.l2_bytes = {l2_bytes, "a test", false};
  return chip;
}

Estimate estimated(const std::string& body, std::uint32_t threads = 32,
                   const EstimateInput& input = {.chip = &one_sm()}) {
  const BlockRun run = block_of(body, threads);
  const ProgramOfBlocks program = program_of(*run.instructions, *run.trace, round_latencies());
  EXPECT_TRUE(program.not_modelled.empty());
  return estimate(program, round_latencies(), input);
}

const std::string kStoreIt = "st.global.f32 [%rd1], %f1; ret;";

double stalled(const Estimate& estimate, Stall why) {
  double cycles = 0;
  for (const auto& [instruction, stalls] : estimate.stalls) {
    cycles += stalls[static_cast<std::size_t>(why)];
  }
  return cycles;
}

TEST(Estimate, OfOneWarpsDependentMultiplyAddsIsTheirLatency) {
  const Estimate one = estimated(repeated("fma.rn.f32 %f1, %f1, %f1, %f2;", 100) + kStoreIt);
  EXPECT_NEAR(one.cycles, 1000, 5);
  EXPECT_NEAR(stalled(one, Stall::wait), 900, 10);
}

TEST(Estimate, OtherWarpsOfASchedulerFillThatLatency) {
  const std::string body = repeated("fma.rn.f32 %f1, %f1, %f1, %f2;", 100) + kStoreIt;
  EXPECT_NEAR(estimated(body, 32 * 16).cycles, 1000, 30) << "four a scheduler";
  EXPECT_NEAR(estimated(body, 32 * 32).cycles, 1000, 60) << "eight a scheduler";
}

TEST(Estimate, IndependentInstructionsTakeASlotEach) {
  std::string body;
  for (int i = 0; i < 100; ++i) {
    const std::string reg = "%f" + std::to_string(1 + i % 20);
    body += "fma.rn.f32 " + reg + ", " + reg + ", " + reg + ", %f30;";
  }
  EXPECT_NEAR(estimated(body + kStoreIt).cycles, 100, 15);
}

TEST(Estimate, ALoadThatIsWaitedForIsALongScoreboard) {
  const Estimate one = estimated("ld.global.f32 %f1, [%rd2]; add.f32 %f1, %f1, %f1;" + kStoreIt);
  EXPECT_NEAR(one.cycles, 320 + 10, 5);
  EXPECT_NEAR(stalled(one, Stall::long_scoreboard), 320, 5);
}

TEST(Estimate, WhatDoesNotFitInL2ComesFromDram) {
  EstimateInput input{.buffer_bytes = 1e6, .chip = &one_sm(1e5)};
  const Estimate far =
      estimated("ld.global.f32 %f1, [%rd2]; add.f32 %f1, %f1, %f1;" + kStoreIt, 32, input);
  EXPECT_NEAR(far.cycles, 700 + 10, 5);
}

TEST(Estimate, WarpsWaitForTheLastAtABarrier) {
  const Estimate two = estimated("setp.lt.u32 %p1, %r1, 32;\n@!%p1 bra meet;\n" +
                                     repeated("fma.rn.f32 %f1, %f1, %f1, %f2;", 50) +
                                     "\nmul.f32 %f3, %f1, %f1; st.global.f32 [%rd1], %f3;\nmeet:\n"
                                     "bar.sync 0;\nret;",
                                 64);
  EXPECT_GT(two.cycles, 500);
  EXPECT_GT(stalled(two, Stall::selected), 50);
  EXPECT_NEAR(stalled(two, Stall::barrier), 500, 60) << "of the warp that came first";
}

TEST(Estimate, AWarpThatHasEndedDrainsItsStores) {
  const std::string apart = "mul.wide.u32 %rd4, %r1, 32; add.s64 %rd5, %rd1, %rd4;";
  const Estimate all = estimated(apart + repeated("st.global.f32 [%rd5], %f1;", 50) + "ret;");
  EXPECT_NEAR(stalled(all, Stall::drain), 50 * (16 - 8), 60) << "16 cycles of L2, 8 of L1 each";
}

TEST(Estimate, ALaunchTakesAsManyWavesAsItsBlocksNeed) {
  const std::string body = repeated("fma.rn.f32 %f1, %f1, %f1, %f2;", 100) + kStoreIt;
  const EstimateInput input{.blocks = 10, .chip = &one_sm(), .launch_seconds = 3e-6};
  const Estimate ten = estimated(body, 32, input);
  EXPECT_DOUBLE_EQ(ten.waves, 10);
  EXPECT_NEAR(ten.seconds, 3e-6 + 10e-6, 0.1e-6);
}

TEST(Estimate, WhatWasNotMeasuredIsNotModelled) {
  const BlockRun run = block_of("sin.approx.f32 %f1, %f1;" + kStoreIt);
  const auto program = program_of(*run.instructions, *run.trace, round_latencies());
  EXPECT_EQ(program.not_modelled, std::set<std::string>{"sin.f32"});
}

TEST(Estimate, TellsHowFarItIsAndEndsWhenItIsStopped) {
  const std::string body = repeated("fma.rn.f32 %f1, %f1, %f1, %f2;", 300) + kStoreIt;
  std::atomic<float> share = 0;
  EstimateInput input{.chip = &one_sm()};
  input.share = &share;
  (void)estimated(body, 32 * 32, input);
  EXPECT_GT(share, 0.3F);
  std::stop_source stop;
  stop.request_stop();
  input.stop = stop.get_token();
  EXPECT_EQ(estimated(body, 32 * 32, input).cycles, 0);
}

TEST(HeldEstimates, AreOfChipsWithTheirSource) {
  const auto all = parse_held_estimates(
      R"({"version": 1, "chips": [{"id": "h100", "recordings": 200, "median": 0.2,
          "ninetieth": 0.5, "source": "a check"}],
          "stalls": {"device": "H200", "kernels": 20, "same": 12, "others": 5, "others_same": 1,
                     "distance": 0.3,
                     "source": "a check"}})",
      "estimates.json");
  ASSERT_TRUE(all.has_value());
  ASSERT_NE(all->of("h100"), nullptr);
  EXPECT_EQ(all->of("h100")->recordings, 200u);
  EXPECT_EQ(all->of("t4"), nullptr);
  ASSERT_TRUE(all->stalls);
  EXPECT_EQ(all->stalls->same, 12u);
}

TEST(HeldEstimates, ThatAreDamagedAreRefused) {
  EXPECT_FALSE(parse_held_estimates("{", "estimates.json").has_value());
  EXPECT_FALSE(
      parse_held_estimates(R"({"version": 1, "chips": [{"id": "h100"}]})", "x").has_value());
  EXPECT_FALSE(parse_held_estimates(R"({"version": 1, "chips": [], "stalls": {"device": "H200",
      "kernels": 2, "same": 3, "others": 0, "others_same": 0, "distance": 0, "source": ""}})",
                                    "more are the same than there are")
                   .has_value());
}

// None is shown whose median is 25% or more.
TEST(HeldEstimates, ThatShipAreSmallEnoughForEstimatesToBeShown) {
  const auto all = read_held_estimates(WARPLENS_SOURCE_DIR "/assets/estimates.json");
  ASSERT_TRUE(all.has_value());
  ASSERT_FALSE(all->times.empty());
  for (const EstimateError& one : all->times) {
    EXPECT_LT(one.median, 0.25) << one.chip;
    EXPECT_GE(one.recordings, 150u) << one.chip;
  }
}

TEST(HeldEstimates, OfAShareAreThoseInTheirOrder) {
  EXPECT_EQ(error_at({0.5, 0.1, 0.3}, 0.5), 0.3);
  EXPECT_EQ(error_at({0.5, 0.1, 0.3}, 1.0), 0.5);
  EXPECT_EQ(error_at({}, 0.5), 0);
}

}  // namespace
}  // namespace warplens::latency
