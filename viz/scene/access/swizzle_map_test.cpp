#include "viz/scene/access/swizzle_map.h"

#include <map>
#include <set>

#include "kernels/base/all_tests.h"
#include "viz/scene/access/shared_places.h"
#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

using Kind = MarkId::Kind;

trace::SharedArray tile(const SharedLayout& layout, std::uint32_t offset = 0) {
  return {"tile", offset, layout.rows * layout.pitch * layout.element_bytes, layout};
}
constexpr SharedLayout kPlain{.rows = 32, .columns = 32, .pitch = 32};
constexpr SharedLayout kPadded{.rows = 32, .columns = 32, .pitch = 33};
constexpr SharedLayout kXor{
    .rows = 32, .columns = 32, .pitch = 32, .swizzle = Swizzle::exclusive_or};
constexpr SharedLayout kShift{.rows = 32, .columns = 32, .pitch = 32, .swizzle = Swizzle::shift};
constexpr SharedLayout kVector{.rows = 32,
                               .columns = 32,
                               .pitch = 32,
                               .element_bytes = 4,
                               .swizzle = Swizzle::exclusive_or,
                               .group = 4,
                               .row_shift = 2};
constexpr std::array kAll{kPlain, kPadded, kXor, kShift, kVector};

// Lane i wants logical (i, column).
analysis::SharedBreakdown column_of(const trace::SharedArray& array, std::uint32_t column) {
  return analysis::shared_breakdown(
      shared_load(), make_event(kAllLanes, [&](std::uint32_t lane) {
        return array.offset + 4ull * array.layout.element({lane, column});
      }));
}

DrawList draw(const trace::SharedArray& array, const analysis::SharedBreakdown& access,
              Size size = {1200, 700}, const Style& style = {},
              std::optional<SwizzleCell> pointed = std::nullopt) {
  return swizzle_map(array, access, swizzle_map_layout(array, size, style), size, style, pointed);
}

// The number written in a cell.
std::string number_at(const DrawList& list, std::size_t half, std::uint32_t row,
                      std::uint32_t column) {
  const CellGrid& grid = list.grids.at(half);
  const float x = grid.x + (static_cast<float>(column) + 0.5f) * grid.cell_width;
  const float y = grid.y + (static_cast<float>(row) + 0.5f) * grid.cell_height;
  for (const Text& text : list.texts)
    if (std::abs(text.x - x) < 0.5f && std::abs(text.y - y) < 0.5f) return text.text;
  return "";
}

TEST(SwizzleMap, PrintsTheBankNumbersOfTheXorSwizzle) {
  const DrawList list = draw(tile(kXor), {}, {1600, 900});
  for (std::uint32_t row = 0; row < 32; ++row)
    for (std::uint32_t column = 0; column < 32; ++column) {
      EXPECT_EQ(number_at(list, 0, row, column), std::to_string(column));
      EXPECT_EQ(number_at(list, 1, row, column), std::to_string(row ^ column));
    }
}

TEST(SwizzleMap, PrintsAPaddedTileWithItsPadding) {
  const DrawList list = draw(tile(kPadded), {}, {1600, 900});
  EXPECT_EQ(list.grids.at(0).columns, 32u);
  EXPECT_EQ(list.grids.at(1).columns, 33u);
  for (std::uint32_t row = 0; row < 32; ++row)
    for (std::uint32_t column = 0; column < 33; ++column)
      EXPECT_EQ(number_at(list, 1, row, column), std::to_string((row + column) % 32));
  EXPECT_EQ(list.lines.size(), 64u);  // at two corners of each cell of padding
  const CellGrid& grid = list.grids.at(1);
  for (const Line& line : list.lines) {
    EXPECT_LT(std::abs(line.x1 - line.x0), grid.cell_width / 2) << "a stroke lies over the number";
  }
}

TEST(SwizzleMap, StrikesPaddingOutWhereNoNumberFits) {
  const DrawList list = draw(tile(kPadded), {}, {300, 120});
  EXPECT_EQ(number_at(list, 1, 0, 0), "");
  const auto strikes =
      std::ranges::count_if(list.lines, [](const Line& line) { return line.x0 != line.x1; });
  EXPECT_EQ(strikes, 32);
}

TEST(SwizzleMap, MarksTheFirstBankWhereNoNumberFits) {
  const DrawList list = draw(tile(kXor), {}, {300, 120});
  ASSERT_EQ(list.lines.size(), 64u);
  std::set<float> before, after;
  for (std::size_t i = 0; i < 32; ++i) before.insert(list.lines[i].x0);
  for (std::size_t i = 32; i < 64; ++i) after.insert(list.lines[i].x0);
  EXPECT_EQ(before.size(), 1u);
  EXPECT_EQ(after.size(), 32u);
}

TEST(SwizzleMap, PrintsTheShiftAndTheVectorSwizzle) {
  const DrawList shift = draw(tile(kShift), {}, {1600, 900});
  const DrawList vector = draw(tile(kVector), {}, {1600, 900});
  for (std::uint32_t row = 0; row < 32; ++row)
    for (std::uint32_t column = 0; column < 32; ++column) {
      EXPECT_EQ(number_at(shift, 1, row, column), std::to_string((row + column) % 32));
      EXPECT_EQ(number_at(vector, 1, row, column), std::to_string(column ^ (row / 4 * 4)));
    }
}

TEST(SwizzleMap, AColumnIsOneColourBeforeAndAllColoursAfter) {
  for (const SharedLayout& layout : {kPadded, kXor, kShift}) {
    const trace::SharedArray array = tile(layout);
    const DrawList list = draw(array, column_of(array, 5));
    const auto before = with_kind(list, Kind::element);
    const auto after = with_kind(list, Kind::word);
    ASSERT_EQ(before.size(), 32u);
    ASSERT_EQ(after.size(), 32u);
    std::set<Color> colors;
    for (const Rectangle& r : after) colors.insert(r.fill);
    EXPECT_EQ(colors.size(), 32u);
    for (const Rectangle& r : before) EXPECT_EQ(r.fill, lane_color(5));
    for (std::uint32_t row = 0; row < 32; ++row)
      EXPECT_EQ(before[row].y - before[0].y, after[row].y - after[0].y);
  }
}

TEST(SwizzleMap, ColoursNoBankWhoseNumberDoesNotFit) {
  const trace::SharedArray array = tile(kXor);
  const Theme& colors = theme(ThemeName::dark);
  const DrawList list = draw(array, column_of(array, 5), {300, 120});
  for (const CellGrid& grid : list.grids)
    for (const Color color : grid.colors) EXPECT_EQ(color, colors.cell);
  for (const Rectangle& lit : with_kind(list, Kind::word)) EXPECT_EQ(lit.fill, colors.highlight);
}

TEST(SwizzleMap, LitMarksNameTheirElementAndTheirWord) {
  const trace::SharedArray array = tile(kXor, 256);
  const DrawList list = draw(array, column_of(array, 5));
  std::map<std::uint32_t, std::uint32_t> word_of_lanes;
  for (const Rectangle& r : with_kind(list, Kind::word)) word_of_lanes[r.id.b] = r.id.a;
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    EXPECT_EQ(word_of_lanes.at(1u << lane), 64 + lane * 32 + (5 ^ lane));
  for (const Rectangle& r : with_kind(list, Kind::element)) EXPECT_EQ(r.id.b, 5u);
}

TEST(SwizzleMap, TheArraysPlaceInSharedMemoryCounts) {
  const DrawList list = draw(tile(kPlain, 4), {}, {1600, 900});
  EXPECT_EQ(number_at(list, 0, 0, 0), "1");
  EXPECT_EQ(number_at(list, 1, 0, 31), "0");
}

TEST(SwizzleMap, EveryCellIsFoundUnderItsMiddle) {
  for (const Size size : {Size{1200, 600}, Size{400, 800}})
    for (const SharedLayout& layout : kAll) {
      const trace::SharedArray array = tile(layout);
      const SwizzleMapLayout places = swizzle_map_layout(array, size, {});
      for (const bool is_after : {false, true})
        for (std::uint32_t row = 0; row < 32; row += 5)
          for (std::uint32_t column = 0; column < (is_after ? layout.pitch : 32); ++column) {
            const Box& cells = is_after ? places.after : places.before;
            const auto found = cell_at(places, array, cells.x + (column + 0.5f) * places.cell_width,
                                       cells.y + (row + 0.5f) * places.cell_height);
            EXPECT_EQ(found, (SwizzleCell{is_after, row, column}));
          }
      EXPECT_EQ(cell_at(places, array, 0, 0), std::nullopt);
    }
}

TEST(SwizzleMap, APointedCellIsOutlinedInBothHalves) {
  const trace::SharedArray array = tile(kPadded);
  const auto outlined = [&](const SwizzleCell& cell) {
    std::size_t count = 0;
    for (const Rectangle& r : draw(array, {}, {1200, 700}, {}, cell).rectangles)
      count += r.outline == theme(ThemeName::dark).conflict ? 1 : 0;
    return count;
  };
  EXPECT_EQ(outlined({false, 3, 4}), 2u);
  EXPECT_EQ(outlined({true, 3, 4}), 2u);
  EXPECT_EQ(outlined({true, 3, 32}), 1u);  // padding has no element
}

TEST(SwizzleMap, ElementsOfEveryCellAreAllDifferent) {
  for (const SharedLayout& layout : kAll) {
    std::set<std::uint32_t> elements;
    for (std::uint32_t row = 0; row < layout.rows; ++row)
      for (std::uint32_t column = 0; column < layout.pitch; ++column)
        elements.insert(element_of(tile(layout), {true, row, column}));
    EXPECT_EQ(elements.size(), layout.rows * layout.pitch);
  }
}

TEST(SwizzleMap, StatesTheRuleInBothLanguages) {
  EXPECT_EQ(layout_rule(Language::en, kPlain), "no padding, no swizzle");
  EXPECT_EQ(layout_rule(Language::en, kPadded), "pitch 33: 1 column of padding");
  EXPECT_EQ(layout_rule(Language::en, kXor), "column' = column ^ row");
  EXPECT_EQ(layout_rule(Language::en, kShift), "column' = (column + row) mod 32");
  EXPECT_EQ(layout_rule(Language::en, kVector),
            "group' = group ^ (row >> 2) (groups of 4 columns)");
  EXPECT_EQ(layout_rule(Language::zh, kXor), "列' = 列 ^ 行");
  EXPECT_EQ(layout_rule(Language::zh, kPadded), "行距 33：1 列填充");
  SharedLayout tall = kXor;
  tall.rows = 64;
  EXPECT_EQ(layout_rule(Language::en, tall), "column' = (column ^ row) mod 32");
  EXPECT_TRUE(has_text(draw(tile(kXor), {}), "column' = column ^ row"));
}

TEST(SwizzleMap, NothingIsCutAtAnySize) {
  Style chinese;
  chinese.language = Language::zh;
  chinese.text_size = 28;
  for (const Style& style : {Style{}, chinese})
    for (const Size size :
         {Size{10, 10}, Size{300, 150}, Size{150, 600}, Size{900, 120}, Size{1900, 1000}})
      for (const SharedLayout& layout : kAll) {
        if (is_too_slow_here() && size.width != 300) continue;
        SCOPED_TRACE(testing::Message() << size.width << "×" << size.height);
        const trace::SharedArray array = tile(layout);
        expect_well_formed(draw(array, column_of(array, 7), size, style, SwizzleCell{true, 31, 31}),
                           style);
      }
}

TEST(SwizzleMap, ASmallViewStillShowsBothHalves) {
  const trace::SharedArray array = tile(kPadded);
  for (const Size size : {Size{260, 100}, Size{280, 120}, Size{120, 250}}) {
    const DrawList list = draw(array, column_of(array, 7), size);
    EXPECT_EQ(list.grids.size(), 2u);
    EXPECT_EQ(with_kind(list, Kind::word).size(), 32u);
    expect_well_formed(list, {});
  }
}

TEST(SwizzleMap, ANarrowViewStacksTheHalves) {
  const trace::SharedArray array = tile(kXor);
  const SwizzleMapLayout wide = swizzle_map_layout(array, {1200, 500}, {});
  const SwizzleMapLayout narrow = swizzle_map_layout(array, {400, 900}, {});
  EXPECT_EQ(wide.before.y, wide.after.y);
  EXPECT_EQ(narrow.before.x, narrow.after.x);
}

TEST(SwizzleMap, BesideAnotherKernelOnlyTheLayoutItselfIsDrawn) {
  const trace::SharedArray array = tile(kXor);
  const analysis::SharedBreakdown access = column_of(array, 5);
  const Size size{400, 400};
  const auto layout = swizzle_map_layout(array, size, {}, SwizzleHalves::after);
  EXPECT_GT(layout.cell_width, swizzle_map_layout(array, size, {}).cell_width);
  const DrawList list = swizzle_map(array, access, layout, size, {}, SwizzleCell{true, 3, 5});
  ASSERT_EQ(list.grids.size(), 1u);
  std::size_t lit = 0;
  for (const Rectangle& rect : list.rectangles) {
    EXPECT_NE(rect.id.kind, Kind::element);
    lit += rect.id.kind == Kind::word ? 1 : 0;
  }
  EXPECT_EQ(lit, 32u);
  const Box& cells = layout.after;
  const auto cell = cell_at(layout, array, cells.x + 1, cells.y + 1);
  EXPECT_EQ(cell, (SwizzleCell{true, 0, 0}));
}

TEST(SharedPlaces, TheArrayIsTheOneThatTheEventTouches) {
  const std::vector<trace::SharedArray> arrays{{"a", 0, 128, {}}, {"b", 128, 4096, kPlain}};
  const auto at = [&](std::uint64_t offset) {
    return analysis::shared_breakdown(shared_load(), make_event(1, [&](auto) { return offset; }));
  };
  EXPECT_EQ(touched_array(arrays, at(4)), &arrays[0]);
  EXPECT_EQ(touched_array(arrays, at(128)), &arrays[1]);
  EXPECT_EQ(touched_array(arrays, {}), &arrays[1]);  // none touched: the one that is known
  EXPECT_EQ(touched_array({}, at(0)), nullptr);
}

TEST(SharedPlaces, AWideAccessWantsAllElementsOfItsWords) {
  const trace::SharedArray floats{"t", 0, 4096, kPlain};
  trace::SharedArray halves = floats, doubles = floats;
  halves.layout.element_bytes = 2;
  doubles.layout.element_bytes = 8;
  const auto access =
      analysis::shared_breakdown(shared_load(16), make_event(1, [](auto) { return 16u; }));
  EXPECT_EQ(wanted_elements(floats, access).size(), 4u);
  EXPECT_EQ(wanted_elements(halves, access).size(), 8u);
  ASSERT_EQ(wanted_elements(doubles, access).size(), 2u);
  EXPECT_EQ(wanted_elements(doubles, access)[0].element, 2u);
  EXPECT_EQ(wanted_elements(doubles, access)[0].lanes, 1u);
}

}  // namespace
}  // namespace warplens::scene
