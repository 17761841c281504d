// A kernel that takes too long is stopped by a limit or Ctrl+C, and what it did so far is printed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>

#include "kernels/base/json.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::HasSubstr;

std::vector<std::string> trace_endless(const std::filesystem::path& folder) {
  std::filesystem::copy_file(data_file("endless.ptx"), folder / "endless.ptx");
  return {"trace",         (folder / "endless.ptx").string(),
          "--grid",        "2",
          "--block",       "64",
          "--arg",         "out:out:u32[4]",
          "--block-count", "0"};
}

void expect_partial(const SortedJson& json, const std::string& why) {
  const auto& finding = json.at("launches").at(0).at("findings").at(0);
  EXPECT_EQ(finding.at("kind"), "no_end");
  EXPECT_EQ(finding.at("line"), 5);
  EXPECT_THAT(finding.at("message").get<std::string>(), HasSubstr(why));
}

TEST(Limits, APersonSetsSecondsAndInstructions) {
  for (const auto& [option, value, why] :
       {std::tuple("--time-limit", "0.2", "time limit of 0.2 s"),
        std::tuple("--instruction-limit", "100000", "no end after 1")}) {
    std::vector<std::string> command = trace_endless(scratch_folder());
    command.insert(command.end(), {option, value, "--json"});
    expect_partial(run_json(command, 1), why);
  }
  EXPECT_NE(run({"trace", "transpose/tile", "--time-limit", "-1"}).status, 0);
  const auto stopped =
      run_json({"trace", "transpose/tile", "--instruction-limit", "1", "--json"}, 1);
  EXPECT_EQ(stopped.at("result"), "unchecked") << "what was not finished is not wrong";
}

TEST(Limits, CtrlCAfterTheNoticePrintsWhatWasDoneSoFar) {
  const auto folder = scratch_folder();
  std::string command = "'" WARPLENS_BINARY_DIR "/warplens'";
  for (const std::string& argument : trace_endless(folder)) command += " '" + argument + "'";
  const std::string out = (folder / "out").string(), err = (folder / "err").string();
  const int status =
      std::system((command + " --json >'" + out + "' 2>'" + err +
                   "' & pid=$!\nuntil grep -qs 'still running' '" + err +
                   "'; do sleep 0.05; kill -0 $pid || exit 1; done\nkill -INT $pid\nwait $pid")
                      .c_str());
  EXPECT_EQ(WEXITSTATUS(status), 130);
  expect_partial(parse_sorted_json(read_file(out)), "stopped from outside");
  const std::string told = read_file(err);
  EXPECT_THAT(told, testing::ContainsRegex("[12] warps? at endless.cu:5"));
  EXPECT_THAT(told, HasSubstr("Ctrl+C"));
  EXPECT_EQ(std::count(told.begin(), told.end(), '\n'), 1);
}

}  // namespace
}  // namespace warplens::cli_test
