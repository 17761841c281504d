// host-timeline on the simulated driver (tests/simulated_cuda), and without any.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/base/json.h"
#include "tests/cli/environment.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(SimulatedHostTimeline, PrintsATableOfEachScenario) {
  const Environment simulated = driver("simulated_cuda");
  const Output output = run({"host-timeline", "--bytes", "4KiB,8192", "--repetitions", "1"});
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(
      output.out,
      AllOf(HasSubstr("add/linear_1d on Simulated device"),
            HasSubstr("\nfive_steps, arrays of 4 KiB, "), HasSubstr("\npinned, arrays of 8 KiB, "),
            HasSubstr("  host    cuMemAlloc "), HasSubstr("  device  add_linear_1d "),
            HasSubstr(" GB/s\n"), HasSubstr("  probe\n"), HasSubstr("  between the events: ")));
  EXPECT_THAT(output.out, Not(HasSubstr("not measured")));
  EXPECT_EQ(output.err, "") << "no progress without a terminal";
}

TEST(SimulatedHostTimeline, WritesARecordingOfTheChosenScenarios) {
  const Environment simulated = driver("simulated_cuda");
  const std::string file = (scratch_folder() / "sim-host_timeline.json").string();
  const std::vector<std::string> arguments{
      "host-timeline", "--bytes", "4KiB", "--scenarios", "events,pageable", "--repetitions", "3"};
  auto recording = arguments;
  recording.insert(recording.end(), {"--record", file});
  EXPECT_EQ(run(recording).status, 0);
  const auto json = parse_sorted_json(read_file(file));
  EXPECT_EQ(json.at("kind"), "host_timeline");
  EXPECT_EQ(json.at("command"), "warplens host-timeline --bytes 4KiB --scenarios events,pageable");
  ASSERT_EQ(json.at("runs").size(), 2u);
  EXPECT_EQ(json.at("runs").at(0).at("scenario"), "events");
  EXPECT_EQ(json.at("runs").at(0).at("bytes"), 4096);
  EXPECT_EQ(json.at("runs").at(0).at("repetitions"), 3);
  EXPECT_EQ(json.at("image").get<std::string>().size(), 64u);
  auto printing = arguments;
  printing.push_back("--json");
  EXPECT_EQ(run_json(printing).at("runs").size(), 2u);
}

TEST(SimulatedHostTimeline, SaysInOneLineWhatIsWrong) {
  const auto failed = [](const std::vector<std::string>& arguments) {
    const Output output = run(arguments);
    EXPECT_EQ(output.status, 1);
    EXPECT_EQ(std::count(output.err.begin(), output.err.end(), '\n'), 1) << output.err;
    return output.err;
  };
  const Environment simulated = driver("simulated_cuda");
  EXPECT_THAT(failed({"host-timeline", "--bytes", "big"}), HasSubstr("write 64KiB,1MiB"));
  EXPECT_THAT(failed({"host-timeline", "--bytes", "99999999999GiB"}), HasSubstr("are no sizes"));
  EXPECT_THAT(failed({"host-timeline", "--bytes", "6"}), HasSubstr("multiple of 4"));
  EXPECT_THAT(failed({"host-timeline", "--scenarios", "nap"}), HasSubstr("choose of five_steps,"));
  EXPECT_THAT(failed({"host-timeline", "--repetitions", "0"}), HasSubstr("repetitions"));
  EXPECT_THAT(failed({"host-timeline", "--bytes", "4KiB", "--repetitions", "1", "--record",
                      "/no/where.json"}),
              HasSubstr("cannot write"));
  const Environment none("WARPLENS_SIMULATED_CUDA", "no_device");
  EXPECT_THAT(failed({"host-timeline"}), HasSubstr("is a GPU present and visible?"));
}

TEST(SimulatedHostTimeline, WhatDoesNotFitIsToldAndNothingIsAnError) {
  const Environment simulated = driver("simulated_cuda");
  const Environment small("WARPLENS_SIMULATED_CUDA", "out_of_memory");
  const Output output = run({"host-timeline", "--bytes", "1MiB"});
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.out, HasSubstr("not measured: five_steps at 1048576: three arrays"));
  EXPECT_THAT(output.err, HasSubstr("nothing could be measured"));
}

}  // namespace
}  // namespace warplens::cli_test
