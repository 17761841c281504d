// bench, resources, check, limits and trace of a person's own file, with and without the simulated
// driver. data/scaled.cu has a kernel, a plain one that computes the same, and wrong ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/base/json.h"
#include "kernels/run/own_kernel.h"
#include "tests/cli/environment.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// COMMAND scaled.ptx --entry scaled …
std::vector<std::string> of_scaled(const std::string& command,
                                   const std::vector<std::string>& more = {}) {
  std::vector<std::string> words = {command, data_file("scaled.ptx"), "--entry", "scaled"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// Of a wrong use: the last line of what it says, which is its only one but for what was assumed.
std::string error_of(const std::vector<std::string>& arguments) {
  const Output output = run(arguments);
  EXPECT_EQ(output.status, 1) << output.out;
  EXPECT_EQ(output.out, "");
  const std::size_t last = output.err.rfind("warplens: ");
  EXPECT_NE(last, std::string::npos) << output.err;
  const std::string line = output.err.substr(last);
  EXPECT_EQ(std::ranges::count(line, '\n'), 1) << output.err;
  return line;
}

// A kernel of orders.ptx.
std::vector<std::string> of_orders(const std::string& command, const std::string& kernel,
                                   const std::vector<std::string>& more) {
  std::vector<std::string> words = {command, data_file("orders.ptx"), "--entry", kernel};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}
const std::vector<std::string> kStage = {"--grid",      "1",
                                         "--block",     "64",
                                         "--arg",       "in:in:i32[512]=iota",
                                         "--arg",       "out:out:i32[512]",
                                         "--arg",       "tiles:i32=8",
                                         "--reference", "stage_plain"};

TEST(OwnCheck, TriesOtherOrdersOfBlocksByItself) {
  const std::vector<std::string> launch = {
      "--grid",         "16", "--block", "32", "--arg", "counter:inout:i32[1]=zero", "--arg",
      "out:out:i32[16]"};
  EXPECT_THAT(run(of_orders("trace", "ticket", launch)).out, HasSubstr("findings: none"));
  const Output checked = run(of_orders("check", "ticket", launch));
  EXPECT_EQ(checked.status, 1) << checked.out;
  EXPECT_THAT(checked.out, testing::ContainsRegex("with --order seed:[1-5] .*: orders.cu:9"));
}

TEST(OwnCheck, TriesOtherOrdersOfWarpsByItself) {
  const std::vector<std::string> launch = {
      "--grid", "1", "--block", "96", "--arg", "out:out:i32[96]", "--arg", "rounds:i32=16"};
  EXPECT_THAT(run(of_orders("trace", "ring", launch)).out, HasSubstr("findings: none"));
  const Output checked = run(of_orders("check", "ring", launch));
  EXPECT_EQ(checked.status, 1) << checked.out;
  EXPECT_THAT(checked.out, testing::ContainsRegex(
                               "with --order seed:[1-5].*waits here for ever for the mbarrier"));
}

TEST(OwnCheck, TriesCopiesThatLandEarly) {
  const Output checked = run(of_orders("check", "stage", kStage));
  EXPECT_EQ(checked.status, 1) << checked.out;
  EXPECT_THAT(checked.out, HasSubstr("in flight"));
  EXPECT_THAT(checked.out, HasSubstr("with --copies early, the result is wrong"));
}

TEST(OwnTrace, LandsCopiesWhenItIsAskedTo) {
  const auto traced = [](const char* copies) {
    std::vector<std::string> words = of_orders("trace", "stage", kStage);
    words.insert(words.end(), {"--json", "--copies", copies});
    return SortedJson::parse(run(words).out);
  };
  EXPECT_EQ(traced("late").at("result"), "match");
  EXPECT_EQ(traced("early").at("result"), "mismatch");
  // The first tile, as on an H100, where it is wrong in one or both warps (tests/probes/stages.cu).
  EXPECT_EQ(traced("early").at("mismatch").at("count"), 64);
  EXPECT_EQ(traced("at-once").at("mismatch").at("count"), 6 * 64);  // all but the last two
  EXPECT_EQ(traced("seed:1").at("result"), "mismatch");
}

TEST(OwnReference, SaysWhatIsRight) {
  const auto result = [](const char* kernel, int status) {
    return run_json(of_scaled("trace", {"--reference", kernel, "--set", "n=1000", "--json"}),
                    status);
  };
  EXPECT_EQ(result("plain", 0).at("result"), "match");
  const SortedJson wrong = result("wrong:1e-6", 1);
  EXPECT_EQ(wrong.at("result"), "mismatch");
  EXPECT_EQ(wrong.at("mismatch").at("element"), 5);
  EXPECT_EQ(wrong.at("mismatch").at("expected"), "0.5");
  EXPECT_EQ(result("wrong:0,100", 0).at("result"), "match");
}

TEST(OwnReference, HasItsOwnGridBesideALaunchByOptions) {
  const auto result = [](const char* kernel) {
    return run(of_scaled("trace",
                         {"--grid", "1", "--block", "256", "--arg", "in:in:f32[1000]=iota", "--arg",
                          "out:out:f32[1000]", "--arg", "n:i32=1000", "--reference", kernel}))
        .status;
  };
  EXPECT_EQ(result("plain"), 0);
  EXPECT_EQ(result("wrong"), 1);
}

TEST(OwnReference, IsKeptWithTheLaunch) {
  const auto folder = scratch_folder();
  const std::string file = (folder / "scaled.ptx").string();
  std::filesystem::copy_file(data_file("scaled.ptx"), file);
  EXPECT_EQ(run({"trace", file, "--entry", "scaled", "--reference", "wrong:0,100", "--save-launch"})
                .status,
            0);
  EXPECT_THAT(read_file(file + ".warplens.json"), HasSubstr("\"kernel\": \"wrong\""));
  EXPECT_EQ(run_json({"trace", file, "--json"}).at("result"), "match");
  EXPECT_EQ(run({"check", file, "--reference", "wrong"}).status, 1);
}

TEST(OwnReference, IsRefusedInOneLine) {
  const auto error = [](const char* kernel) {
    return error_of(of_scaled("trace", {"--reference", kernel}));
  };
  EXPECT_THAT(error("counted"), HasSubstr("there is: plain, wrong, outside"));
  EXPECT_THAT(error("scaled"), HasSubstr("is another kernel"));
  EXPECT_THAT(error("none"), HasSubstr("has no kernel 'none'"));
  EXPECT_THAT(error("plain:much"), HasSubstr("KERNEL[:RELATIVE[,ABSOLUTE]]"));
  EXPECT_THAT(error(":1"), HasSubstr("KERNEL[:RELATIVE[,ABSOLUTE]]"));
  EXPECT_THAT(error("outside"), HasSubstr("reference outside: "));
  EXPECT_THAT(error_of({"trace", "transpose/tile", "--reference", "plain"}), HasSubstr("--set"));
}

TEST(OwnSymbols, AreSetOnAGpuAsOnTheCpu) {
  const auto file = scratch_folder() / "out";
  const auto dumped = [&](const std::string& backend, const std::string& symbol) {
    const Output output = run(of_scaled(
        "trace", {"--backend", backend, "--symbol", symbol, "--dump", "out=" + file.string()}));
    EXPECT_EQ(output.status, 0) << output.err;
    return read_file(file);
  };
  const std::string first = dumped("cpu", "factors=0,5,0,1");
  const std::string second = dumped("cpu", "factors=2");
  const Environment simulated = driver("simulated_cuda");
  EXPECT_EQ(dumped("gpu", "factors=0,5,0,1"), first);
  EXPECT_EQ(dumped("gpu", "factors=2"), second);
  EXPECT_NE(first, second);
}

TEST(OwnResources, AreThoseOfEachKernelOfTheFile) {
  const Output output = run({"resources", data_file("scaled.ptx")});
  if (output.err.find("need ptxas") != std::string::npos) GTEST_SKIP() << "ptxas is not here";
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out, AllOf(HasSubstr("_Z6scaledPKfPfi: 256 threads a block"),
                                HasSubstr("_Z5plainPKfPfi"), HasSubstr("  sm_90 ")));
  const SortedJson one = run_json({"resources", data_file("scaled.ptx"), "plain", "--json"});
  ASSERT_EQ(one.at("launches").size(), 1u);
  const SortedJson& launch = one.at("launches").at(0);
  EXPECT_EQ(launch.at("entry"), "_Z5plainPKfPfi");
  EXPECT_GT(launch.at("architectures").at(0).at("registers"), 0);
  EXPECT_GT(launch.at("architectures").at(0).at("blocks_an_sm"), 0);
}

TEST(OwnResources, FollowTheLaunchesBlock) {
  const auto shared = [](const char* bytes) {
    return run({"resources", data_file("turn.ptx"), "--grid", "1", "--block", "32,32", "--arg",
                "in:in:f32[1024]", "--arg", "out:out:f32[1024]", "--shared", bytes, "--json"});
  };
  const Output output = shared("0");
  if (output.err.find("need ptxas") != std::string::npos) GTEST_SKIP() << "ptxas is not here";
  const auto bytes_of = [](const Output& printed) {
    return parse_sorted_json(printed.out)["launches"][0]["architectures"][0]["shared_bytes"];
  };
  EXPECT_EQ(bytes_of(output), 32 * 33 * 4);
  EXPECT_EQ(bytes_of(shared("1000")), 32 * 33 * 4 + 1000);
}

TEST(OwnResources, WithoutPtxasSayHowToGetIt) {
  const Environment path("PATH", "/nowhere");
  const Environment home("CUDA_HOME", "/nowhere");
  const Output output = run({"resources", data_file("turn.ptx")});
  if (output.status == 0) GTEST_SKIP() << "ptxas is in a folder that is always looked into";
  EXPECT_THAT(output.err, AllOf(HasSubstr("need ptxas"), HasSubstr("pip install")));
}

TEST(OwnLimits, GrowWithTheSizesThatAreSet) {
  const auto wavefronts = [](const std::string& size) {
    const SortedJson limits = run_json(of_scaled("limits", {"--set", size, "--json"}));
    EXPECT_EQ(limits.at("kernel"), "scaled");
    return limits.at("units").at(2).at("amount").get<double>();
  };
  EXPECT_NEAR(wavefronts("n=131072") / wavefronts("n=65536"), 2, 1e-9);
  EXPECT_THAT(run(of_scaled("limits", {"--chip", "t4"})).out, StartsWith("scaled on Tesla T4 n="));
}

TEST(OwnCheck, OnTheCpuAloneSaysWhatIsChecked) {
  const Environment ancient = driver("ancient_cuda");
  const Output right = run(of_scaled("check", {"--reference", "plain"}));
  EXPECT_EQ(right.status, 0) << right.err;
  EXPECT_THAT(right.out,
              AllOf(StartsWith("scaled n=1024: checked on the CPU alone: findings, outputs against "
                               "plain (no GPU: "),
                    HasSubstr("results: as expected\npass, on the CPU alone\n")));
  const Output wrong = run(of_scaled("check", {"--reference", "wrong"}));
  EXPECT_EQ(wrong.status, 1);
  EXPECT_THAT(wrong.out, AllOf(HasSubstr("the result is wrong: out[5]"), HasSubstr("FAIL\n")));
  const SortedJson json = run_json(of_scaled("check", {"--json"}));
  EXPECT_EQ(json.at("device"), nullptr);
  EXPECT_EQ(json.at("runs").at(0).at("results"), "unchecked");
}

TEST(OwnCheck, TakesFindingsForFaults) {
  const Environment ancient = driver("ancient_cuda");
  const Output output = run({"check", data_file("turn_nobarrier.ptx")});
  EXPECT_EQ(output.status, 2) << "its launch is guessed";
  EXPECT_THAT(output.out, AllOf(HasSubstr("DIFFERENT: "), HasSubstr("FAIL\n")));
  EXPECT_EQ(run({"check", data_file("turn.ptx")}).status, 0);
}

TEST(OwnCheck, SaysItInChinese) {
  const Environment ancient = driver("ancient_cuda");
  const Output output = run({"check", data_file("turn_nobarrier.ptx"), "--lang", "zh"});
  EXPECT_EQ(output.status, 2);
  EXPECT_THAT(output.out, AllOf(HasSubstr("只在 CPU 上核对"), HasSubstr("  不同："),
                                HasSubstr("构成竞争"), HasSubstr("\n不通过\n")));
}

TEST(OwnCheck, ComparesTheGpuWithTheCpu) {
  const Environment simulated = driver("simulated_cuda");
  const Output right = run(of_scaled(
      "check", {"--reference", "plain", "--symbol", "factors=3,1,4,1", "--set", "n=999"}));
  EXPECT_EQ(right.status, 0) << right.out << right.err;
  EXPECT_THAT(right.out, AllOf(HasSubstr("Simulated device against the CPU\n"), HasSubstr("n=999"),
                               HasSubstr("equal bits"), HasSubstr("pass, counters not read\n")));
  const Environment wrong("WARPLENS_SIMULATED_CUDA", "wrong_traced");
  EXPECT_EQ(run(of_scaled("check")).status, 1);
}

TEST(OwnBench, TimesEachSize) {
  const Environment simulated = driver("simulated_cuda");
  const Output output = run(of_scaled("bench", {"--sizes", "n=100,200", "--reference", "plain"}));
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out, AllOf(StartsWith("scaled on Simulated device\n"), HasSubstr("\n  n=100 "),
                                HasSubstr("\n  n=200 "), HasSubstr("  match, in L2\n")));
  const SortedJson json = run_json(of_scaled("bench", {"--set", "n=300", "--json"}));
  ASSERT_EQ(json.at("timings").size(), 1u);
  EXPECT_EQ(json.at("timings").at(0).at("sizes").at("n"), 300);
  EXPECT_EQ(json.at("timings").at(0).at("buffer_bytes"), 2400);
  EXPECT_GE(json.at("timings").at(0).at("seconds").at("repetitions"), 20);
  EXPECT_GT(json.at("timings").at(0).at("seconds").at("median"), 0);
}

TEST(OwnBench, DoesNotTimeWhatIsWrong) {
  const Environment simulated = driver("simulated_cuda");
  const Output output = run(of_scaled("bench", {"--reference", "wrong"}));
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.out, HasSubstr("not timed, its result is wrong: out[5]"));
  EXPECT_THAT(output.out, Not(HasSubstr(" us ")));
}

TEST(OwnPicture, IsOfTheSizesThatAreSet) {
  if (!has_window()) GTEST_SKIP() << "built without its window";
  const auto folder = scratch_folder();
  const std::string file = data_file("scaled.ptx");
  const auto draw = [&](const char* name, const char* size) {
    const Output output = run({"screenshot", "--explore", file, "--set", size, "--size", "1280x800",
                               "-o", (folder / name).string()});
    EXPECT_EQ(output.err, "");
    return read_file(folder / name);
  };
  EXPECT_NE(draw("small.png", "n=100"), draw("large.png", "n=1000"));
  const Output wrong =
      run({"screenshot", "--explore", file, "--set", "m=1", "-o", (folder / "none.png").string()});
  EXPECT_EQ(wrong.status, 1);
  EXPECT_THAT(wrong.err, HasSubstr("there is no size 'm' in scaled's launch, there is: n"));
}

TEST(OwnCommands, SayInOneLineWhatIsWrong) {
  const std::string scaled = data_file("scaled.ptx");
  const Environment simulated = driver("simulated_cuda");
  for (const char* command : {"bench", "limits", "check"}) {
    EXPECT_THAT(error_of({command, scaled}), HasSubstr("choose one with --entry: scaled, plain"));
    EXPECT_THAT(error_of(of_scaled(command, {"--set", "m=1"})), HasSubstr("no size 'm'"));
    EXPECT_THAT(error_of(of_scaled(command, {"--launch", "x"})), HasSubstr("--launch x"));
    EXPECT_THAT(error_of({command, "none.ptx"}), HasSubstr("none.ptx"));
  }
  EXPECT_THAT(error_of({"resources", "none.ptx"}), HasSubstr("none.ptx"));
  EXPECT_THAT(error_of({"resources", scaled, "nothing"}), HasSubstr("has no kernel 'nothing'"));
  EXPECT_THAT(error_of({"resources", "transpose/tile", "tile"}), HasSubstr("only of a .ptx"));
  EXPECT_THAT(error_of({"limits", "transpose/tile", "--entry", "x"}), HasSubstr("for a .ptx"));
  EXPECT_THAT(error_of({"check", scaled, scaled, "--entry", "plain"}),
              HasSubstr("are of one file"));
  EXPECT_THAT(error_of({"check", scaled, scaled, "--set", "n=3"}), HasSubstr("is of one file"));
  EXPECT_THAT(error_of({"check", scaled, "transpose"}), HasSubstr("no .cu or .ptx file"));
  EXPECT_THAT(error_of(of_scaled("check", {"--size", "3"})), HasSubstr("--set NAME=NUMBER"));
  EXPECT_THAT(error_of({"check", "transpose", "--set", "n=3"}), HasSubstr("use --size"));
  EXPECT_THAT(error_of(of_scaled("bench", {"--variants", "x"})),
              HasSubstr("--variants is for families"));
  EXPECT_THAT(error_of(of_scaled("bench", {"--sizes", "m=3"})), HasSubstr("no size 'm'"));
  EXPECT_THAT(error_of(of_scaled("bench", {"--sizes", "n=big"})), HasSubstr("--sizes 'big'"));
  EXPECT_THAT(error_of({"bench", scaled, "--entry", "counted", "--sizes", "3"}),
              HasSubstr("has 0 sizes"));
  const Environment none("WARPLENS_SIMULATED_CUDA", "no_device");
  EXPECT_THAT(error_of(of_scaled("bench")), HasSubstr("is a GPU present and visible?"));
}

}  // namespace
}  // namespace warplens::cli_test
