// diff: what differs between two runs, by line, and its status.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/base/json.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::HasSubstr;

std::string captured(const std::string& kernel, const std::string& name) {
  const std::string capture = (scratch_folder() / name).string();
  EXPECT_EQ(run({"trace", kernel, "-o", capture, "--exit-zero"}).status, 0);
  return capture;
}

TEST(Diff, OfOneRunIsNothing) {
  const std::string capture = captured("transpose/tile", "a.wlens");
  const Output output = run({"diff", capture, capture});
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_EQ(output.out, "nothing differs\n");
}

TEST(Diff, SaysWhatGotBetterAndWorseByLine) {
  const SortedJson better =
      run_json({"diff", "transpose/tile", "transpose/tile_padded", "--json"}, 1);
  EXPECT_TRUE(better.at("differs"));
  EXPECT_FALSE(better.at("is_worse"));
  const auto conflicts = std::ranges::find_if(better.at("changes"), [](const SortedJson& change) {
    return change.at("before").value("conflicts", 0) > 0;
  });
  ASSERT_NE(conflicts, better.at("changes").end()) << better.dump(1);
  EXPECT_EQ(conflicts->at("change"), "better");
  EXPECT_EQ(conflicts->at("after").at("conflicts"), 0);
  EXPECT_EQ(run({"diff", "transpose/tile", "transpose/tile_padded", "--fail-on", "worse"}).status,
            0);
  const Output worse =
      run({"diff", "transpose/tile_padded", "transpose/tile", "--fail-on", "worse"});
  EXPECT_EQ(worse.status, 1);
  EXPECT_THAT(worse.out, HasSubstr("worse"));
}

// The barrier's line is a comment's in the other.
TEST(Diff, OfTwoSourcesTellsANewFindingAtItsLine) {
  const std::string right = data_file("turn.ptx"), wrong = data_file("turn_nobarrier.ptx");
  const std::vector<std::string> launch = {
      "--grid",           "1", "--block", "32,32", "--arg", "in:in:f32[1024]=iota", "--arg",
      "out:out:f32[1024]"};
  const auto diffed = [&](std::vector<std::string> command) {
    command.insert(command.end(), launch.begin(), launch.end());
    return run(command);
  };
  const Output output = diffed({"diff", right, wrong, "--fail-on", "worse"});
  EXPECT_EQ(output.status, 1) << output.err;
  EXPECT_THAT(output.out, HasSubstr("new: race: "));
  EXPECT_THAT(output.out, HasSubstr("1 worse\n"));
  EXPECT_EQ(diffed({"diff", wrong, right, "--fail-on", "worse"}).status, 0);
}

TEST(Diff, SaysInOneLineWhatIsWrong) {
  const std::string capture = captured("transpose/tile", "a.wlens");
  for (const auto& [other, says] :
       {std::pair("none.wlens", "none.wlens"), std::pair("none.cu", "none.cu"),
        std::pair("", "it is no capture (.wlens)"), std::pair("transpose/none", "transpose/none"),
        std::pair("a\nb", "is no capture")}) {
    const Output output = run({"diff", capture, other});
    EXPECT_EQ(output.status, 1) << other;
    EXPECT_THAT(output.err, HasSubstr(says));
    EXPECT_EQ(std::ranges::count(output.err, '\n'), 1) << output.err;
  }
  EXPECT_EQ(run({"diff", capture, capture, "--set", "n=3"}).status, 1);
  EXPECT_EQ(run({"diff", capture, capture, "--fail-on", "all"}).status, 1);
}

}  // namespace
}  // namespace warplens::cli_test
