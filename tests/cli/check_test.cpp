// check on the simulated driver (tests/simulated_cuda), whose instrumented kernels our machine
// runs, on one that does something else, and without any.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>

#include "kernels/base/all_tests.h"
#include "tests/cli/environment.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

// No kernel of clusters, whose blocks a GPU numbers from 0 in addresses and the simulated one
// from 1.
TEST(SimulatedCheck, PassesWhereTheGpuDoesTheSame) {
  const Environment simulated = driver("simulated_cuda");
  const Output output =
      run({"check", "transpose/tile", "reduce/unrolled_nosync", "reduce/shuffle", "reduce/atomic",
           "reduce/last_block", "reduce/one_launch", "gemm/async_copy"});
  EXPECT_EQ(output.status, 0) << output.out << output.err;
  EXPECT_THAT(output.out, StartsWith("Simulated device against the CPU\nvariant "));
  EXPECT_THAT(output.out, testing::ContainsRegex("\ntranspose/tile +rows=61 cols=93 +equal"));
  EXPECT_THAT(output.out,
              testing::ContainsRegex("\nreduce/unrolled_nosync +n=1000 +hangs on order"));
  EXPECT_THAT(output.out,
              AllOf(HasSubstr("\ncounters not read: "), EndsWith("\npass, counters not read\n")));
  EXPECT_THAT(output.out, testing::ContainsRegex("\n0 of [1-9][0-9]+ runs differ\n"));
  EXPECT_EQ(output.err, "") << "no progress without a terminal";
}

TEST(SimulatedCheck, FailsWhereResultsDiffer) {
  const Environment simulated = driver("simulated_cuda");
  const Environment wrong("WARPLENS_SIMULATED_CUDA", "wrong_upload");
  const Output output = run({"check", "transpose/tile", "--size", "40"});
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.out,
              AllOf(HasSubstr("  DIFFERENT: the GPU's result is not the CPU's: out[0] "),
                    HasSubstr("  DIFFERENT: the untouched kernel's result is wrong: "),
                    EndsWith("\n1 of 1 runs differ\nFAIL\n")));
  EXPECT_THAT(output.out, testing::ContainsRegex("\ntranspose/tile +rows=40 cols=40 +equal +"));
}

TEST(SimulatedCheck, SaysItInChinese) {
  const Environment simulated = driver("simulated_cuda");
  const Environment wrong("WARPLENS_SIMULATED_CUDA", "wrong_upload");
  const Output output = run({"check", "transpose/tile", "--size", "40", "--lang", "zh"});
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.out, AllOf(HasSubstr("与 CPU 对照\n变体 "),
                                HasSubstr("  不同：GPU 的结果与 CPU 的不同：out[0] "),
                                EndsWith("\n1 次运行不同，共 1 次\n不通过\n")));
}

TEST(SimulatedCheck, FailsWhereAccessesDifferAndSaysWhere) {
  const Environment simulated = driver("simulated_cuda");
  const Environment wrong("WARPLENS_SIMULATED_CUDA", "wrong_argument");
  const Output output = run({"check", "transpose/tile", "--size", "40"});
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.out, HasSubstr("  DIFFERENT: kernels/catalog/transpose/tile.cu:"));
  EXPECT_THAT(output.out,
              testing::ContainsRegex("block 0 warp 0 lane 0, access 4: ld.* at in[+]1280 "
                                     "became ld.* at in[+]1248\n"));
  EXPECT_THAT(output.out, EndsWith("\nFAIL\n"));
}

TEST(SimulatedCheck, StopsAtTheLimitsOfTraceAndSaysSo) {
  const Environment simulated = driver("simulated_cuda");
  const std::vector<std::string> check = {"check", "transpose/tile", "--size", "40"};
  for (const auto& [option, value, why] :
       {std::tuple("--instruction-limit", "10", "instructions"),
        std::tuple("--time-limit", "0.000001", "time limit of")}) {
    std::vector<std::string> command = check;
    command.insert(command.end(), {option, value});
    const Output output = run(command);
    EXPECT_EQ(output.status, 1) << option;
    EXPECT_THAT(output.out, testing::ContainsRegex("\ntranspose/tile +rows=40 cols=40 +stopped"));
    EXPECT_THAT(output.out, AllOf(HasSubstr("  DIFFERENT: "), HasSubstr(why),
                                  testing::Not(HasSubstr("GPU's result")), EndsWith("\nFAIL\n")));
  }
  EXPECT_NE(run({"check", "--time-limit", "-1"}).status, 0);
}

TEST(SimulatedCheck, TakesNoMoreMemoryThanItMay) {
  const Environment simulated = driver("simulated_cuda");
  const Output refused = run({"check", "transpose/tile", "--size", "4096", "--memory", "16MiB"});
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.out + refused.err, HasSubstr("--memory"));
}

TEST(SimulatedCheck, GivesTheSameAsJson) {
  const Environment simulated = driver("simulated_cuda");
  const auto same = run_json({"check", "add/grid_stride", "--size", "100", "--json"});
  EXPECT_EQ(same.at("result"), "pass");
  EXPECT_NE(same.at("why_no_counters"), "");
  const auto& only = same.at("runs").at(0);
  EXPECT_EQ(only.at("variant"), "add/grid_stride");
  EXPECT_EQ(only.at("parameters").at("n"), 100);
  EXPECT_EQ(only.at("launches").at(0).at("lanes").at("masks_different"), 0);
  const Environment wrong("WARPLENS_SIMULATED_CUDA", "wrong_argument");
  const auto other = run_json({"check", "add/grid_stride", "--size", "100", "--json"}, 1);
  EXPECT_EQ(other.at("result"), "fail");
  EXPECT_FALSE(other.at("runs").at(0).at("faults").empty());
}

TEST(SimulatedCheck, TellsWhichSizesAKernelDoesNotTake) {
  const Environment simulated = driver("simulated_cuda");
  const Output none = run({"check", "add", "--size", "1000000000"});
  EXPECT_EQ(none.status, 1);
  EXPECT_THAT(none.out, HasSubstr(" not taken: add/"));
  EXPECT_EQ(none.err, "warplens: nothing was checked: choose another --size\n");
}

TEST(SimulatedCheck, EndsOnCtrlC) {
  const Environment simulated = driver("simulated_cuda");
  // At this size a family takes far longer than its first kernel.
  const std::string size = is_too_slow_here() ? "48" : "160";
  const Output ended = run_until_interrupted(
      {"check", "gemm", "--size", size},
      [](const std::string& printed) { return printed.find("2/") != std::string::npos; });
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.err, testing::EndsWith("warplens: cancelled: not all was checked\r\n"));
}

TEST(SimulatedCheck, SaysInOneLineWhatIsMissing) {
  const auto failed = [](const std::vector<std::string>& arguments) {
    const Output output = run(arguments);
    EXPECT_EQ(output.status, 1);
    EXPECT_EQ(output.out, "");
    EXPECT_EQ(std::count(output.err.begin(), output.err.end(), '\n'), 1) << output.err;
    return output.err;
  };
  {
    const Environment ancient = driver("ancient_cuda");
    EXPECT_THAT(failed({"check"}), HasSubstr("install a driver for CUDA 12.0"));
  }
  const Environment simulated = driver("simulated_cuda");
  EXPECT_THAT(failed({"check", "transpos"}), HasSubstr("no kernel 'transpos': choose one of"));
  EXPECT_THAT(failed({"check", "transpose/til"}), HasSubstr("no kernel 'transpose/til'"));
  EXPECT_THAT(failed({"check", "--size", "0"}), HasSubstr("--size"));
  const Environment none("WARPLENS_SIMULATED_CUDA", "no_device");
  EXPECT_THAT(failed({"check"}), HasSubstr("is a GPU present and visible?"));
}

}  // namespace
}  // namespace warplens::cli_test
