// warplens pipeline: a block's stages, mbarriers and waits, as people ask for them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string pipeline(const std::string& kernel, const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments{"pipeline", kernel};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Output output = run(arguments);
  EXPECT_EQ(output.status, 0) << output.err;
  return output.out;
}

TEST(PipelineCommand, NamesTheStagesOfGroupsOfCopies) {
  const std::string out = pipeline("pipeline/stages");
  EXPECT_THAT(out, HasSubstr("frame[0]: 1024 bytes"));
  EXPECT_THAT(out, HasSubstr("fill and read: 0–1"));
  EXPECT_THAT(out, HasSubstr("no time on a GPU"));
  EXPECT_THAT(out, Not(HasSubstr("too early")));
}

TEST(PipelineCommand, SaysWhichStageIsOverwrittenTooEarly) {
  EXPECT_THAT(pipeline("pipeline/early_copy"), HasSubstr("overwritten too early: warp"));
}

TEST(PipelineCommand, SaysWhichStageIsReadTooEarly) {
  EXPECT_THAT(pipeline("pipeline/short_wait"), HasSubstr("read too early: warp"));
}

TEST(PipelineCommand, NamesProducersConsumersAndWhoTheyWaitFor) {
  const std::string out = pipeline("tensor_gemm/producer");
  EXPECT_THAT(out, HasSubstr("producers: "));
  EXPECT_THAT(out, HasSubstr("consumers: "));
  EXPECT_THAT(out, HasSubstr("waits at "));
  EXPECT_THAT(out, Not(HasSubstr("too early:")));
}

TEST(PipelineCommand, PrintsEachStepWhereItIsAsked) {
  const std::string out = pipeline("pipeline/stages", {"--steps"});
  EXPECT_THAT(out, HasSubstr("begins to copy"));
  EXPECT_THAT(out, HasSubstr("has landed in frame[0]"));
  EXPECT_THAT(out, HasSubstr("comes to barrier 0"));
}

TEST(PipelineCommand, TellsWhatOtherBlocksOfTheClusterDo) {
  const std::vector<std::string> two{"--set", "cluster=2", "--set", "k=512"};
  const std::string out = pipeline("tensor_gemm/clusters", two);
  EXPECT_THAT(out, HasSubstr("by warp 0 and block 1 of the cluster"));
  EXPECT_THAT(out, HasSubstr("waits at barrier.cluster, steps "));
  EXPECT_THAT(out, HasSubstr("of the cluster's block 1\n"));
  EXPECT_THAT(pipeline("tensor_gemm/clusters"), Not(HasSubstr("of the cluster")))
      << "a cluster of one block has no others";
  std::vector<std::string> command{"pipeline", "tensor_gemm/clusters", "--json"};
  command.insert(command.end(), two.begin(), two.end());
  const auto json = run_json(command);
  ASSERT_EQ(json.at("other_blocks").size(), 1u);
  EXPECT_EQ(json.at("other_blocks").at(0).at("rank"), 1);
  EXPECT_EQ(json.at("cluster_blocks"), 2);
}

TEST(PipelineCommand, PrintsTheSameAsJson) {
  const auto json = run_json({"pipeline", "pipeline/early_copy", "--json"});
  EXPECT_EQ(json.at("stages").size(), 4u);
  EXPECT_FALSE(json.at("too_early").empty());
  EXPECT_EQ(json.at("too_early").at(0).at("kind"), "overwritten_early");
}

TEST(PipelineCommand, AKernelThatStoresHasStagesToo) {
  EXPECT_THAT(pipeline("transpose/tile"), HasSubstr("Nothing is copied asynchronously"));
}

TEST(PipelineCommand, AKernelWithoutSharedMemoryHasNone) {
  EXPECT_THAT(pipeline("add/linear_1d"), HasSubstr("there is no pipeline to show"));
}

}  // namespace
}  // namespace warplens::cli_test
