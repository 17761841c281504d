// resources --check on the simulated driver, which fills its multiprocessor warp by warp, and on
// one that counts otherwise; and what resources says of each chip.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/environment.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

TEST(OccupancyCheck, PassesWhereTheDriverCountsTheSame) {
  const Environment simulated = driver("simulated_cuda");
  const auto report = run_json({"resources", "--check", "--json"});
  EXPECT_EQ(report.at("result"), "pass");
  EXPECT_EQ(report.at("different"), 0);
  EXPECT_GT(report.at("launches"), 150);
  EXPECT_GT(report.at("what_if"), 10000);
}

TEST(OccupancyCheck, AsksForEveryBlockSizeThatAVariantCanHave) {
  const Environment simulated = driver("simulated_cuda");
  const auto report = run_json({"resources", "--check", "reduce/sequential", "--json"});
  std::set<int> threads;
  for (const auto& asked : report.at("variants").at(0).at("launches")) {
    threads.insert(asked.at("threads").get<int>());
    EXPECT_EQ(asked.at("dynamic_shared_bytes"), 4 * asked.at("threads").get<int>());
  }
  EXPECT_THAT(threads, testing::IsSupersetOf({64, 256, 1024}));
}

TEST(OccupancyCheck, SaysEachDifferenceAndFails) {
  const Environment simulated = driver("simulated_cuda");
  const Environment wrong("WARPLENS_SIMULATED_CUDA", "wrong_occupancy");
  const Output output = run({"resources", "--check", "transpose/tile"});
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.out, StartsWith("Simulated device, compute capability 9.0: blocks an SM by "
                                     "Warplens and by the driver\n"));
  EXPECT_THAT(output.out,
              AllOf(HasSubstr("  DIFFERENT: _Z14transpose_tileILi32EEvPKfPfii: 256 threads, "),
                    HasSubstr(" bytes of shared memory: "), HasSubstr(", the driver says "),
                    EndsWith("\nFAIL\n")));
  const Output without = run({"resources", "--check", "add/linear_1d"});
  EXPECT_EQ(without.status, 1) << "what-if with shared memory differs there, too";
}

TEST(OccupancyCheck, HoldsTheTableOfMultiprocessorsAgainstTheDevice) {
  const Environment simulated = driver("simulated_cuda");
  const Environment small("WARPLENS_SIMULATED_CUDA", "small_multiprocessor");
  const Output output = run({"resources", "--check", "add/linear_1d"});
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.out, HasSubstr("  DIFFERENT: threads an SM: 2048, the driver says 1024\n"));
}

TEST(OccupancyCheck, SaysInOneLineWhatIsMissing) {
  const Environment simulated = driver("simulated_cuda");
  const auto failed = [](const std::vector<std::string>& arguments) {
    const Output output = run(arguments);
    EXPECT_EQ(output.status, 1);
    EXPECT_EQ(std::count(output.err.begin(), output.err.end(), '\n'), 1) << output.err;
    return output.err;
  };
  EXPECT_THAT(failed({"resources"}), HasSubstr("name a kernel"));
  EXPECT_THAT(failed({"resources", "--check", "transpose/til"}), HasSubstr("transpose/til"));
  EXPECT_THAT(failed({"resources", "--check", "transpose/tile", "--set", "tile=16"}),
              HasSubstr("alone"));
  const Environment none("WARPLENS_SIMULATED_CUDA", "no_device");
  EXPECT_THAT(failed({"resources", "--check"}), HasSubstr("is a GPU present and visible?"));
}

TEST(Resources, SayOfEachChipWhatLimitsALaunch) {
  const auto launch =
      run_json({"resources", "gemm/register_tile_padded", "--json"}).at("launches").at(0);
  std::map<std::string, std::pair<int, std::string>> rows;
  for (const auto& row : launch.at("chips")) {
    rows[row.at("chip")] = {row.at("resident_warps"), row.at("limited_by").at(0)};
  }
  EXPECT_EQ(rows.size(), 7u);
  EXPECT_EQ(rows.at("t4"), std::pair(8, std::string("shared_memory")));
  EXPECT_EQ(rows.at("rtx4090"), std::pair(16, std::string("shared_memory")));
  EXPECT_EQ(rows.at("h200").second, "registers");
  const Output printed = run({"resources", "gemm/register_tile_padded"});
  EXPECT_THAT(printed.out, testing::ContainsRegex("\n  Tesla T4 +1 +8 of 32   shared memory\n"));
}

TEST(Resources, CountTheSharedMemoryThatALaunchAsksFor) {
  const auto launch =
      run_json({"resources", "reduce/sequential", "--set", "threads=1024", "--json"})
          .at("launches")
          .at(0);
  for (const auto& row : launch.at("architectures")) {
    EXPECT_EQ(row.at("shared_bytes"), 4096) << row.at("architecture");
  }
}

}  // namespace
}  // namespace warplens::cli_test
