#include "viz/scene/draw/line_breaks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warplens::scene {
namespace {

using testing::ElementsAre;

TEST(LineBreaks, AnOpeningMarkStaysWithWhatItOpens) {
  EXPECT_EQ(unbreakable_piece("“问题”一栏"), "“问");
  EXPECT_EQ(unbreakable_piece("（行"), "（行");
  EXPECT_EQ(unbreakable_piece("（“行”）列"), "（“行”）");
  EXPECT_EQ(unbreakable_piece("（lane 0）"), "（lane");
}

TEST(LineBreaks, AClosingMarkStaysWithWhatItCloses) {
  EXPECT_EQ(unbreakable_piece("题”一栏"), "题”");
  EXPECT_EQ(unbreakable_piece("行。列"), "行。");
}

TEST(LineBreaks, ALineMayBreakBesideAChineseCharacterAndABlank) {
  EXPECT_EQ(unbreakable_piece("行列"), "行");
  EXPECT_EQ(unbreakable_piece("lane写入"), "lane");
  EXPECT_EQ(unbreakable_piece("one two"), "one");
  EXPECT_EQ(unbreakable_piece(" two"), " ");
}

TEST(LineBreaks, ANumberStaysWithItsUnit) {
  EXPECT_EQ(unbreakable_piece("2.79 TB/s，而"), "2.79 TB/s，");
  EXPECT_EQ(unbreakable_piece("16 bytes, then"), "16 bytes,");
  EXPECT_EQ(unbreakable_piece("4,096 字节"), "4,096 字");
  EXPECT_EQ(unbreakable_piece("32 个 lane"), "32 个");
  EXPECT_EQ(unbreakable_piece("32 lanes"), "32") << "what is counted is no unit";
  EXPECT_EQ(unbreakable_piece("float4 个"), "float4") << "a name is no number";
  EXPECT_EQ(unbreakable_piece("1.65 TB/soon"), "1.65");
  EXPECT_EQ(unbreakable_piece("16 "), "16");
}

// A Chinese character is 10 wide, a letter 6.
float width_of(std::string_view text) {
  float width = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    width += byte < 0x80 ? 6.0f : byte < 0xc0 ? 0.0f : 10.0f;
  }
  return width;
}

std::vector<std::string> lines(std::string_view text, float width) {
  return lines_of(text, width, width_of);
}

TEST(LineBreaks, ASizeStaysWhole) {
  EXPECT_EQ(unbreakable_piece("8 × 8 blocks"), "8 × 8");
  EXPECT_EQ(unbreakable_piece("16,384 × 16,384。那"), "16,384 × 16,384。");
  EXPECT_EQ(unbreakable_piece("2 × 3 × 4"), "2 × 3 × 4");
  EXPECT_EQ(unbreakable_piece("8 × as many"), "8");
}

TEST(LineBreaks, AreWhereTheNextPieceHasNoRoom) {
  EXPECT_THAT(lines("one two three", 60), ElementsAre("one two ", "three"));
  EXPECT_THAT(lines("行列行列行", 20), ElementsAre("行列", "行列", "行"));
  EXPECT_THAT(lines("行列，行", 20), ElementsAre("行", "列，", "行"));
}

TEST(LineBreaks, ABlankThatHasNoRoomIsLeftOutWithItsLineFull) {
  EXPECT_THAT(lines("one two", 18), ElementsAre("one", "two"));
  EXPECT_THAT(lines("one two", 24), ElementsAre("one ", "two"));
}

TEST(LineBreaks, AWordThatIsWiderThanALineHasOneOfItsOwn) {
  EXPECT_THAT(lines("transposed by a tile", 30), ElementsAre("transposed", "by a ", "tile"));
}

TEST(LineBreaks, AreKeptWhereTheTextHasThem) {
  EXPECT_THAT(lines("one\n  two\n", 600), ElementsAre("one", "  two", ""));
  EXPECT_THAT(lines("", 60), ElementsAre(""));
}

struct Placed {
  std::string text;
  std::size_t line;
  float x;
  friend bool operator==(const Placed&, const Placed&) = default;
};

std::vector<Placed> placed(const std::vector<TextSpan>& spans, float width) {
  std::vector<Placed> all;
  const auto measure = [](std::size_t, std::string_view part) { return width_of(part); };
  for (const LinePiece& piece : break_lines(spans, width, measure).pieces)
    all.push_back({std::string(piece.text), piece.line, piece.x});
  return all;
}

TEST(LineBreaks, OfCodeAreBesideItWithItsPadding) {
  const TextSpan code{"a b", true, 2};
  EXPECT_THAT(placed({{"x"}, code, {"y"}}, 34),
              ElementsAre(Placed{"x", 0, 0}, Placed{"a b", 0, 6}, Placed{"y", 0, 28}));
  EXPECT_THAT(placed({{"x"}, code}, 27), ElementsAre(Placed{"x", 0, 0}, Placed{"a b", 1, 0}));
  EXPECT_THAT(placed({{"a b", true}}, 17),
              ElementsAre(Placed{"a", 0, 0}, Placed{" ", 0, 6}, Placed{"b", 1, 0}))
      << "code that is wider than a line is broken as text is";
}

TEST(LineBreaks, ASingleClosingMarkHangsAndSeveralTakeWhatTheyClose) {
  EXPECT_THAT(placed({{"行列"}, {"。"}}, 20),
              ElementsAre(Placed{"行", 0, 0}, Placed{"列", 0, 10}, Placed{"。", 0, 20}));
  EXPECT_THAT(placed({{"行列"}, {"）。"}}, 30),
              ElementsAre(Placed{"行", 0, 0}, Placed{"列", 1, 0}, Placed{"）。", 1, 10}));
}

TEST(LineBreaks, ANumberGoesWithTheUnitInTheNextSpan) {
  EXPECT_THAT(placed({{"行列"}, {"16"}, {" 字节"}}, 42),
              ElementsAre(Placed{"行", 0, 0}, Placed{"列", 0, 10}, Placed{"16", 1, 0},
                          Placed{" ", 1, 12}, Placed{"字", 1, 18}, Placed{"节", 1, 28}));
}

TEST(LineBreaks, AnOpeningMarkGoesWithTheSpanThatItOpens) {
  EXPECT_THAT(placed({{"行（"}, {"rows", true}}, 40),
              ElementsAre(Placed{"行", 0, 0}, Placed{"（", 1, 0}, Placed{"rows", 1, 10}));
  EXPECT_THAT(
      placed({{"a ("}, {"rows", true}}, 40),
      ElementsAre(Placed{"a", 0, 0}, Placed{" ", 0, 6}, Placed{"(", 1, 0}, Placed{"rows", 1, 6}));
  EXPECT_THAT(placed({{"行（"}, {"rows", true, 2}}, 46),
              ElementsAre(Placed{"行", 0, 0}, Placed{"（", 1, 0}, Placed{"rows", 1, 10}))
      << "with its padding";
  EXPECT_THAT(placed({{"行（"}, {"rows", true}, {"），"}}, 62),
              ElementsAre(Placed{"行", 0, 0}, Placed{"（", 1, 0}, Placed{"rows", 1, 10},
                          Placed{"），", 1, 34}))
      << "and with what closes it";
}

}  // namespace
}  // namespace warplens::scene
