// warplens latency: the chain of instructions that wait for each other, as people ask for it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string latency(const std::string& kernel, const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments{"latency", kernel};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Output output = run(arguments);
  EXPECT_EQ(output.status, 0) << output.err;
  return output.out;
}

TEST(LatencyCommand, NamesTheLinesOfTheChainAndWhatTheyWaitFor) {
  const std::string out = latency("reduce/sequential");
  EXPECT_THAT(out, AllOf(HasSubstr("its longest chain"), HasSubstr("shared memory"),
                         HasSubstr("ld.shared"), HasSubstr("bar.sync")));
  EXPECT_THAT(out, HasSubstr("least time by latency"));
  EXPECT_THAT(out, Not(HasSubstr("not known here")));
}

TEST(LatencyCommand, PrintsEachStepWhereItIsAsked) {
  EXPECT_THAT(latency("reduce/sequential", {"--steps"}),
              HasSubstr("begin, cycles, warp, line, instruction"));
}

TEST(LatencyCommand, SumsUpToTheChain) {
  const auto json = run_json({"latency", "scan/hillis_steele", "--json"});
  double lines = 0, kinds = 0;
  for (const auto& line : json.at("lines")) lines += line.at("cycles").get<double>();
  for (const auto& [kind, cycles] : json.at("cycles_of").items()) kinds += cycles.get<double>();
  EXPECT_GT(json.at("cycles").get<double>(), 0);
  EXPECT_NEAR(lines, json.at("cycles").get<double>(), 0.01);
  EXPECT_NEAR(kinds, json.at("cycles").get<double>(), 0.01);
  EXPECT_LE(json.at("cycles").get<double>(), json.at("cycles_as_written").get<double>());
}

TEST(LatencyCommand, OfAFileSaysThatNobodyKnowsHowManyBlocksAnSmHolds) {
  const std::string out =
      latency(data_file("turn.ptx"), {"--grid", "1", "--block", "32,32", "--arg",
                                      "in:in:f32[1024]=iota", "--arg", "out:out:f32[1024]"});
  EXPECT_THAT(out, HasSubstr("not known here"));
}

}  // namespace
}  // namespace warplens::cli_test
