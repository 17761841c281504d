#include "kernels/catalog/source_comments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "kernels/catalog/family.h"

namespace warplens::catalog {
namespace {

using testing::ElementsAre;

const std::filesystem::path kRoot = WARPLENS_SOURCE_DIR;

std::string file_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A catalogue source beside its translation.
struct Told {
  std::string name, source, translation;

  [[nodiscard]] std::string localized() const {
    return localized_source(source, translation).value_or("");
  }
};

std::vector<Told> whole_catalogue() {
  std::vector<Told> all;
  for (const Family& family : families()) {
    for (const Variant& variant : family.variants) {
      all.push_back({variant.source, file_text(kRoot / variant.source),
                     file_text(kRoot / chinese_comments_path(variant.source))});
    }
  }
  return all;
}

// With every comment's words taken out.
std::string code_of(std::string source) {
  const std::vector<std::string_view> comments = comments_of(source);
  std::string code;
  std::size_t done = 0;
  for (const std::string_view comment : comments) {
    const auto at = static_cast<std::size_t>(comment.data() - source.data());
    code += source.substr(done, at - done);
    done = at + comment.size();
  }
  code += source.substr(done);
  return code;
}

bool speaks_chinese(std::string_view text) {
  // U+4E00 to U+9FFF are E4 B8 80 to E9 BF BF in UTF-8.
  return std::ranges::any_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0xe4 && byte <= 0xe9;
  });
}

// An example of a launch stands four spaces or more behind "// ", as a drawing with lines may.
std::string_view indented_code(std::string_view comment) {
  const std::string_view code = comment.substr(0, comment.find("//"));
  const bool is_plain =
      std::ranges::all_of(code, [](char c) { return (static_cast<unsigned char>(c) & 0x80) == 0; });
  return code.starts_with("    ") && is_plain ? code : std::string_view();
}

TEST(SourceComments, AreWholeLinesAndTheEndsOfLines) {
  EXPECT_THAT(comments_of("// one\n//\nint a;  // two // still two\n  //   three\n"),
              ElementsAre("one", "", "two // still two", "  three"));
}

TEST(SourceComments, AreNotWhatALiteralHolds) {
  EXPECT_THAT(comments_of("f(\"a // b\");  // one\n"), ElementsAre("one"));
  EXPECT_THAT(comments_of("f(\"a\\\" // b\");\n"), ElementsAre());
  EXPECT_THAT(comments_of("f('\"');  // one\nf('\\'', \"//\");\n"), ElementsAre("one"));
  EXPECT_THAT(comments_of("f(1'000);  // one\n"), ElementsAre("one"));
  EXPECT_THAT(comments_of("f(\"never closed // \\"), ElementsAre());
}

TEST(SourceComments, OfAnotherLanguageStandInTheirPlaces) {
  const std::string source = "// one\n//\nf(\"// x\");  // two\nend";
  const std::string head = "# of " + comments_hash(source) + "\n";
  EXPECT_EQ(localized_source(source, head + "一\n\n二\n"), "// 一\n//\nf(\"// x\");  // 二\nend");
}

TEST(SourceComments, OfAnotherLanguageAreLeftOutOnceTheEnglishOnesHaveChanged) {
  const std::string source = "int a;  // one\n";
  const std::string translation = "# of " + comments_hash(source) + "\n一\n";
  EXPECT_TRUE(localized_source(source, translation).has_value());
  EXPECT_TRUE(localized_source("long a;  // one\n", translation).has_value()) << "code may change";
  EXPECT_FALSE(localized_source("int a;  // two\n", translation).has_value());
  EXPECT_FALSE(localized_source(source, translation + "二\n").has_value()) << "one line more";
  EXPECT_FALSE(localized_source(source, "# of " + comments_hash(source) + "\n").has_value());
  EXPECT_FALSE(localized_source(source, "").has_value());
}

TEST(SourceComments, ChineseOnesLieBesideTheSources) {
  EXPECT_EQ(chinese_comments_path("kernels/catalog/add/linear_1d.cu"),
            "kernels/catalog/zh/add/linear_1d.txt");
  EXPECT_EQ(chinese_comments_path("/home/me/linear_1d.cu"), "");
  EXPECT_EQ(chinese_comments_path("kernels/catalog/family.h"), "");
}

TEST(SourceComments, OfTheCatalogueAreThereInChinese) {
  for (const Told& told : whole_catalogue()) {
    const std::size_t lines = comments_of(told.source).size();
    EXPECT_TRUE(told.translation.starts_with("# of " + comments_hash(told.source) + "\n"))
        << told.name << ": its comments are not those that were translated; once "
        << chinese_comments_path(told.name) << " says what they say, its first line is:\n# of "
        << comments_hash(told.source);
    EXPECT_EQ(std::ranges::count(told.translation, '\n'), static_cast<std::ptrdiff_t>(lines + 1))
        << told.name << ": one line a comment, and the first";
  }
}

TEST(SourceComments, OfTheCatalogueSayInChineseWhatTheEnglishOnesSay) {
  for (const Told& told : whole_catalogue()) {
    SCOPED_TRACE(told.name);
    const std::string localized = told.localized();
    EXPECT_EQ(code_of(localized), code_of(told.source));
    const std::vector<std::string_view> english = comments_of(told.source);
    const std::vector<std::string_view> chinese = comments_of(localized);
    ASSERT_EQ(chinese.size(), english.size());
    EXPECT_TRUE(speaks_chinese(localized));
    for (std::size_t i = 0; i < english.size(); ++i) {
      EXPECT_EQ(chinese[i].empty(), english[i].empty()) << english[i];
      EXPECT_EQ(indented_code(chinese[i]), indented_code(english[i]));
      EXPECT_TRUE(speaks_chinese(chinese[i]) || english[i].empty() || english[i].starts_with("  "))
          << chinese[i];
      EXPECT_FALSE(chinese[i].ends_with(' ')) << chinese[i];
    }
  }
}

TEST(SourceComments, InChineseAreOfSourcesThatThereAre) {
  std::size_t translations = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(kRoot / "kernels/catalog/zh")) {
    translations += entry.is_regular_file() ? 1 : 0;
  }
  EXPECT_EQ(translations, whole_catalogue().size());
}

}  // namespace
}  // namespace warplens::catalog
