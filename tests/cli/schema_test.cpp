// docs/NAME.schema.json says what each command prints as JSON.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <set>

#include "tests/cli/environment.h"
#include "tests/cli/json_schema.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

SortedJson schema_of(const std::string& name) {
  return parse_sorted_json(read_file(source_folder() / "docs" / (name + ".schema.json")));
}
SortedJson trace_schema() { return schema_of("trace"); }

struct PrintedRun {
  std::string schema;
  std::vector<std::string> arguments;
  int status = 0;
  bool has_gpu = false;  // the simulated one
};

void PrintTo(const PrintedRun& printed, std::ostream* out) {
  for (const std::string& word : printed.arguments) *out << word << ' ';
}

class Schema : public testing::TestWithParam<PrintedRun> {};

TEST_P(Schema, HoldsForWhatIsPrinted) {
  const PrintedRun& printed = GetParam();
  std::optional<Environment> simulated;
  if (printed.has_gpu)
    simulated.emplace("LD_LIBRARY_PATH", WARPLENS_BINARY_DIR "/tests/simulated_cuda");
  std::vector<std::string> command = printed.arguments;
  command.emplace_back("--json");
  const SortedJson json = run_json(command, printed.status);
  EXPECT_GE(json.at("version"), 1);  // the schema has it, as a constant
  EXPECT_THAT(schema_faults(schema_of(printed.schema), json), IsEmpty());
}

std::vector<PrintedRun> traces() {
  const std::string conformance = (source_folder() / "tests/conformance/").string();
  const auto own = [&](const std::string& name) {
    return std::vector<std::string>{"trace",   conformance + name + ".ptx",
                                    "--grid",  "1",
                                    "--block", "32",
                                    "--arg",   "in:in:i32[32]=iota",
                                    "--arg",   "out:out:i32[32]"};
  };
  return {
      {"trace", {"trace", "transpose/tile"}},
      {"trace", {"trace", "transpose/tile", "--as-ptx", "--worst", "--events"}},
      {"trace", {"trace", "transpose/tile_nobarrier"}, 1},
      {"trace", {"trace", "gemm/register_tile", "--arch", "sm_80"}},
      {"trace", {"trace", "gemm/async_copy", "--events"}},
      {"trace", {"trace", "reduce/shuffle", "--set", "n=20", "--set", "threads=32", "--events"}},
      {"trace", {"trace", "access/atomic"}},
      {"trace", {"trace", "transpose/tile", "--fail-on", "conflicts,findings"}, 1},
      {"trace", own("assertion"), 1},
      {"trace", own("local_array"), 0},
      {"trace", own("shuffle_exited_lane"), 0}};
}

std::vector<std::string> explain_command() {
  const std::string folder = (source_folder() / "tests/explain").string();
  return {"explain", folder + "/every_fourth.ptx",
          "--grid",  "2",
          "--block", "32",
          "--arg",   "in:in:f32[64]=iota",
          "--arg",   "out:out:f32[64]",
          "--ncu",   folder + "/testdata/every_fourth.source.csv",
          "--ncu",   folder + "/testdata/every_fourth.raw.csv"};
}

std::vector<PrintedRun> others() {
  const std::string own = data_file("scaled.ptx");
  const std::string table = (source_folder() / "tests/data/h200-access-3.tsv").string();
  return {{"access", {"access", "--kind", "sld", "--offsets", "0,4,8"}},
          {"access", {"access", "--kind", "gld", "--width", "16", "--offsets", "0,64"}},
          {"access", {"access", "--table", table}},
          {"bench", {"bench", own, "--entry", "scaled", "--set", "n=300"}, 0, true},
          {"check", {"check", own, "--entry", "scaled"}, 0},
          {"check", {"check", "add/grid_stride", "--size", "100"}, 0, true},
          {"check", {"check", own, own}},
          {"diff", {"diff", "transpose/tile", "transpose/tile_padded"}, 1},
          {"diff", {"diff", "transpose/tile", "transpose/tile_nobarrier"}, 1},
          {"doctor", {"doctor"}},
          {"doctor", {"doctor"}, 0, true},
          {"errors", {"errors", "reduce/kahan", "--sizes", "1000"}},
          {"errors",
           {"errors", "reduce/one_launch", "--orders", "--sizes", "5000", "--set", "blocks=16"}},
          {"explain", {"explain", "transpose/tile"}},
          {"explain", {"explain", "pipeline/stages"}},
          {"explain", {"explain", "--metrics"}},
          {"explain", {"explain", "L1 Wavefronts Shared"}},
          {"explain", explain_command()},
          {"fragments", {"fragments", "mma.m16n8k16.f16"}},
          {"fragments", {"fragments", "wgmma.m64n16k16.f16"}},
          {"fragments", {"fragments", "ldmatrix.x4.trans"}},
          {"tile", {"tile", "tensor_gemm/tma"}},
          {"tile", {"tile", "tensor_gemm/wide_tiles"}},
          {"tile", {"tile", "tensor_gemm/clusters", "--set", "cluster=2", "--operand", "B"}},
          {"tile", {"tile", "transpose/tile"}},
          {"registers", {"registers", "gemm/register_tile"}},
          {"pipeline", {"pipeline", "pipeline/early_copy"}},
          {"pipeline", {"pipeline", "tensor_gemm/producer"}},
          {"pipeline", {"pipeline", "tensor_gemm/clusters", "--set", "cluster=2"}},
          {"host_timeline", {"host-timeline", "--bytes", "4KiB", "--repetitions", "3"}, 0, true},
          {"latency", {"latency", "reduce/sequential"}},
          {"latency", {"latency", "transpose/tile", "--chip", "h200"}},
          {"latency", {"latency", own, "--entry", "scaled"}},
          {"estimate", {"estimate", "gemm/row_loop"}},
          {"ladder", {"ladder", "transpose"}},
          {"ladder", {"ladder", "gemm"}},
          {"limits", {"limits", "transpose/tile"}},
          {"limits", {"limits", "gemm/register_tile", "--chip", "t4"}},
          {"limits", {"limits", own, "--entry", "scaled", "--chip", "b200"}},
          {"list", {"list"}},
          {"occupancy_check", {"resources", "--check", "reduce/sequential"}, 0, true},
          {"recording", {"bench", "add", "--sizes", "20", "--variants", "vector4"}, 0, true},
          {"resources", {"resources", "reduce/sequential"}},
          {"resources", {"resources", "gemm/register_tile_padded"}},
          {"roofline", {"roofline"}},
          {"roofline", {"roofline", "--chip", "t4"}},
          {"roofline", {"roofline", "--roof", "shared"}},
          {"swizzle", {"swizzle"}},
          {"swizzle", {"swizzle", "--find"}},
          {"swizzle", {"swizzle", "--from", "transpose/tile:33"}},
          {"swizzle", {"swizzle", "--from", "transpose/placed:37", "--kind", "padding"}}};
}

INSTANTIATE_TEST_SUITE_P(Runs, Schema, testing::ValuesIn(traces()));
INSTANTIATE_TEST_SUITE_P(Others, Schema, testing::ValuesIn(others()));

// bench_test.cpp holds what --against-nvcc prints to its own, captured_program_test.cpp what show
// prints of a program.
TEST(Schemas, AreAllHeldToWhatIsPrinted) {
  std::set<std::string> held{"trace", "nvcc_comparison", "program"};
  for (const PrintedRun& printed : others()) held.insert(printed.schema);
  std::set<std::string> written;
  for (const auto& file : std::filesystem::directory_iterator(source_folder() / "docs")) {
    const std::string name = file.path().filename().string();
    const std::size_t end = name.find(".schema.json");
    if (end != std::string::npos) written.insert(name.substr(0, end));
  }
  EXPECT_EQ(held, written);
}

TEST(Schemas, HoldForRecordings) {
  for (const auto& file :
       std::filesystem::directory_iterator(source_folder() / "assets/recordings")) {
    const bool is_timeline = file.path().string().find("host_timeline") != std::string::npos;
    const SortedJson recording = parse_sorted_json(read_file(file.path()));
    EXPECT_THAT(schema_faults(schema_of(is_timeline ? "host_timeline" : "recording"), recording),
                IsEmpty())
        << file.path();
  }
}

TEST(JsonSchema, TellsWhatIsNotAsItSays) {
  const SortedJson good = run_json({"trace", "transpose/tile", "--json"});
  const auto faults_with = [&](const char* place, const SortedJson& value) {
    SortedJson changed = good;
    changed[SortedJson::json_pointer(place)] = value;
    return schema_faults(trace_schema(), changed);
  };
  EXPECT_THAT(faults_with("/version", 2), ElementsAre(".version: 2 is not 1"));
  EXPECT_THAT(faults_with("/result", "right"), ElementsAre(HasSubstr("is none of")));
  EXPECT_THAT(faults_with("/launches/0/sites/0/line", -1),
              ElementsAre(HasSubstr("is less than 0")));
  EXPECT_THAT(faults_with("/launches/0/seconds", "1"), ElementsAre(HasSubstr("is no \"number\"")));
  EXPECT_THAT(faults_with("/launches/0/launch/grid", SortedJson::array({1, 2})),
              ElementsAre(HasSubstr("too few")));
  EXPECT_THAT(faults_with("/launches/0/further", 1),
              ElementsAre(".launches[0]: further is not in the schema"));
  SortedJson without = good;
  without.erase("launches");
  EXPECT_THAT(schema_faults(trace_schema(), without), ElementsAre(": \"launches\" is missing"));
  EXPECT_THAT(schema_faults(SortedJson{{"pattern", "x"}}, "x"), ElementsAre(HasSubstr("pattern")));
}

}  // namespace
}  // namespace warplens::cli_test
