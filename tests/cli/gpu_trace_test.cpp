// trace --backend gpu on the simulated driver (tests/simulated_cuda), and without any.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include <map>
#include <set>

#include "kernels/base/json.h"
#include "tests/cli/environment.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;

SortedJson traced(const std::string& kernel, const std::string& backend) {
  const Output output = run({"trace", kernel, "--backend", backend, "--json"});
  EXPECT_EQ(output.status, 0) << output.err;
  return parse_sorted_json(output.out);
}

class TraceOnAGpu : public testing::TestWithParam<const char*> {};

TEST_P(TraceOnAGpu, CostsWhatItCostsOnTheCpu) {
  const SortedJson cpu = traced(GetParam(), "cpu")["launches"];
  const Environment simulated = driver("simulated_cuda");
  const SortedJson run = traced(GetParam(), "gpu");
  EXPECT_EQ(run["result"], "match");
  const SortedJson gpu = run["launches"];
  ASSERT_EQ(gpu.size(), cpu.size());
  for (std::size_t i = 0; i < cpu.size(); ++i) {
    EXPECT_EQ(gpu[i]["backend"], "Simulated device");
    EXPECT_EQ(gpu[i]["totals"], cpu[i]["totals"]);
    EXPECT_EQ(gpu[i]["sites"], cpu[i]["sites"]);
  }
}
INSTANTIATE_TEST_SUITE_P(Variants, TraceOnAGpu,
                         testing::Values("transpose/tile_padded", "gemm/async_copy",
                                         "reduce/two_pass", "reduce/shuffle", "add/peeled",
                                         "invert/vector16", "window/blur_separable"));

// A GPU says that something was wrong, the CPU what.
TEST(TraceOnAGpuOfAFault, SaysWhatTheCpuFinds) {
  const Environment simulated = driver("simulated_cuda");
  const Output output =
      run({"trace", data_file("turn.ptx"), "--grid", "1", "--block", "32,32", "--arg",
           "in:in:f32[512]=iota", "--arg", "out:out:f32[1024]", "--backend", "gpu"});
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.err, AllOf(HasSubstr("CUDA_ERROR_ILLEGAL_ADDRESS"),
                                HasSubstr("; the CPU finds: "), HasSubstr("turn.cu:"),
                                HasSubstr("block (0, 0, 0) warp 16 lane 0: reads 4 bytes")));
  EXPECT_EQ(std::ranges::count(output.err, '\n'), 1) << output.err;
}

// No record tells where memory lies that a kernel takes while it runs.
TEST(TraceOnAGpu, SaysThatItDoesNotTraceMemoryOfMallocAndAlloca) {
  const Environment simulated = driver("simulated_cuda");
  const auto traced_on_gpu = [](const std::string& kernel, const std::vector<std::string>& more) {
    std::vector<std::string> command{"trace",     data_file("../../conformance/" + kernel + ".ptx"),
                                     "--backend", "gpu",
                                     "--grid",    "1",
                                     "--block",   "32",
                                     "--arg",     "in:in:i32[32]=iota",
                                     "--arg",     "out:out:i32[32]"};
    command.insert(command.end(), more.begin(), more.end());
    return run(command).err;
  };
  EXPECT_THAT(traced_on_gpu("device_heap", {"--arg", "n:i32=2"}),
              HasSubstr("takes memory by malloc, which is traced on the CPU alone"));
  EXPECT_THAT(traced_on_gpu("dynamic_stack", {}),
              HasSubstr("takes memory by alloca, which is traced on the CPU alone"));
}

// Each block's rounds of events between barriers, as the list has them: a warp's number an event.
std::map<SortedJson, std::vector<std::set<std::uint32_t>>> rounds_of(const SortedJson& events,
                                                                     std::uint32_t barrier_line) {
  std::map<SortedJson, std::vector<std::set<std::uint32_t>>> blocks;
  std::map<std::pair<SortedJson, std::uint32_t>, std::size_t>
      passed;  // barriers, by block and warp
  for (const SortedJson& event : events) {
    const std::uint32_t warp = event["warp"];
    std::size_t& barriers = passed[{event["block"], warp}];
    auto& rounds = blocks[event["block"]];
    if (rounds.size() <= barriers) rounds.resize(barriers + 1);
    EXPECT_EQ(rounds.size(), barriers + 1) << "warp " << warp << " is behind the others";
    rounds[barriers].insert(warp);
    if (event["line"] == barrier_line) ++barriers;
  }
  return blocks;
}

TEST(TraceOnAGpu, LetsNoWarpPassABarrierBeforeTheOthersReachIt) {
  constexpr std::uint32_t kBarrier = 28;  // of tile_padded.cu
  const Environment simulated = driver("simulated_cuda");
  const Output output =
      run({"trace", "transpose/tile_padded", "--backend", "gpu", "--json", "--events"});
  ASSERT_EQ(output.status, 0) << output.err;
  const auto blocks = rounds_of(parse_sorted_json(output.out)["launches"][0]["events"], kBarrier);
  EXPECT_EQ(blocks.size(), 6u);
  for (const auto& [block, rounds] : blocks) {
    ASSERT_EQ(rounds.size(), 2u);
    EXPECT_EQ(rounds[0].size(), 8u);
    EXPECT_EQ(rounds[1].size(), 8u);
  }
}

TEST(TraceOnAGpuThatIsNotThere, SaysWhatToDo) {
  const Environment ancient = driver("ancient_cuda");
  const Output output = run({"trace", "transpose/tile", "--backend", "gpu"});
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.err, HasSubstr("install a driver for CUDA 12.0 or later"));
}

TEST(TraceOnAGpuOfAFile, CostsWhatItCostsOnTheCpu) {
  const std::string file = (scratch_folder() / "y").string();
  const auto trace = [&](const std::string& backend) {
    const Output output = run({"trace",
                               data_file("two_pass.ptx"),
                               "--backend",
                               backend,
                               "--json",
                               "--entry",
                               "partial",
                               "--grid",
                               "4",
                               "--block",
                               "32",
                               "--buffer",
                               "x:in:f32[128]=iota",
                               "--arg",
                               "view:{ptr,i32,f32[2]}=@x,100,2,0.5",
                               "--arg",
                               "sums:out:f32[4]",
                               "--then",
                               "total",
                               "--grid",
                               "1",
                               "--block",
                               "32",
                               "--arg",
                               "sums",
                               "--arg",
                               "n:i32=4",
                               "--arg",
                               "y:out:f32[1]",
                               "--dump",
                               "y=" + file});
    EXPECT_EQ(output.status, 0) << output.err;
    EXPECT_EQ(read_file(file), std::string("\x00\x78\x1b\x46", 4)) << "9950 as f32";
    return parse_sorted_json(output.out)["launches"];
  };
  const SortedJson cpu = trace("cpu");
  const Environment simulated = driver("simulated_cuda");
  const SortedJson gpu = trace("gpu");
  ASSERT_EQ(gpu.size(), 2u);
  for (std::size_t i = 0; i < gpu.size(); ++i) {
    EXPECT_EQ(gpu[i]["backend"], "Simulated device");
    EXPECT_EQ(gpu[i]["kernel"], cpu[i]["kernel"]);
    EXPECT_EQ(gpu[i]["totals"], cpu[i]["totals"]);
    EXPECT_EQ(gpu[i]["sites"], cpu[i]["sites"]);
  }
}

TEST(CountersOfAGpu, ThatCannotBeReadAreSaidAfterTheTrace) {
  const Environment simulated = driver("simulated_cuda");
  const Output output = run({"trace", "transpose/tile", "--backend", "gpu", "--counters"});
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.out, HasSubstr("result: match"));
  EXPECT_THAT(output.err, AnyOf(HasSubstr("install the CUDA toolkit"), HasSubstr("CUPTI, ")));
}

TEST(CountersOfAGpu, AreNoneOfTheCpu) {
  const Output output = run({"trace", "transpose/tile", "--counters"});
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.err, HasSubstr("--counters needs --backend gpu"));
}

TEST(PictureOfAGpusTrace, WithoutAGpuSaysWhatToDoAndWritesNothing) {
  if (!has_window()) GTEST_SKIP() << "built without its window";
  const std::string file = testing::TempDir() + "no_gpu.png";
  const Environment ancient = driver("ancient_cuda");
  const Output output =
      run({"screenshot", "--explore", "transpose/tile", "--backend", "gpu", "-o", file});
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.err, HasSubstr("install a driver for CUDA 12.0 or later"));
  EXPECT_FALSE(std::filesystem::exists(file));
}

}  // namespace
}  // namespace warplens::cli_test
