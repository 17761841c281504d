// Reasons of stalls by line, and held against samples.
#include "viz/latency/stalls.h"

#include "viz/latency/estimate.h"
#include "viz/latency/held_stalls.h"
#include "viz/latency/latency_test_kit.h"

namespace warplens::latency {
namespace {

Stalls stalls_of(std::initializer_list<std::pair<Stall, double>> cycles) {
  Stalls stalls{};
  for (const auto& [stall, of_it] : cycles) stalls[static_cast<std::size_t>(stall)] = of_it;
  return stalls;
}

TEST(Stalls, AreNamedAsNsightComputeNamesThem) {
  EXPECT_EQ(name_of(Stall::lg_throttle), "LG Throttle");
  EXPECT_EQ(stall_of_metric("long_scoreboard"), Stall::long_scoreboard);
  EXPECT_EQ(stall_of_metric("dispatch_stall"), std::nullopt) << "the model has none";
}

TEST(Stalls, WhoIssuesWaitsForNothing) {
  EXPECT_EQ(main_reason(stalls_of({{Stall::selected, 50}, {Stall::barrier, 5}, {Stall::wait, 4}})),
            Stall::barrier);
}

TEST(Stalls, OfInstructionsStandByTheirLines) {
  const BlockRun run = block_of("mul.f32 %f1, %f1, %f1; st.global.f32 [%rd1], %f1; ret;");
  const auto lines = stalled_lines(
      {{0, stalls_of({{Stall::wait, 1}})}, {1, stalls_of({{Stall::wait, 2}})}}, *run.instructions);
  double all = 0;
  for (const StalledLine& line : lines) {
    EXPECT_TRUE(line.source.file.empty()) << "this PTX names no source";
    EXPECT_GT(line.ptx_line, 0u);
    all += line.all;
  }
  EXPECT_EQ(all, 3);
  EXPECT_EQ(sum_of(lines)[static_cast<std::size_t>(Stall::wait)], 3);
}

constexpr const char* kSamples =
    "# an H200\n"
    "kernel\tside\treason\tshare\n"
    "add/pixel\t64\tlong_scoreboard\t0.5\n"
    "add/pixel\t64\tselected\t0.3\n"
    "add/pixel\t64\tno_instructions\t0.2\n"
    "add/pixel\t128\tno_instructions\t1\n";

TEST(HeldStalls, AreReadByKernelAndSide) {
  const auto all = parse_sampled_stalls(kSamples, "rows.tsv");
  ASSERT_TRUE(all.has_value());
  ASSERT_EQ(all->size(), 2u);
  EXPECT_EQ((*all)[0].shares.at("no_instructions"), 0.2);
  EXPECT_EQ((*all)[1].side, 128);
}

TEST(HeldStalls, ThatAreDamagedAreRefusedInALine) {
  for (const char* rows : {"", "kernel side\n", "k\t64\tx\n", "k\tmany\tx\t0.1\n",
                           "k\t64\tx\t1.5\n", "k\t64\tx\tnan\n"}) {
    const std::string text = std::string("kernel\tside\treason\tshare\n") + rows;
    EXPECT_EQ(parse_sampled_stalls(text, "x").has_value(), *rows == 0) << rows;
  }
  EXPECT_FALSE(parse_sampled_stalls("add/pixel\t64\twait\t1\n", "without titles").has_value());
}

TEST(HeldStalls, SayWhetherTheMainReasonIsTheSameAndHowFarSharesAreApart) {
  const auto all = *parse_sampled_stalls(kSamples, "rows.tsv");
  const auto estimated =
      stalls_of({{Stall::long_scoreboard, 50}, {Stall::selected, 30}, {Stall::wait, 20}});
  const HeldStalls first = held_stalls(all[0], estimated);
  EXPECT_TRUE(first.is_same());
  EXPECT_NEAR(first.distance, 0.2, 1e-9) << "what the model has not, too";
  const HeldStalls second = held_stalls(all[1], estimated);
  EXPECT_EQ(second.sampled, "No Instructions");
  EXPECT_FALSE(second.is_same());
  EXPECT_NEAR(second.distance, 1, 1e-9);
}

}  // namespace
}  // namespace warplens::latency
