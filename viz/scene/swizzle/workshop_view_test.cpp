#include "viz/scene/swizzle/workshop_view.h"

#include <gtest/gtest.h>

#include <set>

#include "viz/scene/draw/test_support.h"
#include "viz/scene/swizzle/workshop_phrases.h"

namespace warplens::scene {
namespace {

using swizzle::Direction;
using Kind = MarkId::Kind;

swizzle::SwizzleAnswer answered(std::string_view spec) {
  return swizzle::modelled_answer(swizzle::parse_spec(spec).value()).value();
}

struct Picture {
  WorkshopLayout layout;
  DrawList list;
};
Picture drawn(const WorkshopScene& scene, Size size = {980, 620}, const Style& style = {}) {
  const WorkshopLayout layout = workshop_layout(scene, size, style);
  return {layout, workshop_view(scene, layout, size, style)};
}

std::size_t count(const DrawList& list, Kind kind, std::uint32_t b) {
  const auto marks = with_kind(list, kind);
  return static_cast<std::size_t>(
      std::ranges::count_if(marks, [&](const Rectangle& r) { return r.id.b == b; }));
}

// Heights at which the lanes stand.
std::size_t wavefront_rows(const DrawList& list, std::uint32_t after) {
  std::set<float> rows;
  for (const Rectangle& r : with_kind(list, Kind::lane)) {
    if (r.id.b == after) rows.insert(r.y);
  }
  return rows.size();
}

TEST(WorkshopView, StandsAWavefrontARowBeforeAndAfter) {
  const auto answer = answered("map=xor");
  const Picture picture = drawn({&answer, {Direction::read, 3}});
  EXPECT_EQ(wavefront_rows(picture.list, 0), 32u);
  EXPECT_EQ(wavefront_rows(picture.list, 1), 1u);
  EXPECT_EQ(count(picture.list, Kind::lane, 1), 32u);
  std::set<float> columns;
  for (const Rectangle& r : with_kind(picture.list, Kind::lane)) {
    if (r.id.b == 0) columns.insert(r.x);
  }
  EXPECT_EQ(columns.size(), 1u) << "one bank";
}

TEST(WorkshopView, GroupsOfWideAccessesAreServedOneAfterTheOther) {
  const auto answer = answered("write=rows.16B read=columns.16B map=xor(4)");
  const Picture picture = drawn({&answer, {Direction::read, 0}});
  EXPECT_EQ(wavefront_rows(picture.list, 0), 32u);
  EXPECT_EQ(wavefront_rows(picture.list, 1), 4u);
  EXPECT_EQ(count(picture.list, Kind::group, 1), 4u);
}

TEST(WorkshopView, WritesEachElementsBankIntoItsCell) {
  const auto answer = answered("map=xor");
  const Picture picture = drawn({&answer, {Direction::read, 0}});
  ASSERT_TRUE(picture.layout.is_whole());
  for (const bool is_after : {false, true}) {
    for (const auto& [line, cell] : {std::pair{0u, 5u}, {3u, 5u}, {31u, 31u}}) {
      const Box at = picture.layout.cell(is_after, line, cell);
      const std::string bank = std::to_string(is_after ? cell ^ line : cell);
      EXPECT_TRUE(std::ranges::any_of(picture.list.texts,
                                      [&](const Text& text) {
                                        return text.text == bank &&
                                               std::abs(text.x - (at.x + at.width / 2)) < 1 &&
                                               std::abs(text.y - (at.y + at.height / 2)) < 1;
                                      }))
          << is_after << " " << line << " " << cell;
    }
  }
}

TEST(WorkshopView, LightsWhatTheAccessWantsInBothMaps) {
  const auto answer = answered("map=xor");
  const Picture picture = drawn({&answer, {Direction::read, 7}});
  std::set<std::uint32_t> lit;
  for (const Rectangle& r : with_kind(picture.list, Kind::element)) lit.insert(r.id.a);
  EXPECT_EQ(lit.size(), 32u);
  for (const std::uint32_t element : lit) EXPECT_EQ(element % 32, 7u) << "column 7";
  EXPECT_EQ(count(picture.list, Kind::element, 0), 32u);
  EXPECT_EQ(count(picture.list, Kind::element, 1), 32u);
}

TEST(WorkshopView, HasABarForEachAccessThatCanBePointedAt) {
  const auto answer = answered("map=xor");
  const WorkshopScene scene{&answer, {}};
  const Picture picture = drawn(scene);
  for (const Rectangle& bar : with_kind(picture.list, Kind::event)) {
    const auto access = access_at(scene, picture.layout, bar.x + bar.width / 2, bar.y + 2);
    ASSERT_TRUE(access.has_value());
    EXPECT_EQ(access->index, bar.id.a);
    EXPECT_EQ(access->direction, bar.id.b == 1 ? Direction::read : Direction::write);
  }
  EXPECT_EQ(count(picture.list, Kind::event, 0), 32u);
  EXPECT_EQ(count(picture.list, Kind::event, 1), 32u);
  EXPECT_FALSE(access_at(scene, picture.layout, 1, 1).has_value());
}

TEST(WorkshopView, AnElementIsFoundUnderThePointerInBothMaps) {
  const auto answer = answered("map=padding 1");
  const Picture picture = drawn({&answer, {}});
  for (const bool is_after : {false, true}) {
    const Box at = picture.layout.cell(is_after, 5, 9);
    EXPECT_EQ(element_at(picture.layout, at.x + 2, at.y + 2), 5 * 32 + 9u);
  }
  const Box padding = picture.layout.cell(true, 5, 32);
  EXPECT_EQ(element_at(picture.layout, padding.x + 2, padding.y + 2), std::nullopt);
}

TEST(WorkshopView, OutlinesTheTwoElementsThatCollide) {
  const auto answer = answered("map=col & 30");
  ASSERT_FALSE(answer.after.is_bijection());
  const Picture picture = drawn({&answer, {}});
  const Theme& colors = theme(ThemeName::dark);
  const auto outlined = std::ranges::count_if(picture.list.rectangles, [&](const Rectangle& r) {
    return r.outline == colors.conflict && r.fill == 0;
  });
  EXPECT_EQ(outlined, 2);
  EXPECT_NE(proof_phrase(Language::en, answer).find("both put at 0"), std::string::npos);
}

TEST(WorkshopView, AnImpossibleAccessIsToldAndLeavesNoWavefronts) {
  const auto answer = answered("write=rows.16B read=columns.16B map=col ^ row");
  const Picture picture = drawn({&answer, {Direction::read, 0}});
  EXPECT_EQ(count(picture.list, Kind::lane, 1), 0u);
  EXPECT_TRUE(has_text(picture.list, "not possible"));
  EXPECT_NE(run_phrase(Language::en, answer).find("do not stay side by side"), std::string::npos);
}

TEST(WorkshopView, APartOfALargeTileIsShownAroundTheAccessAndSaysSo) {
  const auto answer = answered("element=2 tile=256x64 write=rows.16B read=ldmatrix map=xor(8)");
  const auto last = static_cast<std::uint32_t>(answer.read.accesses.warps.size() - 1);
  const Picture picture = drawn({&answer, {Direction::read, last}});
  EXPECT_FALSE(picture.layout.is_whole());
  EXPECT_EQ(picture.layout.part.first_line + picture.layout.part.lines, 256u);
  EXPECT_GT(count(picture.list, Kind::element, 1), 0u);
  EXPECT_TRUE(std::ranges::any_of(picture.list.texts, [](const Text& text) {
    return text.text.find("–255 of 256") != std::string::npos;
  }));
}

TEST(WorkshopView, IsWellFormedAtEverySizeInBothLanguages) {
  for (const char* spec :
       {"tile=16x16 map=xor", "tile=8x32 map=padding 3", "tile=8x8 map=col & 3",
        "tile=8x32 write=rows.16B read=columns.16B map=col ^ row",
        "element=2 tile=128x8 order=column write=groups read=ldmatrix.trans map=Swizzle<3,3,4>",
        "element=16 tile=5x7", "element=1 tile=32x128 map=padding 1", "tile=1x1",
        "element=8 tile=2x512", "tile=16x16 read=lanes(0,32,-1,64) map=shift"}) {
    const auto answer = answered(spec);
    for (const Language language : {Language::en, Language::zh}) {
      for (const Size size : {Size{980, 620}, {500, 300}, {300, 120}, {120, 60}}) {
        Style style;
        style.language = language;
        SCOPED_TRACE(fmt::format("{} at {} × {}", spec, size.width, size.height));
        expect_well_formed(drawn({&answer, {Direction::read, 0}}, size, style).list, style);
      }
    }
  }
}

TEST(MapCells, AreAsFineAsAccessesAndWidthAllow) {
  const auto floats = answered("map=xor");
  EXPECT_EQ(map_cells(floats, 500, 12).elements, 1u);
  EXPECT_EQ(map_cells(floats, 100, 12).elements, 1u) << "XOR takes pairs apart";
  EXPECT_EQ(map_cells(answered("element=2 tile=64x64 map=none"), 500, 12).elements, 2u)
      << "two halves share a bank";
  EXPECT_EQ(map_cells(answered("element=2 tile=64x64 map=padding 1"), 500, 12).elements, 1u);
  EXPECT_EQ(
      map_cells(answered("element=2 tile=64x64 write=rows.16B read=ldmatrix"), 500, 12).elements,
      8u);
}

TEST(MapCells, KnowPaddingHoweverItIsWritten) {
  for (const char* map : {"map=padding 2", "map=offset = row * 34 + col"}) {
    EXPECT_EQ(map_cells(answered(map), 500, 12).padding_cells, 2u) << map;
  }
  EXPECT_EQ(map_cells(answered("map=offset = row * 34 + (col ^ 1)"), 500, 12).padding_cells, 0u);
}

TEST(WorkshopPhrases, NameThePartOfATileThatIsShown) {
  const swizzle::Tile tile{.element_bytes = 2, .rows = 64, .columns = 256};
  EXPECT_EQ(part_phrase(Language::en, tile, {32, 63, 0, 127}),
            "rows 32–63 of 64, columns 0–127 of 256");
  EXPECT_EQ(part_phrase(Language::en, tile, {0, 63, 0, 127}), "columns 0–127 of 256");
  const swizzle::Tile by_columns{2, 64, 256, swizzle::Order::column};
  EXPECT_EQ(part_phrase(Language::en, by_columns, {0, 99, 0, 63}), "columns 0–99 of 256");
}

TEST(WorkshopPhrases, CutAListOfLanesShort) {
  std::string list = "lanes(0";
  for (int lane = 1; lane < 32; ++lane) list += fmt::format(",{}", 32 * lane);
  const auto answer = answered(fmt::format("tile=32x32 read={}) map=padding 1", list));
  EXPECT_EQ(pattern_phrase(Language::en, answer, Direction::read),
            "read  lanes(0,32,64,96,128,160,192…");
  const DrawList list_of_lanes = drawn({&answer, {Direction::read, 0}}).list;
  EXPECT_TRUE(std::ranges::any_of(list_of_lanes.texts, [](const Text& text) {
    return text.text.starts_with("read  lanes(0,");
  }));
}

TEST(WorkshopPhrases, TellAnElementsWayAndItsLanes) {
  const auto answer = answered("map=xor");
  const WorkshopScene scene{&answer, {Direction::read, 5}};
  EXPECT_EQ(element_phrase(Language::en, scene, 3 * 32 + 5),
            "element (3, 5): offset 101 → 102, bank 5 → 6; lane 3");
  EXPECT_EQ(access_change_phrase(Language::en, answer, {Direction::read, 5}),
            "read 6 of 32: 32 → 1 wavefronts");
}

}  // namespace
}  // namespace warplens::scene
