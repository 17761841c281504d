// warplens capture on the simulated driver: a program's launches, replayed on the CPU.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "kernels/base/json.h"
#include "tests/cli/environment.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

using Words = std::vector<std::string>;

std::string built(const char* name) { return std::string(WARPLENS_BINARY_DIR) + "/" + name; }

class Capture : public testing::Test {
 protected:
  [[nodiscard]] const std::string& capture_file() const { return file_; }

  // `options` before the program, `parts` for it.
  [[nodiscard]] Output capture(const Words& options, const Words& parts) const {
    const Environment simulated = driver("simulated_cuda");
    Words words{"capture", "-o", capture_file(), "--cupti",
                built("tests/simulated_cupti/libcupti.so")};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"--", built("simulated_program"),
                               (source_folder() / "tests/captured/kernels.ptx").string()});
    words.insert(words.end(), parts.begin(), parts.end());
    return run(words);
  }

  [[nodiscard]] SortedJson replayed(const std::string& launch) const {
    return run_json({"trace", capture_file(), "--launch", launch, "--json"});
  }

 private:
  std::string file_ = (scratch_folder() / "run.wlens").string();
};

class CaptureOfOne : public Capture, public testing::WithParamInterface<const char*> {};

// Addresses are others there, and in the trace those of the program.
TEST_P(CaptureOfOne, IsReplayedOnAGpuAtTheSameCosts) {
  EXPECT_EQ(capture({}, {GetParam()}).status, 7);
  const SortedJson cpu = run_json({"trace", capture_file(), "--json"});
  const Environment simulated = driver("simulated_cuda");
  const SortedJson gpu = run_json({"trace", capture_file(), "--backend", "gpu", "--json"});
  EXPECT_EQ(gpu["result"], "match") << gpu.dump(1);
  ASSERT_EQ(gpu["launches"].size(), cpu["launches"].size());
  for (std::size_t i = 0; i < cpu["launches"].size(); ++i) {
    EXPECT_EQ(gpu["launches"][i]["backend"], "Simulated device");
    EXPECT_EQ(gpu["launches"][i]["totals"], cpu["launches"][i]["totals"]);
    EXPECT_EQ(gpu["launches"][i]["sites"], cpu["launches"][i]["sites"]);
  }
}

TEST_P(CaptureOfOne, IsReplayedToTheBytesThatTheDeviceLeft) {
  const Output captured = capture({}, {GetParam()});
  EXPECT_EQ(captured.status, 7) << captured.err;
  EXPECT_EQ(captured.out, "1 parts, status 0\n");
  const SortedJson run = run_json({"trace", capture_file(), "--json"});
  EXPECT_EQ(run["result"], "match") << run.dump(1);
}
INSTANTIATE_TEST_SUITE_P(Parts, CaptureOfOne,
                         testing::Values("scale", "scale_packed", "smooth", "row_sums", "add_rows",
                                         "add_table", "grid_sum", "rank_of_block", "box", "graph",
                                         "freed"));

TEST_F(Capture, KeepsTheLaunchesThatAreNamed) {
  const Output captured = capture({"-k", "^(smooth|row)"}, {"scale", "smooth", "row_sums"});
  EXPECT_THAT(captured.err, AllOf(HasSubstr("holds 2 launches"), HasSubstr("smooth: "),
                                  HasSubstr("row_sums: "), Not(HasSubstr("scale: "))));
}

TEST_F(Capture, LeavesOutAsManyAsItIsTold) {
  const Output captured =
      capture({"-n", "2", "--skip", "1"}, {"scale", "smooth", "row_sums", "box"});
  EXPECT_THAT(captured.err,
              AllOf(HasSubstr("holds 2 launches"), HasSubstr("smooth: "), HasSubstr("row_sums: ")));
}

// Each launch finds what those before it left, whichever thread they are of.
TEST_F(Capture, OfThreadsIsOneLaunchAfterTheOther) {
  const Output captured = capture({"-n", "12"}, {"threads"});
  EXPECT_THAT(captured.err, HasSubstr("holds 12 launches"));
  for (const char* name : {"scale", "scale#5", "scale#12"})
    EXPECT_EQ(replayed(name)["result"], "match") << name;
}

TEST_F(Capture, OfAFaultIsReplayedToWhatTheCpuFinds) {
  const Output captured = capture({}, {"beyond"});
  EXPECT_THAT(captured.err, HasSubstr("it ended with CUDA_ERROR_ILLEGAL_ADDRESS"));
  const Output traced = run({"trace", capture_file()});
  EXPECT_EQ(traced.status, 1);
  EXPECT_THAT(traced.out, AllOf(HasSubstr("kernels.cu"), HasSubstr("beyond")));
}

TEST_F(Capture, ThatFindsNothingSaysSo) {
  const Output captured = capture({"-k", "nothing"}, {"scale"});
  EXPECT_EQ(captured.status, 7);
  EXPECT_THAT(captured.err, HasSubstr("nothing was captured"));
  EXPECT_FALSE(std::filesystem::exists(capture_file()));
}

TEST_F(Capture, SaysWhereCuptiIsMissing) {
  const Environment simulated = driver("simulated_cuda");
  const Output captured = run({"capture", "-o", capture_file(), "--cupti", "/nowhere/libcupti.so",
                               "--", built("simulated_program"),
                               (source_folder() / "tests/captured/kernels.ptx").string(), "scale"});
  EXPECT_EQ(captured.status, 7);
  EXPECT_THAT(captured.err,
              HasSubstr("CUPTI, which follows the program's calls, cannot be opened"));
}

TEST_F(Capture, FailsInALine) {
  const auto fails = [](const Words& words, const char* what) {
    const Output output = run(words);
    EXPECT_EQ(output.status, 1);
    EXPECT_THAT(output.err, HasSubstr(what));
    EXPECT_EQ(std::ranges::count(output.err, '\n'), 1) << output.err;
  };
  fails({"capture", "--", "/nowhere/program"}, "/nowhere/program: there is no such program");
  fails({"capture", "-k", "(", "--", "true"}, "( is no extended regular expression");
  fails({"capture", "-o", "/nowhere/run.wlens", "--", "true"}, "/nowhere");
  fails({"capture", "-o", capture_file(), "--", "true"}, "nothing was captured");
}

TEST_F(Capture, ShowsTheMachineCodeOfALaunch) {
  const std::filesystem::path folder = scratch_folder() / "tools";
  write_tool(folder, "ptxas", "exit 0");
  write_tool(
      folder, "nvdisasm",
      "printf '.text.scale:\\n /*0000*/ MOV R1, 0x1 ;\\n.text.smooth:\\n /*0000*/ EXIT ;\\n'");
  const Environment tools("PATH", (folder / "bin").string() + ":" + std::getenv("PATH"));
  EXPECT_EQ(capture({}, {"scale"}).status, 7);
  EXPECT_EQ(run({"show", capture_file(), "--sass"}).out, "scale:\n  00000  MOV R1, 0x1\n");
  EXPECT_THAT(run({"show", capture_file(), "--launch", "scale"}).err, HasSubstr("--sass"));
}

// Beneath the folder that is named; parameters have their names by it.
TEST_F(Capture, TakesSourcesAlong) {
  EXPECT_EQ(capture({"--source-root", source_folder().string()}, {"scale"}).status, 7);
  const SortedJson program = run_json({"show", capture_file(), "--json"});
  EXPECT_THAT(program["sources"], ::testing::Contains("tests/captured/memory_kernels.cuh"));
  EXPECT_EQ(program["launches"][0]["steps"][0]["parameters"][1]["name"], "by");
  EXPECT_EQ(run_json({"trace", capture_file(), "--json"})["result"], "match");
  EXPECT_EQ(capture({"--source-root", source_folder().string(), "--no-sources"}, {"scale"}).status,
            7);
  EXPECT_TRUE(run_json({"show", capture_file(), "--json"})["sources"].empty());
}

// A program that is not there for CUDA, and one that is killed.
TEST_F(Capture, EndsAsTheProgramDoes) {
  EXPECT_EQ(run({"capture", "-o", capture_file(), "--", "sh", "-c", "exit 5"}).status, 5);
  EXPECT_EQ(run({"capture", "-o", capture_file(), "--", "sh", "-c", "kill -9 $$"}).status, 137);
}

}  // namespace
}  // namespace warplens::cli_test
