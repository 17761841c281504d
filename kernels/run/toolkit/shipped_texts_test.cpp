// What a text is that somebody has mended, whatever its white space, and where its lines stand.
#include "kernels/run/toolkit/shipped_texts.h"

#include <gtest/gtest.h>
#include <algorithm>

#include <fstream>

#include "kernels/base/sha256.h"
#include "kernels/run/toolkit/cuda_tokens.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::run {
namespace {

const std::filesystem::path kFolder =
    WARPLENS_SOURCE_DIR "/assets/lessons/19-your-own-kernel/row_sums.cu.images";

using Names = std::vector<std::string>;

class Shipped : public ::testing::Test {
 protected:
  Shipped() : texts_(*read_shipped_texts(kFolder)) {}
  [[nodiscard]] std::string text(const Names& mended) const {
    return *text_with(texts_, texts_.source, mended);
  }
  // By name; "none": it is not known.
  [[nodiscard]] Names mended_in(const std::string& text) const {
    const auto known = known_text(texts_, text);
    return known ? known->image->mended : Names{"none"};
  }
  ShippedTexts texts_;
};

std::string replaced_once(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST_F(Shipped, EveryImageIsOfItsTextAndIsFoundByIt) {
  EXPECT_EQ(texts_.images.size(), std::size_t{1} << texts_.mends.size());
  for (const ShippedImage& image : texts_.images) {
    const std::string mended = text(image.mended);
    EXPECT_EQ(sha256(mended), image.text_sha256) << image.file << ": run scripts/lesson-ptx";
    EXPECT_EQ(sha256(*read_text(kFolder / image.file)), image.ptx_sha256) << image.file;
    EXPECT_EQ(mended_in(mended), image.mended);
  }
}

TEST_F(Shipped, EverySpellingOfAMendIsKnown) {
  for (const Mend& mend : texts_.mends) {
    for (const std::string& spelling : mend.mended)
      EXPECT_EQ(mended_in(replaced_once(texts_.source, mend.fault, spelling)), Names{mend.name})
          << spelling;
  }
}

TEST_F(Shipped, WhiteSpaceAndCommentsDoNotMatter) {
  const std::string text = "/* mine */\n" + replaced_once(texts_.source, "column <= columns",
                                                          "column<columns/* mended */");
  EXPECT_EQ(mended_in(text), Names{"bounds"});
}

TEST_F(Shipped, AnyOtherTextIsNotKnown) {
  EXPECT_EQ(mended_in(replaced_once(texts_.source, "column <= columns", "column != columns")),
            Names{"none"});
  EXPECT_EQ(mended_in(texts_.source + "int more;"), Names{"none"});
  EXPECT_EQ(mended_in(""), Names{"none"});
}

TEST_F(Shipped, LinesAreFoundWhereTheyStandNow) {
  const std::string text = "\n\n" + replaced_once(texts_.source, "sum += tile", "\n  sum += tile");
  const auto known = known_text(texts_, text);
  ASSERT_TRUE(known.has_value());
  const auto line_of = [](std::string_view where, std::string_view what) {
    const auto at = where.substr(0, where.find(what));
    return static_cast<std::uint32_t>(std::ranges::count(at, '\n')) + 1;
  };
  for (const char* what : {"__shared__", "column <= columns", "__syncthreads", "sums[row] = sum"})
    EXPECT_EQ(known->lines[line_of(texts_.source, what) - 1], line_of(text, what)) << what;
  EXPECT_EQ(known->lines[line_of(texts_.source, "sum += tile") - 1],
            line_of(text, "for (int i = 0; i < kColumns"));
}

TEST_F(Shipped, AMendThatIsNotThereIsNamed) {
  const auto none = text_with(texts_, texts_.source, {"speed"});
  ASSERT_FALSE(none.has_value());
  EXPECT_NE(none.error().message.in(Language::en).find("'speed'"), std::string::npos);
  EXPECT_FALSE(text_with(texts_, text({"bounds"}), {"bounds"}).has_value());
}

TEST_F(Shipped, WhatIsWrongInImagesJsonIsSaidInOneLine) {
  for (const char* json :
       {"", "{}", R"({"mends": 1, "images": {}})",
        R"({"mends": [{"name": "a", "fault": "b", "mended": []}], "images": {}})",
        R"({"mends": [], "images": {"../a.ptx": {"mended": [], "text_sha256": "",
                               "ptx_sha256": ""}}})"}) {
    const auto texts = parse_shipped_texts(json, "");
    ASSERT_FALSE(texts.has_value()) << json;
    EXPECT_TRUE(texts.error().message.in(Language::en).starts_with("images.json"))
        << texts.error().message.in(Language::en);
  }
}

TEST(CudaTokens, AreNamesNumbersAndSignsWithTheirLines) {
  const auto tokens = cuda_tokens("a1 <=b;// c\n/* d\n */ \"e // f\" 'g'");
  std::string words;
  for (const CudaToken& token : tokens) words += fmt::format("{}:{} ", token.text, token.line);
  EXPECT_EQ(words, "a1:1 <:1 =:1 b:1 ;:1 \"e // f\":3 'g':3 ");
}

}  // namespace
}  // namespace warplens::run
