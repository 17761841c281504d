// A capture of a running program on the command line: what it holds, its launches run again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "kernels/captured/captured_test_kit.h"
#include "kernels/captured/program_file.h"
#include "tests/cli/json_schema.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using namespace captured::captured_test;
using testing::HasSubstr;

using Arguments = std::vector<std::string>;

class CapturedProgram : public testing::Test {
 protected:
  CapturedProgram() { write(program_of({scaled(), scaled("scale#2"), graph(), summed()})); }

  void write(const captured::Program& program, const std::string& name = "run.wlens") {
    file_ = (folder_ / name).string();
    const auto written = captured::write_program(file_, program);
    ASSERT_TRUE(written.has_value()) << written.error().message.in(Language::en);
  }
  [[nodiscard]] Arguments command(const std::string& name, const Arguments& more = {}) const {
    Arguments all{name, file_};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  std::filesystem::path folder_ = scratch_folder();
  std::string file_;
};

std::string kept(const std::string& name, const std::string& text) {
  const auto path = source_folder() / "tests/cli/golden" / name;
  if (std::getenv("WARPLENS_UPDATE_GOLDEN") != nullptr) write_file(path, text);
  return read_file(path);
}

class CapturedProgramGolden : public CapturedProgram {};

TEST_F(CapturedProgramGolden, IsShownAsKept) {
  const Output english = run(command("show"));
  EXPECT_EQ(english.status, 0) << english.err;
  EXPECT_EQ(english.out, kept("captured_program.txt", english.out));
  const Output chinese = run(command("show", {"--lang", "zh"}));
  EXPECT_EQ(chinese.out, kept("captured_program.zh.txt", chinese.out));
  const auto json = run_json(command("show", {"--json"}));
  EXPECT_EQ(json, parse_sorted_json(kept("captured_program.json", json.dump(1) + "\n")));
  const auto schema = parse_sorted_json(read_file(source_folder() / "docs/program.schema.json"));
  EXPECT_THAT(schema_faults(schema, json), testing::IsEmpty());
}

TEST_F(CapturedProgram, ListsItsLaunchesWhereNoneIsNamed) {
  const Output listed = run(command("trace"));
  EXPECT_EQ(listed.status, 0);
  EXPECT_THAT(listed.out, HasSubstr("scale#2: 2x1x1 in blocks of 128x1x1\n"));
  EXPECT_THAT(listed.err, HasSubstr("choose one with --launch NAME"));
  EXPECT_EQ(run_json(command("trace", {"--json"}))["launches"].size(), 4u);
  const Output read = run(command("limits"));
  EXPECT_EQ(read.status, 1);
  EXPECT_THAT(read.err, HasSubstr("choose one with --launch"));
}

TEST_F(CapturedProgram, RunsALaunchAndComparesWhatTheGpuLeft) {
  const Output traced = run(command("trace", {"--launch", "scale"}));
  EXPECT_EQ(traced.status, 0) << traced.err;
  EXPECT_THAT(traced.out, HasSubstr("match"));
  EXPECT_EQ(run(command("trace", {"--launch", "graph"})).status, 0);
  EXPECT_EQ(run(command("trace", {"--launch", "sum_rows"})).status, 0);
}

TEST_F(CapturedProgram, RunsItsOnlyLaunchUnasked) {
  captured::Episode wrong = scaled();
  wrong.allocations[1].parts[0].after[7] = std::byte{0x7e};
  write(program_of({wrong}));
  const Output traced = run(command("trace"));
  EXPECT_EQ(traced.status, 1);
  EXPECT_THAT(traced.err, HasSubstr("arg1[1] is 2"));
}

TEST_F(CapturedProgram, BecomesACaptureOfATrace) {
  const std::string capture = (folder_ / "t.wlens").string();
  const Output traced = run(command("trace", {"--launch", "scale", "-o", capture}));
  ASSERT_EQ(traced.status, 0) << traced.err;
  EXPECT_EQ(run({"show", capture}).out, traced.out);
}

TEST_F(CapturedProgram, IsCheckedAloneAndWithItsFolder) {
  const Output one = run(command("check", {"--launch", "scale"}));
  EXPECT_EQ(one.status, 0) << one.out << one.err;
  EXPECT_THAT(one.out, HasSubstr("pass"));
  const Output all = run({"check", folder_.string()});
  EXPECT_EQ(all.status, 0) << all.out << all.err;
  EXPECT_THAT(all.out, HasSubstr("scale#2"));
}

TEST_F(CapturedProgram, IsComparedWithAnother) {
  const std::string before = file_;
  write(program_of({scaled()}), "after.wlens");
  const Output same = run({"diff", before, file_, "--launch", "scale"});
  EXPECT_EQ(same.status, 0) << same.out << same.err;
}

TEST_F(CapturedProgram, HasLimitsLatencyAndAnEstimate) {
  EXPECT_FALSE(run_json(command("limits", {"--launch", "scale", "--json"})).empty());
  EXPECT_FALSE(run_json(command("latency", {"--launch", "scale", "--json"})).empty());
  const Arguments estimate = command("estimate", {"--launch", "scale", "--json"});
  if (run(estimate).err.find("ptxas's to say") != std::string::npos)
    GTEST_SKIP() << "ptxas is not here";
  EXPECT_FALSE(run_json(estimate).empty());
}

TEST_F(CapturedProgram, IsLaunchedInNoOtherWay) {
  for (const Arguments& options :
       {Arguments{"--set", "n=4"}, Arguments{"--grid", "4"}, Arguments{"--arg", "n:i32=4"},
        Arguments{"--entry", "scale"}, Arguments{"-I", "."}, Arguments{"--symbol", "weights=1,2"},
        Arguments{"--expect", "y=file"}, Arguments{"--reference", "scale"},
        Arguments{"--save-launch"}}) {
    Arguments all = command("trace", {"--launch", "scale"});
    all.insert(all.end(), options.begin(), options.end());
    const Output refused = run(all);
    EXPECT_EQ(refused.status, 1) << options.front();
    EXPECT_EQ(std::ranges::count(refused.err, '\n'), 1) << refused.err;
  }
}

TEST_F(CapturedProgram, SaysWhatALaunchIsCalled) {
  const Output none = run(command("trace", {"--launch", "scales"}));
  EXPECT_EQ(none.status, 1);
  EXPECT_THAT(none.err, HasSubstr("there is no launch 'scales', there is: scale"));
}

TEST_F(CapturedProgram, ShowsNoFiguresOfARun) {
  for (const char* option : {"--events", "--worst"}) {
    const Output refused = run(command("show", {option}));
    EXPECT_EQ(refused.status, 1);
    EXPECT_THAT(refused.err, HasSubstr("warplens trace runs a launch"));
  }
}

TEST_F(CapturedProgram, ThatIsDamagedIsRefusedInOneLine) {
  const std::string whole = read_file(file_);
  write_file(file_, whole.substr(0, whole.size() / 2));
  for (const char* name : {"show", "trace", "limits"}) {
    const Output refused = run(command(name));
    EXPECT_EQ(refused.status, 1);
    EXPECT_THAT(refused.err, HasSubstr("run.wlens"));
    EXPECT_EQ(std::ranges::count(refused.err, '\n'), 1) << refused.err;
  }
}

TEST_F(CapturedProgram, IsDrawnAsTheLaunchThatIsNamed) {
  if (!has_window()) GTEST_SKIP() << "built without its window";
  const auto draw = [&](const std::string& launch) {
    return run({"screenshot", "--explore", file_, "--launch", launch, "--size", "1280x800", "-o",
                file_ + ".png"});
  };
  EXPECT_EQ(draw("sum_rows").status, 0);
  const Output unknown = draw("nothing");
  EXPECT_EQ(unknown.status, 1);
  EXPECT_THAT(unknown.err, HasSubstr("there is: scale, scale#2, graph, sum_rows"));
  const Output none =
      run({"screenshot", "--explore", "transpose/tile", "--launch", "scale", "-o", file_ + ".png"});
  EXPECT_EQ(none.status, 1);
  EXPECT_THAT(none.err, HasSubstr("capture of a program"));
}

}  // namespace
}  // namespace warplens::cli_test
