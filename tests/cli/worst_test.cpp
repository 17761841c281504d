// trace --worst: what costs most, by cause, as the chosen architecture executes it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::HasSubstr;

TEST(Worst, NamesTheColumnReadAndWhatPeopleDo) {
  const Output traced = run({"trace", "transpose/tile", "--worst"});
  EXPECT_EQ(traced.status, 0);
  EXPECT_THAT(traced.out, HasSubstr("tile.cu:33, shared load: lanes go down rows that are 128 "
                                    "bytes apart and meet in the same banks"));
  EXPECT_THAT(traced.out, HasSubstr("column read: begin its rows 33 elements of 4 bytes apart"));
}

TEST(Worst, SaysThatThereIsNone) {
  EXPECT_THAT(run({"trace", "transpose/tile_padded", "--worst"}).out,
              HasSubstr("worst accesses: none"));
}

TEST(Worst, IsAListInJson) {
  const auto json = launch_json({"trace", "transpose/coalesced_read", "--worst", "--json"});
  const auto& worst = json.at("worst").at(0);
  EXPECT_EQ(worst.at("kind"), "stride");
  EXPECT_EQ(worst.at("line"), 16);
  EXPECT_NEAR(worst.at("share").get<double>(), 7.0 / 9, 1e-9);
}

// ptxas merges scalar loads of a register tile: what is executed is not accused of them.
TEST(Worst, IsOfWhatIsExecuted) {
  EXPECT_THAT(run({"trace", "gemm/register_tile", "--worst"}).out,
              HasSubstr("worst accesses: none"));
  EXPECT_THAT(run({"trace", "gemm/register_tile", "--worst", "--as-ptx"}).out,
              HasSubstr("narrow loads"));
}

TEST(Worst, OfACaptureIsWhatTracePrinted) {
  const std::string capture = (scratch_folder() / "worst.wlens").string();
  const Output traced = run({"trace", "transpose/tile", "--worst", "-o", capture});
  EXPECT_EQ(run({"show", capture, "--worst"}).out, traced.out);
}

}  // namespace
}  // namespace warplens::cli_test
