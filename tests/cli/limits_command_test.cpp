// warplens limits: a line a unit, the limiting one, the recorded time beside it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/base/all_tests.h"
#include "kernels/base/json.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::HasSubstr;

SortedJson limits_of(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "limits");
  arguments.push_back("--json");
  return run_json(arguments);
}

double least(const SortedJson& limits, const std::string& unit) {
  for (const SortedJson& one : limits.at("units")) {
    if (one.at("unit") == unit) return one.at("least_seconds");
  }
  ADD_FAILURE() << unit;
  return 0;
}

TEST(LimitsCommand, AConflictOf32WaysIsTimeInATileAndPaddingEndsThat) {
  const SortedJson tile = limits_of({"transpose/tile"});
  const SortedJson padded = limits_of({"transpose/tile_padded"});
  EXPECT_EQ(tile.at("limiting"), "wavefronts");
  EXPECT_EQ(padded.at("limiting"), "dram");
  EXPECT_GT(least(tile, "wavefronts"), 8 * least(padded, "wavefronts"));
}

TEST(LimitsCommand, XorSavesMemorysUnitsNothingThatPaddingDoesNot) {
  const SortedJson padded = limits_of({"transpose/tile_padded"});
  const SortedJson swizzled = limits_of({"transpose/tile_xor"});
  for (const char* unit : {"dram", "wavefronts", "load_store"}) {
    EXPECT_EQ(least(padded, unit), least(swizzled, unit)) << unit;
  }
  EXPECT_GT(least(swizzled, "alu"), least(padded, "alu")) << "its places are computed";
}

TEST(LimitsCommand, TheRecordedTimeIsNoShorter) {
  const SortedJson tile = limits_of({"transpose/tile"});
  ASSERT_TRUE(tile.at("measured_seconds").is_number());
  EXPECT_GE(tile.at("ratio"), 0.97);
}

TEST(LimitsCommand, SaysInChineseWhatLimitsIt) {
  const Output said = run({"limits", "transpose/tile", "--lang", "zh"});
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("受它限制"));
  EXPECT_THAT(said.out, HasSubstr("最少时间"));
  EXPECT_EQ(limits_of({"transpose/tile", "--lang", "zh"}), limits_of({"transpose/tile"}));
}

TEST(LimitsCommand, AChipWithoutRecordingHasNoMeasuredTime) {
  const SortedJson tile = limits_of({"transpose/tile", "--chip", "t4"});
  EXPECT_TRUE(tile.at("measured_seconds").is_null());
  EXPECT_EQ(tile.at("chip").at("dram_rate").at("measured"), false);
}

TEST(LimitsCommand, EachDoublingOfAStrideDoublesTheTimeOfSharedMemory) {
  double before = 0;
  const std::string rounds = is_too_slow_here() ? "rounds=4" : "rounds=16";
  for (int ways = is_too_slow_here() ? 8 : 1; ways <= 32; ways *= 2) {
    const SortedJson limits =
        limits_of({"shared/strided", "--set", rounds, "--set", "ways=" + std::to_string(ways)});
    EXPECT_EQ(limits.at("limiting"), "wavefronts") << ways;
    const double now = least(limits, "wavefronts");
    if (before > 0) {
      EXPECT_NEAR(now / before, 2, 0.1) << ways;
    }
    before = now;
  }
}

TEST(LimitsCommand, SaysWhyInASentence) {
  const Output output = run({"limits", "transpose/tile_padded"});
  EXPECT_EQ(output.status, 0);
  EXPECT_THAT(output.out, HasSubstr("Longest of the units counted: DRAM; no run is faster than"));
  EXPECT_THAT(output.out, HasSubstr("wavefronts hide behind it"));
}

TEST(LimitsCommand, AnUnknownChipIsAnErrorThatListsTheOthers) {
  const Output output = run({"limits", "transpose/tile", "--chip", "c64"});
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.err, HasSubstr("h200, t4"));
}

// ptxas decides what of it stays, so it counts into no limit.
TEST(LimitsCommand, LocalMemoryIsToldBesideTheLimits) {
  const std::string file = (source_folder() / "tests/conformance/local_array.ptx").string();
  const std::vector<std::string> launch = {
      file,    "--grid",         "1", "--block", "64", "--arg", "in:in:i32[64]=iota",
      "--arg", "out:out:i32[64]"};
  const SortedJson local = limits_of(launch).at("local_memory").at(0);
  EXPECT_GT(local.at("requests"), 0);
  EXPECT_EQ(local.at("bytes").get<std::uint64_t>() % 32, 0u) << "sectors";
  std::vector<std::string> text = launch;
  text.insert(text.begin(), "limits");
  EXPECT_THAT(run(text).out, HasSubstr(fmt::format(
                                 "local memory: {} requests, {} bytes in the PTX, in no figure "
                                 "above; ptxas",
                                 local.at("requests").get<int>(), local.at("bytes").get<int>())));
}

}  // namespace
}  // namespace warplens::cli_test
