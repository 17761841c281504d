// The status that trace ends with: 0 only where nothing is wrong with the kernel.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string conformance(const std::string& name) {
  return (source_folder() / "tests/conformance" / (name + ".ptx")).string();
}

std::vector<std::string> traced(const std::string& name, const std::string& block,
                                const std::vector<std::string>& arguments) {
  std::vector<std::string> command = {"trace", conformance(name), "--grid", "1", "--block", block};
  for (const std::string& argument : arguments) {
    command.push_back("--arg");
    command.push_back(argument);
  }
  return command;
}

// It ends with 1, says so in a line on standard error, and with --exit-zero only says so.
void expect_wrong(std::vector<std::string> command, const std::string& says) {
  const Output output = run(command);
  EXPECT_EQ(output.status, 1) << command[1];
  EXPECT_THAT(output.err, StartsWith("warplens: "));
  EXPECT_THAT(output.err, HasSubstr(says));
  EXPECT_EQ(std::ranges::count(output.err, '\n'), 1) << output.err;
  EXPECT_THAT(output.out, HasSubstr("findings:")) << "what was found is printed all the same";
  command.emplace_back("--exit-zero");
  const Output zero = run(command);
  EXPECT_EQ(zero.status, 0) << command[1];
  EXPECT_EQ(zero.err, output.err);
}

TEST(Status, OfAFaultIsOne) {
  expect_wrong({"trace", data_file("turn_nobarrier.ptx"), "--grid", "1", "--block", "32,32",
                "--arg", "in:in:f32[1024]=iota", "--arg", "out:out:f32[1024]"},
               "the kernel is wrong: 1 race");
}

TEST(Status, OfAGuessedLaunchIsTwoAndSaysSo) {
  const std::string file = (scratch_folder() / "racy.ptx").string();
  std::filesystem::copy_file(data_file("turn_nobarrier.ptx"), file);
  const Output output = run({"trace", file});
  EXPECT_EQ(output.status, 2);
  EXPECT_THAT(output.err,
              HasSubstr("warplens: the kernel, or the guess of its launch, is wrong: 1 race\n"));
  EXPECT_EQ(run({"trace", file, "--exit-zero"}).status, 0);
  EXPECT_EQ(run({"check", file}).status, 2);
  EXPECT_EQ(run({"check", file, file}).status, 2);
}

// Nobody guessed a promise.
TEST(Status, OfAPromiseThatAGuessedLaunchBreaksIsOne) {
  const std::string file = (scratch_folder() / "racy.ptx").string();
  std::filesystem::copy_file(data_file("turn_nobarrier.ptx"), file);
  for (const char* command : {"trace", "check"})
    EXPECT_EQ(run({command, file, "--max", "shared_load.requests=0"}).status, 1) << command;
}

TEST(Status, OfAFailedAssertionIsOne) {
  expect_wrong(traced("assertion", "32", {"in:in:i32[32]=iota", "out:out:i32[32]"}), "1 assertion");
}

TEST(Status, OfAnInstructionThatIsNotKnownIsOne) {
  expect_wrong(
      traced("opaque_reached", "32", {"in:in:i32[32]=iota", "out:out:i32[32]", "texture:u64=0"}),
      "opaque_instruction");
}

TEST(Status, OfAWrongResultIsOne) {
  expect_wrong({"trace", "transpose/tile_nobarrier"}, "; the result is wrong: out[");
}

TEST(Status, OfARightKernelIsZero) {
  const Output output = run({"trace", "transpose/tile"});
  EXPECT_EQ(output.status, 0);
  EXPECT_EQ(output.err, "");
}

TEST(Status, OfWarningsIsZeroUnlessTheyAreToFail) {
  auto command = traced("shuffle_exited_lane", "32", {"in:in:i32[32]=iota", "out:out:i32[32]"});
  const Output output = run(command);
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr("warning, inactive_shuffle"));
  command.insert(command.end(), {"--fail-on", "warnings"});
  const Output failed = run(command);
  EXPECT_EQ(failed.status, 1);
  EXPECT_THAT(failed.err, HasSubstr("not kept: inactive_shuffle"));
}

TEST(Status, OfWhatCannotBeRunIsOneWhateverIsAskedFor) {
  EXPECT_EQ(run({"trace", "none.ptx", "--exit-zero"}).status, 1);
  EXPECT_EQ(run({"trace", "transpose/none", "--exit-zero"}).status, 1);
}

}  // namespace
}  // namespace warplens::cli_test
