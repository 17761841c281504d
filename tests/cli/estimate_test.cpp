// warplens estimate and estimate-check: an estimate is never without its error, and what the window
// says of the model is what the check prints.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

Json held_estimates() {
  std::ifstream file(WARPLENS_SOURCE_DIR "/assets/estimates.json");
  return Json::parse(file);
}

TEST(EstimateCommand, SaysHowFarEstimatesAreOff) {
  for (const char* chip : {"h100", "h200"}) {
    const Output output = run({"estimate", "transpose/tile", "--chip", chip});
    EXPECT_EQ(output.status, 0) << output.err;
    EXPECT_THAT(output.out, AllOf(HasSubstr("estimated: "), HasSubstr("nine in ten by less")));
  }
}

TEST(EstimateCheck, ReasonsAreSampledOnesAsOftenAsTheWindowSays) {
  const Output output = run({"estimate-check", "--chip", "h200", "--stalls",
                             WARPLENS_SOURCE_DIR "/tests/data/h200-stalls.tsv"});
  ASSERT_EQ(output.status, 0) << output.err;
  const std::size_t summary = output.out.find("\nof ");
  ASSERT_NE(summary, std::string::npos) << output.out;
  unsigned kernels = 0, same = 0, others = 0, others_same = 0;
  double distance = 0;
  ASSERT_EQ(std::sscanf(output.out.c_str() + summary + 1,
                        "of %u kernels the longest reason was the same in %u; distance between "
                        "the shares: %lf",
                        &kernels, &same, &distance),
            3);
  ASSERT_EQ(std::sscanf(output.out.c_str() + output.out.find("\nof those ") + 1,
                        "of those %u whose sampled reason is another than Long Scoreboard it was "
                        "the same in %u",
                        &others, &others_same),
            2);
  const Json said = held_estimates().at("stalls");
  EXPECT_EQ(said.at("kernels").get<unsigned>(), kernels);
  EXPECT_EQ(said.at("same").get<unsigned>(), same);
  EXPECT_EQ(said.at("others").get<unsigned>(), others);
  EXPECT_EQ(said.at("others_same").get<unsigned>(), others_same);
  EXPECT_NEAR(said.at("distance").get<double>(), distance, 0.006);
}

TEST(EstimateCheck, RefusesWhatAreNoSamplesInALine) {
  const Output output =
      run({"estimate-check", "--chip", "h200", "--stalls", data_file("turn.ptx")});
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.err, HasSubstr("is no kernel, side, reason and share"));
}

}  // namespace
}  // namespace warplens::cli_test
