// trace --csv, show --csv and limits --csv: the same figures as --json, in rows that a spreadsheet
// takes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "kernels/base/json.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using Cells = std::map<std::string, std::string>;  // by their column's name

// Rows of cells without quotes, which hold no commas.
std::vector<std::vector<std::string>> cells_of(const std::string& csv) {
  std::vector<std::vector<std::string>> rows(1, {""});
  bool is_quoted = false;
  for (std::size_t i = 0; i < csv.size(); ++i) {
    if (csv[i] == '"') {
      is_quoted = !is_quoted;
    } else if (!is_quoted && csv[i] == ',') {
      rows.back().emplace_back();
    } else if (!is_quoted && csv.compare(i, 2, "\r\n") == 0) {
      rows.push_back({""});
      ++i;
    } else {
      rows.back().back() += csv[i];
    }
  }
  rows.pop_back();
  return rows;
}

std::vector<Cells> rows_of(const std::vector<std::string>& arguments, int status = 0) {
  const Output printed = run(arguments);
  EXPECT_EQ(printed.status, status) << printed.err;
  const auto cells = cells_of(printed.out);
  std::vector<Cells> rows;
  for (std::size_t row = 1; row < cells.size(); ++row) {
    EXPECT_EQ(cells[row].size(), cells[0].size());
    Cells& named = rows.emplace_back();
    for (std::size_t i = 0; i < cells[row].size(); ++i) named[cells[0].at(i)] = cells[row][i];
  }
  return rows;
}

std::string figure(const SortedJson& object, const char* name) {
  return object.contains(name) ? object.at(name).dump() : "";
}

// A spreadsheet would take "@%p3 bra" for a formula.
std::string no_formula(const std::string& ptx) { return ptx.starts_with('@') ? "'" + ptx : ptx; }

TEST(Csv, OfTheSitesHasTheFiguresOfTheJson) {
  const auto rows = rows_of({"trace", "transpose/tile", "--csv", "sites"});
  const SortedJson sites = launch_json({"trace", "transpose/tile", "--json"}).at("sites");
  ASSERT_EQ(rows.size(), sites.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const char* name :
         {"line", "width", "events", "requests", "sectors", "wavefronts", "conflicts"}) {
      EXPECT_EQ(rows[i].at(name), figure(sites[i], name)) << name;
    }
    EXPECT_EQ(rows[i].at("ptx"), no_formula(sites[i].at("ptx").get<std::string>()));
  }
}

TEST(Csv, OfTheTotalsHasARowAClass) {
  const auto rows = rows_of({"trace", "transpose/tile", "--csv", "totals"});
  const SortedJson totals = launch_json({"trace", "transpose/tile", "--json"}).at("totals");
  ASSERT_EQ(rows.size(), totals.size());
  for (const Cells& row : rows) {
    const SortedJson& json = totals.at(row.at("class"));
    EXPECT_EQ(row.at("sectors"), figure(json, "sectors"));
    EXPECT_EQ(row.at("wavefronts"), figure(json, "wavefronts"));
  }
}

TEST(Csv, OfTheLinesHasARowALineAndSpace) {
  std::vector<std::string> places;
  for (const Cells& row : rows_of({"trace", "transpose/tile", "--csv", "lines"})) {
    places.push_back(row.at("space"));
    EXPECT_EQ(row.at("sectors").empty(), row.at("space") == "shared");
  }
  EXPECT_THAT(places, testing::UnorderedElementsAre("global", "shared", "global", "shared"));
}

TEST(Csv, OfTheFindingsHasTheirSentences) {
  const auto rows = rows_of({"trace", "transpose/tile_nobarrier", "--csv", "findings"}, 1);
  const SortedJson findings =
      launch_json({"trace", "transpose/tile_nobarrier", "--json"}, 1).at("findings");
  ASSERT_EQ(rows.size(), findings.size());
  ASSERT_FALSE(rows.empty());
  EXPECT_EQ(rows[0].at("message"), findings[0].at("message").get<std::string>());
  EXPECT_EQ(rows[0].at("kind"), "race");
}

TEST(Csv, OfACaptureIsThatOfTheRun) {
  const std::string capture = (scratch_folder() / "t.wlens").string();
  const Output traced = run({"trace", "transpose/tile", "--csv", "lines", "-o", capture});
  EXPECT_EQ(run({"show", capture, "--csv", "lines"}).out, traced.out);
}

TEST(Csv, OfTheLimitsNamesTheUnitThatLimits) {
  int limiting = 0;
  for (const Cells& row : rows_of({"limits", "transpose/tile", "--csv"})) {
    limiting += row.at("limits_it") == "yes";
    EXPECT_FALSE(row.at("unit").empty());
  }
  EXPECT_EQ(limiting, 1);
}

}  // namespace
}  // namespace warplens::cli_test
