// docs/trace.schema.json says what trace --json prints.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/environment.h"
#include "tests/cli/json_schema.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

SortedJson trace_schema() {
  return parse_sorted_json(read_file(source_folder() / "docs/trace.schema.json"));
}

struct PrintedRun {
  std::vector<std::string> arguments;
  int status = 0;
};

void PrintTo(const PrintedRun& printed, std::ostream* out) {
  for (const std::string& word : printed.arguments) *out << word << ' ';
}

class Schema : public testing::TestWithParam<PrintedRun> {};

TEST_P(Schema, HoldsForWhatIsPrinted) {
  std::vector<std::string> command = GetParam().arguments;
  command.emplace_back("--json");
  EXPECT_THAT(schema_faults(trace_schema(), run_json(command, GetParam().status)), IsEmpty());
}

std::vector<PrintedRun> printed_runs() {
  const std::string conformance = (source_folder() / "tests/conformance/").string();
  const auto own = [&](const std::string& name) {
    return std::vector<std::string>{"trace",   conformance + name + ".ptx",
                                    "--grid",  "1",
                                    "--block", "32",
                                    "--arg",   "in:in:i32[32]=iota",
                                    "--arg",   "out:out:i32[32]"};
  };
  return {{{"trace", "transpose/tile"}},
          {{"trace", "transpose/tile", "--as-ptx", "--worst", "--events"}},
          {{"trace", "transpose/tile_nobarrier"}, 1},
          {{"trace", "gemm/register_tile", "--arch", "sm_80"}},
          {{"trace", "gemm/async_copy", "--events"}},
          {{"trace", "reduce/shuffle", "--set", "n=20", "--set", "threads=32", "--events"}},
          {{"trace", "access/atomic"}},
          {{"trace", "transpose/tile", "--fail-on", "conflicts,findings"}, 1},
          {own("assertion"), 1},
          {own("local_array"), 0},
          {own("shuffle_exited_lane"), 0}};
}

INSTANTIATE_TEST_SUITE_P(Runs, Schema, testing::ValuesIn(printed_runs()));

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
