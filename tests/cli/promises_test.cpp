// What a kernel promises: --max, --min and --fail-on, and a sidecar's, which check holds it to.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/base/json.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string error_of_one_line(const std::vector<std::string>& arguments) {
  const Output output = run(arguments);
  EXPECT_EQ(output.status, 1) << output.out;
  EXPECT_EQ(std::ranges::count(output.err, '\n'), 1) << output.err;
  return output.err;
}

// transpose/tile reads a column of its tile without padding.
std::uint32_t line_of_the_conflicts() {
  const SortedJson sites = launch_json({"trace", "transpose/tile", "--json"}).at("sites");
  for (const SortedJson& site : sites)
    if (site.value("conflicts", 0) > 0) return site.at("line");
  return 0;
}

TEST(Promises, OfAClassEndTheTraceWithOne) {
  const std::vector<std::string> bound = {"--max", "shared_load.conflicts=0"};
  EXPECT_THAT(
      error_of_one_line({"trace", "transpose/tile", bound[0], bound[1]}),
      AllOf(HasSubstr("not kept: shared_load.conflicts is "), HasSubstr(", to be at most 0")));
  const Output kept = run({"trace", "transpose/tile_padded", bound[0], bound[1]});
  EXPECT_EQ(kept.status, 0) << kept.err;
  EXPECT_THAT(kept.out, HasSubstr("promises: kept"));
}

TEST(Promises, OfALineAreOfItsAccesses) {
  const std::string line = std::to_string(line_of_the_conflicts());
  EXPECT_THAT(error_of_one_line({"trace", "transpose/tile", "--max", "line:" + line + ".n_way=1"}),
              HasSubstr("line:" + line + ".n_way is 32, to be at most 1"));
  EXPECT_EQ(run({"trace", "transpose/tile", "--max", "line:" + line + ".n_way=32"}).status, 0);
  EXPECT_EQ(run({"trace", "transpose/tile", "--max", "line:tile.cu:" + line + ".n_way=32"}).status,
            0);
  EXPECT_THAT(error_of_one_line({"trace", "transpose/tile", "--max", "line:1.n_way=1"}),
              HasSubstr("line:1.n_way: no access to shared memory is at this line"))
      << "what is not there is not kept in silence";
}

TEST(Promises, OfEfficiencyAreAtLeast) {
  EXPECT_EQ(run({"trace", "transpose/tile", "--min", "global_load.efficiency=1"}).status, 0);
  EXPECT_THAT(error_of_one_line({"trace", "transpose/linear_write", "--min",
                                 "global_load.efficiency=0.9", "--exit-zero"}),
              HasSubstr("global_load.efficiency is 0.125, to be at least 0.9"))
      << "--exit-zero is of what the kernel does wrong";
}

TEST(Promises, FailOnSaysWhereEachIs) {
  const Output output =
      run({"trace", "transpose/tile", "--fail-on", "conflicts,uncoalesced,races"});
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.out,
              HasSubstr("conflicts: tile.cu:" + std::to_string(line_of_the_conflicts())));
  EXPECT_THAT(output.out, Not(HasSubstr("uncoalesced:")));
  EXPECT_EQ(run({"trace", "transpose/linear_write", "--fail-on", "uncoalesced"}).status, 1);
  EXPECT_EQ(run({"trace", "transpose/tile_nobarrier", "--fail-on", "races", "--exit-zero"}).status,
            1);
}

TEST(Promises, AreInTheJson) {
  const SortedJson broken =
      run_json({"trace", "transpose/tile", "--json", "--fail-on", "conflicts"}, 1)
          .at("broken_promises");
  ASSERT_EQ(broken.size(), 1u);
  EXPECT_EQ(broken[0].at("line"), line_of_the_conflicts());
  EXPECT_EQ(run_json({"trace", "transpose/tile_padded", "--json", "--fail-on", "conflicts"})
                .at("broken_promises"),
            SortedJson::array());
  EXPECT_FALSE(run_json({"trace", "transpose/tile", "--json"}).contains("broken_promises"));
}

TEST(Promises, AreHeldAgainstACaptureToo) {
  const std::string capture = (scratch_folder() / "t.wlens").string();
  ASSERT_EQ(run({"trace", "transpose/tile", "-o", capture}).status, 0);
  EXPECT_EQ(run({"show", capture}).status, 0);
  EXPECT_THAT(error_of_one_line({"show", capture, "--max", "shared_load.conflicts=0"}),
              HasSubstr("not kept: shared_load.conflicts"));
}

TEST(Promises, AreKeptInTheSidecarAndChecked) {
  const std::string file = (scratch_folder() / "turn.ptx").string();
  std::filesystem::copy_file(data_file("turn.ptx"), file);
  ASSERT_EQ(run({"trace", file, "--save-launch", "--max", "shared_load.requests=8"}).status, 0);
  const std::string kept = read_file(file + ".warplens.json");
  EXPECT_THAT(kept, HasSubstr("\"shared_load.requests\": 8"));
  EXPECT_EQ(run({"check", file}).status, 0);
  std::string other = kept;
  other.replace(other.find("requests\": 8"), 12, "requests\": 3");
  write_file(file + ".warplens.json", other);
  const Output broken = run({"check", file});
  EXPECT_EQ(broken.status, 1);
  EXPECT_THAT(broken.out, HasSubstr("shared_load.requests is 8, to be at most 3"));
  other.replace(other.find("shared_load.requests"), 20, "shared_load.sectors_");
  write_file(file + ".warplens.json", other);
  EXPECT_THAT(error_of_one_line({"check", file}), HasSubstr("has no figure 'sectors_'"));
}

TEST(Promises, AreRefusedInOneLine) {
  for (const char* value : {"", "nan", "inf", "-1", "x", "1e999"}) {
    EXPECT_THAT(error_of_one_line({"trace", "transpose/tile", "--max",
                                   std::string("shared_load.conflicts=") + value}),
                HasSubstr("--max: '"))
        << value;
  }
  EXPECT_THAT(error_of_one_line({"trace", "transpose/tile", "--min", "load.efficiency=1"}),
              HasSubstr("--min: there is no 'load'"));
  EXPECT_THAT(error_of_one_line({"trace", "transpose/tile", "--fail-on", "everything"}),
              HasSubstr("--fail-on: 'everything' is nothing to fail on"));
  EXPECT_THAT(error_of_one_line({"check", "transpose", "--max", "shared_load.conflicts=0"}),
              HasSubstr("is for .cu and .ptx files and their folders"));
}

}  // namespace
}  // namespace warplens::cli_test
