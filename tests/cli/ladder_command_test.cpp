// warplens ladder: the rungs of a family, each with its recorded time and its gain.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "kernels/base/json.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::HasSubstr;

TEST(LadderCommand, ARungsGainIsTheTimeBelowOverItsOwn) {
  const SortedJson ladder = run_json({"ladder", "transpose", "--side", "4096", "--json"});
  EXPECT_EQ(ladder.at("side"), 4096);
  const SortedJson& rungs = ladder.at("rungs");
  ASSERT_GE(rungs.size(), 3u);
  EXPECT_TRUE(rungs.front().at("gained").is_null());
  const auto seconds = [](const SortedJson& rung) -> double {
    return rung.at("timed").at("median_seconds");
  };
  int compared = 0;
  for (std::size_t i = 1; i < rungs.size(); ++i) {
    if (rungs[i].at("timed").is_null() || rungs[i - 1].at("timed").is_null()) continue;
    EXPECT_DOUBLE_EQ(rungs[i].at("gained"), seconds(rungs[i - 1]) / seconds(rungs[i]));
    ++compared;
  }
  EXPECT_GE(compared, 2);
  EXPECT_FALSE(ladder.at("held_against").empty());
}

TEST(LadderCommand, TextSaysOfEachRungWhatItShouldGain) {
  const SortedJson ladder = run_json({"ladder", "transpose", "--json"});
  const Output text = run({"ladder", "transpose"});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("transpose on NVIDIA H100 80GB HBM3, recorded "));
  for (const SortedJson& rung : ladder.at("rungs")) {
    EXPECT_THAT(text.out, HasSubstr(rung.at("variant").get<std::string>()));
    EXPECT_THAT(text.out, HasSubstr(rung.at("expected").at("en").get<std::string>()));
  }
}

TEST(LadderCommand, CsvHasARowForEachRungAndForWhatTheyAreHeldAgainst) {
  const SortedJson ladder = run_json({"ladder", "transpose", "--json"});
  const Output csv = run({"ladder", "transpose", "--csv"});
  const auto lines = std::ranges::count(csv.out, '\n');
  EXPECT_EQ(lines, static_cast<std::ptrdiff_t>(1 + ladder.at("rungs").size() +
                                               ladder.at("held_against").size()));
}

TEST(LadderCommand, WhatIsNotThereIsRefusedInOneLineThatSaysWhatIs) {
  const auto expect_refused = [](std::vector<std::string> arguments, const char* words) {
    arguments.insert(arguments.begin(), "ladder");
    const Output output = run(arguments);
    EXPECT_EQ(output.status, 1);
    EXPECT_THAT(output.err, HasSubstr(words));
    EXPECT_EQ(std::ranges::count(output.err, '\n'), 1) << output.err;
  };
  expect_refused({"shared"}, "no ladder of 'shared'; choose one of: copy, transpose, ");
  expect_refused({"transpose", "--side", "12345"}, "choose one of: 64, ");
  expect_refused({"transpose", "--device", "x"}, "not recorded on 'x'; choose one of: NVIDIA H100");
  expect_refused({}, "warplens ladder --help");
}

}  // namespace
}  // namespace warplens::cli_test
