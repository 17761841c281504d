#include "viz/scene/access/tile_view.h"

#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

using Kind = MarkId::Kind;

DrawList draw(std::uint32_t pitch, const trace::EventView& event, Size size = {700, 700}) {
  const trace::SharedArray tile{"tile", 0, 32 * pitch * 4};
  return tile_view(tile, {pitch, 32}, analysis::shared_breakdown(shared_load(), event), size, {});
}

TEST(TileView, AColumnReadLightsOneColumnWithConflictOutlines) {
  const DrawList list = draw(32, column_read(32));
  const auto lit = with_kind(list, Kind::word);
  ASSERT_EQ(lit.size(), 32u);
  for (const Rectangle& word : lit) {
    EXPECT_EQ(word.x, lit[0].x);
    EXPECT_EQ(word.outline, theme(ThemeName::dark).conflict);
  }
  expect_well_formed(list, {});
}

TEST(TileView, WithPaddingTheSameColumnIsFreeOfConflict) {
  const DrawList list = draw(33, column_read(33));
  const auto lit = with_kind(list, Kind::word);
  ASSERT_EQ(lit.size(), 32u);
  for (const Rectangle& word : lit) {
    EXPECT_EQ(word.x, lit[0].x);
    EXPECT_EQ(word.outline, theme(ThemeName::dark).highlight);
  }
  expect_well_formed(list, {});
}

TEST(TileView, OnlyThePaddingColumnIsHatched) {
  EXPECT_TRUE(draw(32, column_read(32)).lines.empty());
  const DrawList padded = draw(33, column_read(33));
  EXPECT_EQ(padded.lines.size(), 32u * 3);
  const CellGrid& grid = padded.grids.at(0);
  for (const Line& line : padded.lines)
    EXPECT_GE(std::min(line.x0, line.x1), grid.x + 32 * grid.cell_width - 0.01f);
}

TEST(TileView, BankNumbersShiftByOneFromRowToRowWithPadding) {
  const DrawList list = draw(33, make_event(0, [](auto) { return 0u; }), {1200, 1200});
  const CellGrid& grid = list.grids.at(0);
  const auto at = [&](std::uint32_t row, std::uint32_t column) -> std::string {
    for (const Text& text : list.texts)
      if (std::abs(text.x - (grid.x + (static_cast<float>(column) + 0.5f) * grid.cell_width)) <
              0.5f &&
          std::abs(text.y - (grid.y + (static_cast<float>(row) + 0.5f) * grid.cell_height)) < 0.5f)
        return text.text;
    return "";
  };
  EXPECT_EQ(at(0, 0), "0");
  EXPECT_EQ(at(1, 0), "1");
  EXPECT_EQ(at(31, 0), "31");
  EXPECT_EQ(at(0, 32), "0");
}

TEST(TileView, ColoursNoBankWhoseNumberDoesNotFit) {
  const trace::SharedArray tile{"tile", 0, 32 * 32 * 4};
  const DrawList list = tile_view(tile, {32, 32}, {}, {200, 200}, {});
  for (const Color color : list.grids.at(0).colors) EXPECT_EQ(color, theme(ThemeName::dark).cell);
  EXPECT_EQ(list.lines.size(), 32u);
}

TEST(TileView, PaddingMovesTheFirstBankFromRowToRow) {
  const trace::SharedArray tile{"tile", 0, 32 * 33 * 4};
  const DrawList list = tile_view(tile, {33, 33}, {}, {200, 200}, {});
  ASSERT_EQ(list.lines.size(), 33u);
  EXPECT_LT(list.lines[2].x0, list.lines[1].x0);
  EXPECT_GT(list.lines[2].y0, list.lines[1].y0);
}

TEST(TileView, PlainCellsTellNothingAboutBanks) {
  const trace::SharedArray tile{"tile", 0, 32 * 32 * 4};
  const DrawList list =
      tile_view(tile, {32, 32}, analysis::shared_breakdown(shared_load(), column_read(32)),
                {700, 700}, {}, TileCells::plain);
  for (const Color color : list.grids.at(0).colors) EXPECT_EQ(color, theme(ThemeName::dark).cell);
  const auto lit = with_kind(list, Kind::word);
  ASSERT_EQ(lit.size(), 32u);
  for (const Rectangle& word : lit) EXPECT_EQ(word.outline, theme(ThemeName::dark).highlight);
}

TEST(TileView, AKnownLayoutGivesTheShapeInWords) {
  const auto of = [](std::uint32_t columns, std::uint32_t pitch, std::uint32_t bytes) {
    return shape_of({.rows = 8, .columns = columns, .pitch = pitch, .element_bytes = bytes});
  };
  EXPECT_EQ(of(32, 33, 4)->pitch, 33u);
  EXPECT_EQ(of(32, 33, 4)->columns, 32u);
  EXPECT_EQ(of(16, 17, 8)->pitch, 34u);
  EXPECT_EQ(of(16, 17, 8)->columns, 32u);
  EXPECT_EQ(of(32, 34, 2)->pitch, 17u);
  EXPECT_FALSE(of(32, 33, 2).has_value());  // rows begin in the middle of a word
  EXPECT_FALSE(shape_of({}).has_value());
}

TEST(TileView, EveryWordIsFoundUnderTheMiddleOfItsCell) {
  const trace::SharedArray tile{"tile", 256, 32 * 33 * 4};
  const DrawList list = tile_view(tile, {33, 32}, {}, {700, 700}, {});
  const CellGrid& grid = list.grids.at(0);
  const auto at = [&](float row, float column) {
    return tile_word_at(tile, {33, 32}, {700, 700}, {}, grid.x + (column + 0.5f) * grid.cell_width,
                        grid.y + (row + 0.5f) * grid.cell_height);
  };
  EXPECT_EQ(at(0, 0), 64u);
  EXPECT_EQ(at(3, 32), 64u + 3 * 33 + 32);
  EXPECT_EQ(at(32, 0), std::nullopt);
  EXPECT_EQ(at(0, 33), std::nullopt);
  EXPECT_EQ(at(0, -1), std::nullopt);
}

TEST(TileView, WordsThatWaitAreDimAndLightUpInTheirTurn) {
  const trace::SharedArray tile{"tile", 0, 4096};
  const analysis::SharedBreakdown access =
      analysis::shared_breakdown(shared_load(), column_read(32));
  const auto served_at = [&](double phase) {
    const Motion motion{shared_service(access), phase};
    const auto words = with_kind(
        tile_view(tile, {32, 32}, access, {700, 700}, {}, TileCells::banks, &motion), Kind::word);
    EXPECT_EQ(words.size(), 32u);
    std::size_t served = 0;
    while (served < 32 && words[served].fill == lane_color(static_cast<std::uint32_t>(served)))
      ++served;
    for (std::size_t i = served; i < 32; ++i) EXPECT_EQ(words[i].outline, 0u);
    return served;
  };
  EXPECT_EQ(served_at(0), 0u);
  EXPECT_EQ(served_at(phase_after(shared_service(access), 7)), 7u);
  EXPECT_EQ(served_at(1), 32u);
}

TEST(TileView, NothingIsCutAtAnySize) {
  for (const float side : {20.0f, 120.0f, 400.0f, 1500.0f})
    expect_well_formed(draw(33, column_read(33), {side, side * 0.7f}), {});
}

TEST(TileView, AnEmptyArrayDrawsNothing) {
  EXPECT_TRUE(tile_view({"t", 0, 0}, {0, 0}, {}, {100, 100}, {}).grids.empty());
}

TEST(TileView, FewRowsFillAHighStage) {
  trace::SharedArray array;
  array.bytes = 8 * 32 * 4;
  const DrawList list = tile_view(array, {32, 32}, {}, {990, 480}, Style{});
  const CellGrid& cells = list.grids.at(0);
  EXPECT_GT(cells.cell_height * 8, 0.8f * 480);
  EXPECT_LE(cells.cell_height, 2 * cells.cell_width);
}

}  // namespace
}  // namespace warplens::scene
