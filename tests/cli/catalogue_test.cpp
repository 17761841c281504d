// What the project claims about its own kernels, as `warplens trace --json` shows it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "kernels/base/json.h"
#include "tests/cli/program.h"
#include "tests/cli/variants.h"

namespace warplens::cli_test {
namespace {

std::string line_of(const SortedJson& site) {
  const std::string text = read_file(source_folder() / site.at("file").get<std::string>());
  std::istringstream in(text);
  std::string line;
  for (int i = 0; i < site.at("line").get<int>(); ++i) std::getline(in, line);
  return line;
}

std::vector<SortedJson> sites_of(const SortedJson& trace, const std::string& space,
                                 const std::string& kind) {
  std::vector<SortedJson> sites;
  for (const auto& site : trace.at("sites")) {
    if (site.at("space") == space && site.at("kind") == kind && site.at("requests") > 0) {
      sites.push_back(site);
    }
  }
  return sites;
}

bool has_race(const SortedJson& trace) {
  for (const auto& finding : trace.at("findings")) {
    if (finding.at("kind") == "race") return true;
  }
  return false;
}

TEST(TraceTranspose, TilesColumnReadIsThirtyTwoWayAtItsSourceLine) {
  const SortedJson trace = launch_json({"trace", "transpose/tile", "--json"});
  EXPECT_EQ(trace.at("result"), "match");
  EXPECT_TRUE(trace.at("findings").empty());
  const auto reads = sites_of(trace, "shared", "load");
  ASSERT_FALSE(reads.empty());
  for (const SortedJson& read : reads) {
    EXPECT_EQ(read.at("max_way"), 32);
    EXPECT_EQ(read.at("wavefronts"), 32 * read.at("requests").get<int>());
    EXPECT_THAT(line_of(read), testing::HasSubstr("tile[threadIdx.x]"));
  }
  EXPECT_EQ(trace.at("totals").at("shared_store").at("conflicts"), 0);
  const SortedJson& load = trace.at("totals").at("global_load");
  EXPECT_EQ(load.at("sectors"), 4 * load.at("requests").get<int>());
  EXPECT_EQ(load.at("bytes_used"), 64 * 96 * 4);
}

class WithoutConflict : public testing::TestWithParam<std::string> {};

TEST_P(WithoutConflict, HasNoneAndIsRight) {
  const SortedJson trace = launch_json({"trace", GetParam(), "--json"});
  EXPECT_EQ(trace.at("result"), "match");
  EXPECT_TRUE(trace.at("findings").empty());
  EXPECT_GT(trace.at("totals").at("shared_load").at("requests"), 0);
  EXPECT_EQ(trace.at("totals").at("shared_load").at("conflicts"), 0);
  EXPECT_EQ(trace.at("totals").at("shared_store").at("conflicts"), 0);
}

INSTANTIATE_TEST_SUITE_P(Transpose, WithoutConflict,
                         testing::Values("transpose/tile_padded", "transpose/packed_xor"),
                         [](const auto& tested) { return tested.param.substr(10); });

TEST(TraceTranspose, EveryRightVariantHasNoFindingAndTheRightResult) {
  for (const std::string& name : right_variants()) {
    if (!name.starts_with("transpose/"))
      continue;  // others: tests/catalogue, without a process each
    const SortedJson trace = run_json({"trace", name, "--json"});
    EXPECT_EQ(trace.at("result"), "match") << name;
    for (const SortedJson& launch : trace.at("launches"))
      EXPECT_TRUE(launch.at("findings").empty()) << name;
  }
}

TEST(TraceTranspose, TileWithoutItsBarrierRaces) {
  const SortedJson trace = launch_json({"trace", "transpose/tile_nobarrier", "--json"}, 1);
  EXPECT_TRUE(has_race(trace));
  EXPECT_FALSE(has_race(launch_json({"trace", "transpose/tile", "--json"})));
}

TEST(TraceTranspose, SixteenWideTileIsEightWay) {
  const SortedJson trace = launch_json({"trace", "transpose/tile", "--set", "tile=16", "--json"});
  EXPECT_EQ(trace.at("totals").at("shared_load").at("max_way"), 8);
}

TEST(TraceTranspose, FiguresOfSitesAddUpToTheTotals) {
  const SortedJson trace = launch_json({"trace", "transpose/packed_padded", "--json"});
  int wavefronts = 0;
  for (const SortedJson& site : sites_of(trace, "shared", "store")) {
    wavefronts += site.at("wavefronts").get<int>();
  }
  EXPECT_EQ(trace.at("totals").at("shared_store").at("wavefronts"), wavefronts);
}

TEST(TraceEvents, AreOfTheAskedBlocksAndAddUp) {
  const SortedJson trace = launch_json({"trace", "transpose/tile", "--events", "--first-block", "1",
                                        "--block-count", "2", "--json"});
  EXPECT_EQ(trace.at("recorded").at("first_block"), 1);
  EXPECT_EQ(trace.at("recorded").at("block_count"), 2);
  EXPECT_EQ(trace.at("recorded").at("blocks"), 6);
  EXPECT_EQ(trace.at("recorded").at("complete"), false);
  ASSERT_EQ(trace.at("events").size(), trace.at("recorded").at("events"));
  for (const SortedJson& event : trace.at("events")) {
    const int block = event.at("block")[0].get<int>() + 3 * event.at("block")[1].get<int>();
    EXPECT_TRUE(block == 1 || block == 2);
    if (!event.contains("lanes")) continue;
    EXPECT_EQ(event.at("lanes").size(), 32u);
    const SortedJson& lane = event.at("lanes")[31];
    EXPECT_TRUE(lane.contains("sector") || lane.contains("bank"));
  }
}

TEST(TraceOrder, SeededOrdersGiveTheSameFigures) {
  SortedJson first = launch_json({"trace", "transpose/tile", "--json"});
  for (const char* order : {"seed:1", "seed:2"}) {
    const SortedJson other = launch_json({"trace", "transpose/tile", "--order", order, "--json"});
    EXPECT_EQ(other.at("totals"), first.at("totals"));
    EXPECT_EQ(other.at("result"), "match");
    EXPECT_EQ(other.at("recorded"), first.at("recorded"));
  }
}

}  // namespace
}  // namespace warplens::cli_test
