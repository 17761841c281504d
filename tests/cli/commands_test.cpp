// doctor, list, access --table and --help: what holds on every machine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::HasSubstr;

std::vector<std::string> columns_of(const std::string& row) {
  std::vector<std::string> columns;
  std::istringstream in(row);
  for (std::string column; std::getline(in, column, '\t');) columns.push_back(column);
  return columns;
}

// The two figures stand behind the file's own columns.
void expect_exact(const std::string& file, int rows_expected, std::size_t own_columns = 6) {
  const auto path = source_folder() / "tests/data" / file;
  const Output output = run({"access", "--table", path.string()});
  EXPECT_EQ(output.status, 0) << output.err;
  std::istringstream rows(output.out);
  int count = 0;
  for (std::string row; std::getline(rows, row);) {
    if (row.empty() || row[0] == '#') continue;
    ++count;
    const auto columns = columns_of(row);
    ASSERT_EQ(columns.size(), own_columns + 2) << row;
    if (columns[own_columns] == "-") continue;
    EXPECT_EQ(columns[own_columns], columns[4]) << row;
    EXPECT_EQ(columns[own_columns + 1], columns[5]) << row;
  }
  EXPECT_EQ(count, rows_expected);
}

TEST(AccessTable, IsExactOnEveryPlainLoadAndStore) { expect_exact("h200-access-1.tsv", 688); }
TEST(AccessTable, IsExactOnEveryOtherInstruction) { expect_exact("h200-access-3.tsv", 231); }

TEST(AccessTable, IsExactOnEveryLoadOfLocalMemory) { expect_exact("h100-local-1.tsv", 200); }

TEST(AccessTable, IsExactOnEveryCopyFromSourcesOfItsOwn) {
  expect_exact("h200-access-5.tsv", 1572, 8);
}

TEST(AccessTable, TakesRowsOfFourColumns) {
  const auto file = scratch_folder() / "rows.tsv";
  write_file(file, "# comment\ncolumn\tsld\t4\t0,128,256\nrow\tgld\t4\t0,4,8\r\n");
  const Output output = run({"access", "--table", file.string()});
  EXPECT_EQ(output.out, "# comment\ncolumn\tsld\t4\t0,128,256\t3\t2\nrow\tgld\t4\t0,4,8\t1\t1\n");
}

TEST(AccessTable, GivesJsonToo) {
  const auto path = source_folder() / "tests/data/h200-access-3.tsv";
  const auto rows = run_json({"access", "--table", path.string(), "--json"}).at("rows");
  ASSERT_EQ(rows.size(), 231u);
  EXPECT_EQ(rows[0]["name"], "ldm1-pitch16");
  EXPECT_EQ(rows[0]["wavefronts"], 1);
}

TEST(Access, NegativeFirstOffsetIsNoOption) {
  EXPECT_EQ(run_json({"access", "--kind", "sld", "--offsets", "-1,0,4", "--json"})["mask"], 6);
}

TEST(Doctor, TellsEveryPartAndWhereOrWhatToDo) {
  const auto json = run_json({"doctor", "--json"});
  EXPECT_GT(json.at("cpu").at("cores").get<int>(), 0);
  EXPECT_GT(json.at("memory_bytes").get<std::uint64_t>(), 0u);
  EXPECT_TRUE(json.at("assets").at("found").get<bool>());
  for (const char* part : {"assets", "egl", "opengl", "glfw", "font_text", "font_mono",
                           "font_chinese", "nvcc", "nvrtc", "cupti", "counters", "cublas", "cub"}) {
    const auto& found = json.at(part);
    EXPECT_TRUE(found.contains(found.at("found").get<bool>() ? "where" : "advice")) << part;
  }
  EXPECT_TRUE(json.at("cuda_driver").at("devices").is_array());
  const Output text = run({"doctor"});
  EXPECT_EQ(text.status, 0);
  EXPECT_THAT(text.out, HasSubstr("CPU: "));
}

TEST(Help, EveryCommandHasAnExample) {
  for (const char* command :
       {"doctor",   "list",      "resources",  "trace",          "show",    "open",      "access",
        "check",    "bench",     "estimate",   "estimate-check", "explain", "fragments", "latency",
        "pipeline", "registers", "screenshot", "swizzle",        "tile",    "tour"}) {
    const Output output = run({command, "--help"});
    EXPECT_EQ(output.status, 0) << command;
    EXPECT_THAT(output.out, HasSubstr(std::string("  warplens ") + command)) << command;
    EXPECT_THAT(output.out, HasSubstr("Example")) << command;
    EXPECT_EQ(output.err, "") << command;
  }
  EXPECT_EQ(run({"--help"}).status, 0);
  EXPECT_THAT(run({"--version"}).out, HasSubstr("warplens 0."));
}

}  // namespace
}  // namespace warplens::cli_test
