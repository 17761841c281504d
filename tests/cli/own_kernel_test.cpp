// A person's own kernel: every form of argument, files in and out, the race at its line.
// data/NAME.ptx is nvcc -ptx -lineinfo -arch=compute_75 -std=c++17 of the NAME.cu beside it, with
// the folders taken out of its .file lines.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <cstring>

#include "kernels/base/json.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

template <class T>
std::vector<T> values_in(const std::filesystem::path& file) {
  const std::string bytes = read_file(file);
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

template <class T>
std::string bytes_of(const std::vector<T>& values) {
  std::string bytes(values.size() * sizeof(T), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

// 2 blocks of 32 threads; files and scalars as the kernel's comment says.
std::vector<std::string> arguments_command(const std::string& in, const std::string& inout) {
  std::vector<std::string> command = {"trace", data_file("arguments.ptx"), "--grid", "2", "--block",
                                      "32"};
  for (const std::string& argument :
       {"in:in:f32[64]=" + in, std::string("out:out:f32[64]"), "inout:inout:i32[64]=" + inout,
        std::string("values:out:f64[12]=zero"), std::string("a:u8=255"), std::string("b:i8=-128"),
        std::string("c:u16=65535"), std::string("d:i16=-32768"), std::string("e:u32=4294967295"),
        std::string("f:i32=-2147483648"), std::string("g:u64=4503599627370496"),
        std::string("h:i64=-4503599627370496"), std::string("i:f16=1.5"),
        std::string("j:bf16=-0.333251953125"), std::string("k:f32=1e-3"),
        std::string("l:f64=-1e300")}) {
    command.emplace_back("--arg");
    command.push_back(argument);
  }
  return command;
}

void add(std::vector<std::string>& command, const std::vector<std::string>& more) {
  command.insert(command.end(), more.begin(), more.end());
}

TEST(OwnKernel, EveryTypeOfScalarArrives) {
  const auto values = scratch_folder() / "values";
  auto command = arguments_command("iota", "zero");
  add(command, {"--dump", "values=" + values.string(), "--json"});
  EXPECT_EQ(run_json(command).at("result"), "unchecked");
  EXPECT_THAT(values_in<double>(values),
              ElementsAre(255, -128, 65535, -32768, 4294967295.0, -2147483648.0, 4503599627370496.0,
                          -4503599627370496.0, 1.5, -0.333984375, double{1e-3f}, -1e300));
}

TEST(OwnKernel, BuffersAreFilledAsAskedAndDumped) {
  const auto folder = scratch_folder();
  std::vector<float> input(64);
  for (int i = 0; i < 64; ++i) input[i] = 0.25f * static_cast<float>(i) - 3;
  write_file(folder / "a=b:c.bin", bytes_of(input));
  auto command = arguments_command((folder / "a=b:c.bin").string(), "iota");
  add(command, {"--dump", "out=" + (folder / "out").string(), "--dump",
                "inout=" + (folder / "inout").string()});
  EXPECT_EQ(run(command).status, 0);
  const auto out = values_in<float>(folder / "out");
  const auto inout = values_in<int>(folder / "inout");
  ASSERT_EQ(out.size(), 64u);
  ASSERT_EQ(inout.size(), 64u);
  for (int i = 0; i < 64; ++i) {
    EXPECT_EQ(out[i], 2 * input[i]);
    EXPECT_EQ(inout[i], 2 * i);
  }
}

TEST(OwnKernel, RandomBuffersFollowTheirSeed) {
  const auto folder = scratch_folder();
  const auto dump = [&](const std::string& fill) {
    auto command = arguments_command(fill, "zero");
    add(command, {"--dump", "in=" + (folder / "in").string()});
    EXPECT_EQ(run(command).status, 0);
    return values_in<float>(folder / "in");
  };
  const auto first = dump("random:1");
  EXPECT_EQ(first, dump("random:1"));
  EXPECT_NE(first, dump("random:2"));
  EXPECT_THAT(first, testing::Each(testing::AllOf(testing::Ge(-1.f), testing::Lt(1.f))));
}

TEST(OwnKernel, ExpectationsMatchWithinTheirTolerance) {
  const auto folder = scratch_folder();
  std::vector<float> expected(64);
  for (int i = 0; i < 64; ++i) expected[i] = 2 * static_cast<float>(i);
  write_file(folder / "right", bytes_of(expected));
  expected[5] *= 1.0005f;
  write_file(folder / "near", bytes_of(expected));
  const auto check = [&](const std::string& expectation, int status) {
    auto command = arguments_command("iota", "zero");
    add(command, {"--expect", "out=" + (folder / expectation).string(), "--json"});
    return run_json(command, status).at("result");
  };
  EXPECT_EQ(check("right", 0), "match");
  EXPECT_EQ(check("near", 1), "mismatch");
  EXPECT_EQ(check("near:1e-3", 0), "match");
  EXPECT_EQ(check("near:0,0.01", 0), "match");
  EXPECT_EQ(check("near:0,0.001", 1), "mismatch");
  EXPECT_EQ(check("near:1e-4,0.01", 0), "match");
  auto command = arguments_command("iota", "zero");
  add(command, {"--expect", "out=" + (folder / "near").string()});
  EXPECT_THAT(run(command).err, HasSubstr("out[5]"));
}

SortedJson trace_turn(const std::string& file, const std::vector<std::string>& more = {},
                      int status = 0) {
  std::vector<std::string> command = {"trace",   data_file(file),
                                      "--grid",  "1",
                                      "--block", "32,32",
                                      "--arg",   "in:in:f32[1024]=iota",
                                      "--arg",   "out:out:f32[1024]",
                                      "--json"};
  add(command, more);
  return launch_json(command, status);
}

// The store into the tile is line 6, the load from it line 8.
void expect_race_at_its_line(const SortedJson& trace) {
  int races = 0;
  for (const SortedJson& finding : trace.at("findings")) {
    if (finding.at("kind") != "race") continue;
    ++races;
    EXPECT_EQ(finding.at("severity"), "error");
    EXPECT_THAT(finding.at("file").get<std::string>(), testing::EndsWith("turn_nobarrier.cu"));
    EXPECT_TRUE(finding.at("line") == 6 || finding.at("line") == 8) << finding;
    EXPECT_THAT(finding.at("message").get<std::string>(), HasSubstr("tile"));
  }
  EXPECT_GT(races, 0);
}

TEST(OwnKernel, RemovedBarrierIsARaceAtItsLine) {
  expect_race_at_its_line(trace_turn("turn_nobarrier.ptx", {}, 1));
}

TEST(OwnKernel, WithItsBarrierThereIsNoRaceAndNoConflict) {
  const auto out = scratch_folder() / "out";
  const SortedJson trace = trace_turn("turn.ptx", {"--dump", "out=" + out.string()});
  EXPECT_TRUE(trace.at("findings").empty());
  EXPECT_EQ(trace.at("totals").at("shared_load").at("conflicts"), 0);
  EXPECT_EQ(values_in<float>(out)[1], 32);
}

bool compiler_found() {
  const SortedJson doctor = run_json({"doctor", "--json"});
  return doctor.at("nvcc").at("found") || doctor.at("nvrtc").at("found");
}

TEST(OwnKernel, SourceFilesAreCompiledWhereACompilerIsFound) {
  if (!compiler_found()) GTEST_SKIP() << "neither nvcc nor NVRTC here";
  expect_race_at_its_line(trace_turn("turn_nobarrier.cu", {}, 1));
}

TEST(OwnKernel, ANanInItsResultIsANoteAtTheLineThatMakesIt) {
  std::vector<std::string> command = {"trace",   data_file("normalize.ptx"),
                                      "--grid",  "2",
                                      "--block", "32",
                                      "--arg",   "in:in:f32[64]=zero",
                                      "--arg",   "out:out:f32[64]"};
  const Output text = run(command);
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("makes a NaN of finite numbers: 0 / 0"));
  add(command, {"--json"});
  const SortedJson findings = launch_json(command).at("findings");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].at("kind"), "non_finite");
  EXPECT_EQ(findings[0].at("severity"), "information");
  EXPECT_EQ(findings[0].at("line"), 7);
  EXPECT_EQ(findings[0].at("lane"), 0);
  EXPECT_EQ(findings[0].at("occurrences"), 64);
}

TEST(OwnKernel, EntryChoosesAmongSeveral) {
  const auto out = scratch_folder() / "out";
  const std::vector<std::string> command = {"trace",   data_file("two_entries.ptx"),
                                            "--entry", "second",
                                            "--grid",  "1",
                                            "--block", "32",
                                            "--arg",   "out:out:i32[32]",
                                            "--dump",  "out=" + out.string()};
  EXPECT_EQ(run(command).status, 0);
  EXPECT_EQ(values_in<int>(out)[31], 2);
}

// Sums 2·i + 0.5 for i < 100 of 128 in four blocks, then the four sums.
std::vector<std::string> two_pass_command() {
  return {"trace",    data_file("two_pass.ptx"),
          "--entry",  "partial",
          "--grid",   "4",
          "--block",  "32",
          "--buffer", "x:in:f32[128]=iota",
          "--arg",    "view:{ptr,i32,f32[2]}=@x,100,2,0.5",
          "--arg",    "sums:out:f32[4]",
          "--then",   "total",
          "--grid",   "1",
          "--block",  "32",
          "--arg",    "sums",
          "--arg",    "n:i32=4",
          "--arg",    "y:out:f32[1]"};
}

TEST(OwnKernel, RunsSeveralKernelsOnTheSameBuffers) {
  const auto folder = scratch_folder();
  auto command = two_pass_command();
  write_file(folder / "expected", bytes_of(std::vector<float>{9950}));
  add(command, {"--expect", "y=" + (folder / "expected").string(), "--json", "-o",
                (folder / "run.wlens").string()});
  const SortedJson result = run_json(command);
  EXPECT_EQ(result.at("result"), "match");
  ASSERT_EQ(result.at("launches").size(), 2u);
  EXPECT_EQ(result.at("launches")[0].at("kernel"), "partial");
  EXPECT_EQ(result.at("launches")[1].at("kernel"), "total");
  for (const SortedJson& launch : result.at("launches")) EXPECT_TRUE(launch.at("findings").empty());
  const SortedJson shown = run_json({"show", (folder / "run.wlens").string(), "--json"});
  EXPECT_EQ(shown.at("launches").size(), 2u);
}

TEST(OwnKernel, PointersThatLeadNowhereAreFindingsThatSayWhatToDo) {
  auto command = two_pass_command();
  const auto view = std::ranges::find_if(
      command, [](const std::string& word) { return word.starts_with("view:"); });
  ASSERT_NE(view, command.end());
  *view = "view:{u64,i32,f32[2]}=140000000000000,100,2,0.5";
  add(command, {"--json"});
  const SortedJson findings = run_json(command, 1).at("launches")[0].at("findings");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].at("kind"), "out_of_bounds");
  EXPECT_THAT(findings[0].at("message").get<std::string>(),
              HasSubstr("pointers can only lead to the launch's own buffers"));
}

// A folder of its own with the kernel file, beside which a launch may be kept.
std::string copied(const char* name) {
  const auto folder = scratch_folder() / "own";
  std::filesystem::create_directories(folder);
  const auto file = folder / name;
  std::filesystem::copy_file(data_file(name), file,
                             std::filesystem::copy_options::overwrite_existing);
  std::filesystem::remove(file.string() + ".warplens.json");
  return file.string();
}

TEST(OwnKernel, AloneIsLaunchedAsItsPtxSuggestsAndSaysWhatWasAssumed) {
  const std::string file = copied("turn.ptx");
  const Output outcome = run({"trace", file});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("nobody said how it is launched; assumed:"));
  EXPECT_THAT(outcome.err, HasSubstr("warplens trace " + file + " --entry"));
  EXPECT_THAT(outcome.out, HasSubstr("findings: none"));
}

TEST(OwnKernel, KeepsItsLaunchBesideIt) {
  const std::string file = copied("turn.ptx");
  EXPECT_EQ(run({"trace", file, "--save-launch"}).status, 0);
  EXPECT_TRUE(std::filesystem::exists(file + ".warplens.json"));
  const Output again = run({"trace", file});
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_THAT(again.err, Not(HasSubstr("assumed")));
  EXPECT_THAT(run({"trace", file, "--launch", "other"}).err, HasSubstr("has no launch 'other'"));
  write_file(file + ".warplens.json", "{\"warplens_launches\": 1, \"launches\": [{}]}");
  EXPECT_THAT(run({"trace", file}).err, HasSubstr("launches[0]: \"kernel\" is missing"));
}

TEST(OwnKernel, OfSeveralInAFileAreListedByTheirSignatures) {
  const std::string file = (source_folder() / "tests/corpus/image.ptx").string();
  const Output outcome = run({"trace", file});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("sobel(const unsigned char*"));
  EXPECT_THAT(outcome.err, HasSubstr("choose one with --entry NAME"));
  EXPECT_EQ(run({"trace", file, "--entry", "sobel"}).status, 0);
}

TEST(OwnKernel, TakesSizesAndSymbols) {
  const std::string file = (source_folder() / "tests/corpus/image.ptx").string();
  const std::vector<std::string> command = {"trace", file, "--entry", "convolution_1d"};
  auto with = command;
  add(with, {"--source-root", source_folder().string(), "--symbol", "taps:f32=0,0,0,1,0,0,0",
             "--set", "n=100"});
  const Output outcome = run(with);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  with = command;
  add(with, {"--symbol", "tips=1"});
  EXPECT_THAT(run(with).err, HasSubstr("variable 'tips'"));
  with = command;
  add(with, {"--set", "nothing=1"});
  EXPECT_THAT(run(with).err,
              HasSubstr("--set: there is no size 'nothing' in convolution_1d's launch"));
}

// 1 and 16 products of 2^-25, which Hopper's tensor cores add and Ampere's cut off.
constexpr const char* kTensorSum = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry sum(.param .u64 out)
{
.reg .b32 %r<4>;
.reg .f32 %f<6>;
.reg .b64 %rd<4>;
ld.param.u64 %rd1, [out];
mov.u32 %r1, 0x0c000c00;
mov.u32 %r2, 0x08000800;
mov.f32 %f1, 0f3F800000;
mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f2,%f3,%f4,%f5}, {%r1,%r1,%r1,%r1},
  {%r2,%r2}, {%f1,%f1,%f1,%f1};
mov.u32 %r3, %tid.x;
mul.wide.u32 %rd2, %r3, 4;
add.u64 %rd3, %rd1, %rd2;
st.global.f32 [%rd3], %f2;
ret;
}
)";
TEST(OwnKernel, TheArchitectureSaysWhoseTensorCoresSum) {
  const auto folder = scratch_folder();
  write_file(folder / "sum.ptx", kTensorSum);
  const std::string sums = (folder / "sums").string();
  const auto first_sum = [&](const std::string& architecture) {
    const Output output =
        run({"trace", (folder / "sum.ptx").string(), "--grid", "1", "--block", "32", "--arg",
             "sums:out:f32[32]", "--arch", architecture, "--dump", "sums=" + sums});
    EXPECT_EQ(output.status, 0) << output.err;
    return values_in<float>(sums).at(0);
  };
  EXPECT_EQ(first_sum("sm_90"), 1 + 0x1p-21f);
  EXPECT_EQ(first_sum("sm_80"), 1.0f);
}

}  // namespace
}  // namespace warplens::cli_test
