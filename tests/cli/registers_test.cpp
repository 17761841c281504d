// warplens registers: what is live by line, what spills, what the next block an SM would need.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::HasSubstr;

TEST(RegistersCommand, NamesThePeakItsLineAndTheNextBlock) {
  const Output output = run({"registers", "gemm/register_tile"});
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr("48 registers a thread, 256 threads a block"));
  EXPECT_THAT(output.out, HasSubstr("at most 46 live, at line"));
  EXPECT_THAT(output.out, HasSubstr("no spills"));
  EXPECT_THAT(output.out, HasSubstr("block 6 an SM needs at most 40 registers a thread (now 48)"));
}

TEST(RegistersCommand, TellsMachinesTheSame) {
  const auto json = run_json({"registers", "gemm/register_tile", "--json"});
  const auto& launch = json.at("launches").at(0);
  EXPECT_EQ(launch.at("registers"), 48);
  EXPECT_EQ(launch.at("next_block").at("registers"), 40);
  EXPECT_GT(launch.at("lines").size(), 5u);
  EXPECT_TRUE(launch.at("spills").empty());
  EXPECT_EQ(launch.at("ptxas_spilled_bytes"), 0);
}

TEST(RegistersCommand, RefusesMoreThanOneArchitecture) {
  const Output output = run({"registers", "transpose/tile", "--arch", "sm_80,sm_90"});
  EXPECT_NE(output.status, 0);
  EXPECT_THAT(output.err, HasSubstr("name one architecture"));
}

}  // namespace
}  // namespace warplens::cli_test
