#include "kernels/timing/cited.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace warplens::timing {
namespace {

using testing::HasSubstr;

constexpr const char* kSmall = R"({"version": 1, "documents": [{"title": "A document", "tables": [
  {"family": "transpose", "size": "8 × 2", "device": {"en": "a card", "zh": "一块显卡"},
   "columns": [{"title": "time"}, {"title": "rate"}],
   "rows": [{"name": "naive", "variant": "coalesced_read", "parameters": {"block_shape": 1616},
             "figures": ["1.50 ms", ""]}]}]}]})";

std::string damaged(const std::string& from, const std::string& to) {
  std::string json = kSmall;
  const std::size_t at = json.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  json.replace(at, from.size(), to);
  const auto parsed = parse_cited(json, "c.json");
  return parsed.has_value() ? "" : parsed.error().message.in(Language::en);
}

TEST(Cited, AreReadAsPrinted) {
  const auto cited = parse_cited(kSmall, "c.json");
  ASSERT_TRUE(cited.has_value()) << cited.error().message.in(Language::en);
  EXPECT_EQ(cited->documents.at(0).title, "A document");
  EXPECT_EQ(cited->documents.at(0).author, "");
  ASSERT_EQ(cited->of("transpose").size(), 1u);
  EXPECT_TRUE(cited->of("gemm").empty());
  const CitedTable& table = *cited->of("transpose").front();
  EXPECT_EQ(table.size.zh, "8 × 2");
  EXPECT_EQ(table.device.zh, "一块显卡");
  EXPECT_EQ(table.note.in(Language::en), "");
  EXPECT_EQ(table.rows.at(0).figures, (std::vector<std::string>{"1.50 ms", ""}));
  EXPECT_EQ(table.rows.at(0).parameters, (catalog::Parameters{{"block_shape", 1616}}));
}

TEST(Cited, SayInOneLineWhatIsDamaged) {
  EXPECT_THAT(parse_cited("{", "c.json").error().message.in(Language::en),
              HasSubstr("c.json holds no cited"));
  EXPECT_THAT(parse_cited("[]", "c.json").error().message.in(Language::en),
              HasSubstr("c.json is damaged"));
  EXPECT_THAT(damaged("\"version\": 1", "\"version\": 2"), HasSubstr("of version 2"));
  EXPECT_THAT(damaged("\"title\": \"A document\"", "\"title\": 1"), HasSubstr("\"title\""));
  EXPECT_THAT(damaged("\"zh\": \"一块显卡\"", "\"zz\": \"\""), HasSubstr("\"zh\" is missing"));
  EXPECT_THAT(damaged("[\"1.50 ms\", \"\"]", "[\"1.50 ms\"]"), HasSubstr("1 figures for 2"));
  EXPECT_THAT(damaged("[\"1.50 ms\", \"\"]", "[1.5, 2]"), HasSubstr("\"figures\""));
  EXPECT_THAT(damaged("1616", "16.5"), HasSubstr("\"block_shape\""));
  EXPECT_THAT(damaged("\"name\": \"naive\"", "\"name\": \"\""), HasSubstr("\"name\""));
  EXPECT_THAT(damaged("\"rows\"", "\"rose\""), HasSubstr("\"rows\""));
  EXPECT_EQ(damaged("A document", "Another"), "");
  EXPECT_THAT(read_cited("/nowhere/c.json").error().message.in(Language::en),
              HasSubstr("/nowhere/c.json"));
}

// What ships names variants that there are, with values that they take, in both languages.
TEST(Cited, ThatShipFitTheCatalogue) {
  const auto cited = read_cited(WARPLENS_SOURCE_DIR "/assets/cited.json");
  ASSERT_TRUE(cited.has_value()) << cited.error().message.in(Language::en);
  const std::vector<catalog::Family> families = catalog::families();
  for (const CitedTable& table : cited->tables) {
    const auto family = std::ranges::find(families, table.family, &catalog::Family::name);
    ASSERT_NE(family, families.end()) << table.family;
    EXPECT_TRUE(family->timed.has_value());
    EXPECT_FALSE(table.note.in(Language::zh).empty());
    for (const CitedRow& row : table.rows) {
      if (row.variant.empty()) continue;
      const catalog::Variant* variant = family->find(row.variant);
      ASSERT_NE(variant, nullptr) << row.variant;
      EXPECT_TRUE(complete(*family, *variant, row.parameters).has_value())
          << row.name.in(Language::en);
    }
  }
}

// Rates that a document prints follow from the times that it prints.
TEST(Cited, FiguresOfOneRowAgree) {
  const auto cited = read_cited(WARPLENS_SOURCE_DIR "/assets/cited.json").value();
  const CitedTable& transposes = *cited.of("transpose").front();
  constexpr double kBytes = 2.0 * 4 * 8192 * 2048;
  ASSERT_EQ(transposes.size.en, "8192 × 2048");
  for (const CitedRow& row : transposes.rows) {
    const double milliseconds = std::stod(row.figures.at(0)), rate = std::stod(row.figures.at(1));
    EXPECT_NEAR(kBytes / milliseconds / 1e6, rate, 0.1) << row.name.in(Language::en);
    EXPECT_NEAR(1.132851 / milliseconds, std::stod(row.figures.at(2)), 0.006)
        << row.name.in(Language::en);
  }
}

}  // namespace
}  // namespace warplens::timing
