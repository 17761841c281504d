#include "viz/gl/svg.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "viz/gl/markup.h"
#include "viz/gl/shapes.h"

namespace warplens::svg {
namespace {

using testing::HasSubstr;
using testing::Not;

Fonts plain_fonts() { return {{"Inter", 0.8f, 0.3f}, {"Mono", 0.75f, 0.25f}}; }

scene::CellGrid grid_of(std::uint32_t columns, std::uint32_t rows,
                        const std::function<scene::Color(std::size_t)>& color) {
  scene::CellGrid grid{2, 3, 5, 7, columns, rows, {}};
  for (std::size_t i = 0; i < std::size_t{columns} * rows; ++i) grid.colors.push_back(color(i));
  return grid;
}

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(Svg, AFilledRectangleStandsAtItsCoordinatesInItsColour) {
  const std::string words = shape(scene::Rectangle{10.25f, 20, 30.5f, 4, 0x11223344, 0, 1, 0, {}});
  EXPECT_THAT(words, HasSubstr("x=\"10.25\" y=\"20\" width=\"30.5\" height=\"4\""));
  EXPECT_THAT(words, HasSubstr("fill=\"#112233\" fill-opacity=\"0.267\""));
}

TEST(Svg, APolygonHasItsCornersAndItsColour) {
  const std::string words = shape(scene::Polygon{{{0, 1.5f}, {20, 3}, {4, 8}}, 0x11223344});
  EXPECT_THAT(words, HasSubstr("<polygon points=\"0,1.5 20,3 4,8\" fill=\"#112233\""));
  EXPECT_EQ(shape(scene::Polygon{{{0, 1}, {2, 3}}, 0x11223344}), "") << "two corners have no area";
}

TEST(Svg, AnOutlineLiesInsideItsRectangleAsOnTheScreen) {
  const std::string words = shape(scene::Rectangle{10, 20, 30, 40, 0, 0xff0000ff, 2, 3, {}});
  EXPECT_THAT(words, HasSubstr("x=\"10.5\" y=\"20.5\" width=\"29\" height=\"39\""));
  EXPECT_THAT(words, HasSubstr("stroke=\"#ff0000\" stroke-width=\"2\" rx=\"3\""));
  EXPECT_EQ(count(words, "<rect"), 1u) << "nothing fills it";
}

TEST(Svg, ALineRunsThroughTheMiddleOfPixels) {
  EXPECT_THAT(shape(scene::Line{1, 2, 3, 4, 0x00ff00ff, 1.5f}),
              HasSubstr("x1=\"1.5\" y1=\"2.5\" x2=\"3.5\" y2=\"4.5\" stroke=\"#00ff00\" "
                        "stroke-width=\"1.5\""));
}

TEST(Svg, ATextIsAnchoredAndAsLongAsOnTheScreen) {
  const scene::Text text{50, 40, 20, scene::Text::Align::right, 0x000000ff, true, "lane 7", {}};
  const std::string words = shape(text, plain_fonts());
  EXPECT_THAT(words, HasSubstr("x=\"50\" y=\"45\" class=\"m\" font-size=\"15\""));
  EXPECT_THAT(words, HasSubstr("textLength=\"72\""));
  EXPECT_THAT(words, HasSubstr("text-anchor=\"end\""));
  EXPECT_THAT(words, HasSubstr(">lane 7</text>"));
}

TEST(Svg, TextOfOthersIsOnlyText) {
  EXPECT_EQ(escaped("a<b> & \"c\""), "a&lt;b&gt; &amp; &quot;c&quot;");
  EXPECT_THAT(escaped("\x1b[31m"), Not(HasSubstr("\x1b")));
  EXPECT_THAT(escaped("\xff"), Not(HasSubstr("\xff")));
}

TEST(Svg, NumbersAreShort) {
  EXPECT_EQ(number(2), "2");
  EXPECT_EQ(number(-0.001f), "0");
  EXPECT_EQ(number(1.5f), "1.5");
  EXPECT_EQ(number(std::numeric_limits<float>::quiet_NaN()), "0");
}

TEST(Svg, Base64IsAsTheStandardSays) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

TEST(Svg, NeighbouringCellsOfOneColourAreOneRectangle) {
  const auto grid = grid_of(4, 2, [](std::size_t i) { return i < 4 ? 0xff0000ffu : 0x0000ffffu; });
  const std::string words = shape(grid).value();
  EXPECT_EQ(count(words, "<rect"), 2u);
  EXPECT_THAT(words, HasSubstr("x=\"2\" y=\"10\" width=\"20\" height=\"7\" fill=\"#0000ff\""));
}

TEST(Svg, CellsThatNobodySeesAreLeftOut) {
  const auto grid = grid_of(3, 1, [](std::size_t i) { return i == 1 ? 0x00ff00ffu : 0u; });
  EXPECT_EQ(count(shape(grid).value(), "<rect"), 1u);
}

TEST(Svg, ManyCellsOfManyColoursAreAPicture) {
  const auto grid =
      grid_of(256, 128, [](std::size_t i) { return static_cast<scene::Color>(i << 8) | 0xff; });
  const std::string words = shape(grid).value();
  EXPECT_EQ(count(words, "<image"), 1u);
  EXPECT_EQ(count(words, "<rect"), 0u);
  EXPECT_THAT(words, HasSubstr("width=\"1280\" height=\"896\""));
  EXPECT_THAT(words, HasSubstr("data:image/png;base64,iVBOR"));
}

TEST(Svg, AGridWithoutItsColoursDrawsNothing) {
  EXPECT_EQ(shape(scene::CellGrid{0, 0, 1, 1, 3, 3, {}}).value(), "");
}

TEST(Svg, APageHasItsListsInTheirPlacesAndCut) {
  PlacedList placed;
  placed.list.rectangles.push_back({1, 2, 3, 4, 0x112233ff, 0, 1, 0, {}});
  placed.x = 7;
  placed.y = 9.5f;
  placed.clip = {7, 9, 50, 60};
  const std::vector<PlacedList> lists{placed};
  const std::string page =
      svg({200, 100, 0xfafafaff, "Bänke & Zeilen", "zh"}, lists, plain_fonts()).value();
  EXPECT_THAT(page, HasSubstr("viewBox=\"0 0 200 100\" xml:lang=\"zh\""));
  EXPECT_THAT(page, HasSubstr("<title>Bänke &amp; Zeilen</title>"));
  EXPECT_THAT(page, HasSubstr("translate(7 9.5)"));
  EXPECT_THAT(page, HasSubstr("<rect x=\"7\" y=\"9\" width=\"50\" height=\"60\"/></clipPath>"));
  EXPECT_EQ(count(page, "<g"), count(page, "</g>"));
}

TEST(Svg, APageWithoutAnAreaIsAnErrorInBothLanguages) {
  const auto page = svg({0, 100, 0xffffffff, ""}, {}, plain_fonts());
  ASSERT_FALSE(page.has_value());
  EXPECT_NE(page.error().message.in(Language::en), page.error().message.in(Language::zh));
}

}  // namespace
}  // namespace warplens::svg
