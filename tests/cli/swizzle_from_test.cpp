// warplens swizzle --from: from a line with conflicts to the patch of the person's own source. The
// sources patched as promised stand in tests/swizzle_from/patched, with what nvcc made of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::HasSubstr;

using Words = std::vector<std::string>;

const Words kStages = {
    "--grid",           "1", "--block", "32,32", "--arg", "in:in:f32[2048]=iota", "--arg",
    "out:out:f32[2048]"};
const Words kColumns = {
    "--grid", "1", "--block", "128", "--arg", "in:in:f32[1024]=iota", "--arg", "out:out:f32[1024]"};

Words from(const std::string& place, const Words& launch, const Words& more = {}) {
  Words words = {"swizzle", "--from", (source_folder() / "tests/swizzle_from" / place).string(),
                 "--source-root", source_folder().string()};
  words.insert(words.end(), launch.begin(), launch.end());
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// What `patch` does with a diff whose hunks fit: each line to be removed has to be there.
std::vector<std::string> applied(const std::vector<std::string>& lines, const std::string& diff) {
  std::vector<std::string> result;
  std::size_t at = 0;
  for (const std::string& line : lines_of(diff)) {
    if (line.starts_with("---") || line.starts_with("+++")) continue;
    if (line.starts_with("@@")) {
      const std::size_t first = std::stoul(line.substr(line.find('-') + 1)) - 1;
      while (at < first) result.push_back(lines[at++]);
      continue;
    }
    if (line[0] == '+') {
      result.push_back(line.substr(1));
      continue;
    }
    EXPECT_EQ(lines[at], line.substr(1));
    if (line[0] == ' ') result.push_back(lines[at]);
    ++at;
  }
  while (at < lines.size()) result.push_back(lines[at++]);
  return result;
}

std::string source_of(const std::string& name) {
  return read_file(source_folder() / "tests/swizzle_from" / name);
}

struct Patched {
  std::string name, line, kind;
  Words launch;
};

const std::vector<Patched>& all_patched() {
  static const std::vector<Patched> kAll = {{"two_stages", "11", "padding", kStages},
                                            {"two_stages", "11", "swizzle", kStages},
                                            {"wide_columns", "11", "padding", kColumns},
                                            {"wide_columns", "11", "swizzle", kColumns}};
  return kAll;
}

TEST(SwizzleFromCommand, ThePatchMakesTheSourceThatIsKeptPatched) {
  for (const Patched& each : all_patched()) {
    const Output diff =
        run(from(each.name + ".ptx:" + each.line, each.launch, {"--kind", each.kind, "--patch"}));
    ASSERT_EQ(diff.status, 0) << diff.err;
    EXPECT_THAT(diff.out, testing::StartsWith("--- tests/swizzle_from/" + each.name + ".cu\n"));
    EXPECT_EQ(applied(lines_of(source_of(each.name + ".cu")), diff.out),
              lines_of(source_of("patched/" + each.name + "_" + each.kind + ".cu")));
  }
}

// All of its requests are one wavefront, or as many as their width takes.
TEST(SwizzleFromCommand, ThePatchedKernelHasTheWavefrontsThatWerePromised) {
  for (const Patched& each : all_patched()) {
    const auto json = run_json(
        from(each.name + ".ptx:" + each.line, each.launch, {"--kind", each.kind, "--json"}));
    const auto& line = json.at("from").at("lines").at(1);
    const Output after =
        run(from("patched/" + each.name + "_" + each.kind + ".ptx:" + each.line, each.launch));
    EXPECT_EQ(after.status, 1);
    EXPECT_THAT(after.err, HasSubstr("has no bank conflicts: its " + line.at("requests").dump() +
                                     " accesses to tile take " +
                                     line.at("wavefronts_after").dump() + " wavefronts"));
    EXPECT_GT(line.at("wavefronts").get<int>(), line.at("wavefronts_after").get<int>());
  }
}

TEST(SwizzleFromCommand, PrintsEachLineBeforeAndAfter) {
  const Output output = run(from("wide_columns.ptx:11", kColumns));
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out, testing::ContainsRegex("wide_columns.cu:11 +read +8 +256 +32 +32\n"));
  EXPECT_THAT(output.out, HasSubstr("Swizzle<3,2,3>: 64 wavefronts"));
  EXPECT_THAT(output.out, HasSubstr("warplens swizzle --spec 'element=4 tile=32x32 order=row "
                                    "write=rows read=columns.16B map=Swizzle<3,2,3>'"));
}

TEST(SwizzleFromCommand, SaysWhyThereIsNoPatchAndGivesTheMap) {
  const Output output = run(from("by_pointer.ptx:7", kStages));
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr("No patch: line 6 takes an address of tile"));
  EXPECT_THAT(output.out, HasSubstr("map Swizzle<5,0,5>: element (row, col) is at"));
  const Output patch = run(from("by_pointer.ptx:7", kStages, {"--patch"}));
  EXPECT_EQ(patch.status, 1);
  EXPECT_EQ(patch.out, "");
  EXPECT_THAT(run(from("by_pointer.ptx:7", kStages, {"--code", "cuda"})).out,
              HasSubstr("tile_offset"));
}

TEST(SwizzleFromCommand, ALineIsNeededAndTheArrayOfOneLineCanBeNamed) {
  EXPECT_THAT(run(from("wide_columns.ptx", kColumns)).err, HasSubstr("name a line"));
  EXPECT_THAT(run(from("wide_columns.ptx:11", kColumns, {"--array", "other"})).err,
              HasSubstr("line 11 does not access other: it accesses tile"));
  EXPECT_THAT(
      run(from("wide_columns.ptx:7", kColumns)).err,
      HasSubstr("line 7 has no bank conflicts: its 32 accesses to tile take 32 wavefronts"));
}

TEST(SwizzleFromCommand, AKernelOfTheCatalogueHasLinesToo) {
  const auto json = run_json({"swizzle", "--from", "transpose/tile:33", "--json"});
  EXPECT_EQ(json.at("map"), "Swizzle<5,0,5>");
  EXPECT_EQ(json.at("from").at("wavefronts"), 6336);
  EXPECT_EQ(json.at("from").at("wavefronts_after"), 384);
  EXPECT_EQ(json.at("run_verdict"), "match");
}

}  // namespace
}  // namespace warplens::cli_test
