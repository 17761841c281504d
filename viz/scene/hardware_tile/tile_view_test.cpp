// The picture of a shared tile: what each cell says and in what colour, where a unit went, and that
// it stays legible at every size.
#include "viz/scene/hardware_tile/tile_view.h"

#include <gtest/gtest.h>

#include "viz/hardware_tile/planted_tiles_test.h"
#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

using hardware_tile::PlantedTile;
using hardware_tile::TileMoment;

constexpr Size kLargeTile{1400, 900};

std::size_t count_texts(const DrawList& list, const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count(list.texts, text, [](const Text& each) { return each.text; }));
}

TEST(TileView, SaysOnBothSidesWhichUnitOfTheBoxACellIs) {
  const PlantedTile tile("same_mode");
  const TileMoment moment = tile.moment('A');
  const DrawList list = tile_view({tile.trace(), moment, {}}, kLargeTile, {});
  EXPECT_EQ(count_texts(list, "3,2"), 2u) << "there, and looked for";
  EXPECT_EQ(count_texts(list, "3,6"), 1u) << "there, but not read here";
  EXPECT_TRUE(has_text(list, "All 128 units are where they are looked for."));
  EXPECT_TRUE(with_kind(list, MarkId::Kind::word).empty()) << "nothing is pointed at";
}

TEST(TileView, LeadsFromTheFirstUnitThatDisagreesToWhereItsElementLies) {
  const PlantedTile tile("other_mode");
  const TileMoment moment = tile.moment('A');
  const DrawList list = tile_view({tile.trace(), moment, {}}, kLargeTile, {});
  const auto marked = with_kind(list, MarkId::Kind::word);
  ASSERT_EQ(marked.size(), 2u) << "in both grids";
  EXPECT_EQ(marked[0].id.a, 64u + 32) << "row 1 is looked for 64 bytes behind row 0";
  const auto lies = with_kind(list, MarkId::Kind::mover);
  ASSERT_EQ(lies.size(), 1u);
  EXPECT_EQ(lies[0].id.a, 128u + (2 ^ 1) * 16) << "where TMA put row 1, unit 2";
}

TEST(TileView, PutsBothIntoOneCellWhereTheyDisagree) {
  const PlantedTile tile("other_mode");
  const TileMoment moment = tile.moment('A');
  TileLook look;
  look.show = TileShow::overlay;
  const auto layout = tile_layout(moment, look, kLargeTile, {});
  ASSERT_EQ(layout.grids.size(), 1u);
  const DrawList list = tile_view({tile.trace(), moment, look}, kLargeTile, {});
  EXPECT_EQ(count_texts(list, "1,2"), 2u) << "where it lies, and where it is looked for";
  EXPECT_EQ(count_texts(list, "0,2"), 1u) << "one cell has both";
}

TEST(TileView, WhatAPointFindsIsWhatIsDrawnThere) {
  const PlantedTile tile("other_mode");
  const TileMoment moment = tile.moment('A');
  for (const TileShow show :
       {TileShow::both, TileShow::written, TileShow::read, TileShow::overlay}) {
    TileLook look{show, 0x1a0, 0};
    const auto layout = tile_layout(moment, look, kLargeTile, {});
    const DrawList list = tile_view({tile.trace(), moment, look}, kLargeTile, {});
    const auto marked = with_kind(list, MarkId::Kind::word);
    ASSERT_EQ(marked.size(), layout.grids.size());
    for (const Rectangle& each : marked) {
      EXPECT_EQ(unit_at(moment, layout, each.x + each.width / 2, each.y + each.height / 2),
                look.mark);
    }
    EXPECT_EQ(unit_at(moment, layout, 0, 0), std::nullopt);
  }
}

TEST(TileView, MarksNothingWhereTheReadHasNoLine) {
  const PlantedTile tile("same_mode");
  const TileMoment moment = tile.moment('A');
  const TileScene elsewhere{tile.trace(), moment, {TileShow::both, 0x2000, 0}};
  EXPECT_EQ(marked_unit(elsewhere), std::nullopt) << "there B lies";
}

TEST(TileView, ScrollsUntilTheMarkIsInSight) {
  const TileMoment moment = PlantedTile("same_mode").moment('A');
  const Size small{700, 300};
  const TileLook brought = brought_into_sight(moment, {TileShow::both, 63 * 128, 0}, small, {});
  EXPECT_GT(brought.first_line, 0u);
  const auto layout = tile_layout(moment, brought, small, {});
  EXPECT_EQ(layout.first + layout.lines, 64u);
}

TEST(TileView, IsWellFormedAtEverySizeInBothLanguages) {
  for (const char* entry : {"same_mode", "other_mode", "shifted_pattern", "lanes_of_four_rows"}) {
    const PlantedTile tile(entry);
    const bool has_lanes = std::string(entry).starts_with("lanes");
    const TileMoment moment = tile.moment(has_lanes ? '\0' : 'A');
    for (const Size size :
         {Size{120, 90}, Size{300, 220}, Size{420, 700}, Size{900, 500}, Size{1600, 1000}}) {
      for (const TileShow show :
           {TileShow::both, TileShow::written, TileShow::read, TileShow::overlay}) {
        SCOPED_TRACE(std::string(entry) + " at " + std::to_string(size.width));
        Style style;
        style.language = show == TileShow::both ? Language::zh : Language::en;
        const TileLook look = brought_into_sight(moment, {show, 0x1a0, 0}, size, style);
        expect_well_formed(tile_view({tile.trace(), moment, look}, size, style), style);
      }
    }
  }
}

}  // namespace
}  // namespace warplens::scene
