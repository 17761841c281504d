// Tiles that TMA writes and wgmma, tcgen05.mma or ldmatrix reads, as their planted twins have it:
// what agrees, which units do not, and where they went.
#include "viz/hardware_tile/tile_match.h"

#include <set>

#include "viz/hardware_tile/planted_tiles_test.h"
#include "viz/hardware_tile/tile_words.h"

namespace warplens::hardware_tile {
namespace {

std::string said(const PlantedTile& tile, const TileMoment& moment) {
  return verdict(tile.trace(), moment).in(Language::en);
}

TEST(TileMatch, ATileThatIsReadAsItWasWrittenAgrees) {
  const PlantedTile tile("same_mode");
  for (const char operand : {'A', 'B'}) {
    const TileMoment moment = tile.moment(operand);
    EXPECT_EQ(moment.match.compared, 128u) << "64 rows of 16 elements along k";
    EXPECT_EQ(moment.match.disagreeing, 0u);
    EXPECT_EQ(moment.lines.size(), 64u);
    EXPECT_EQ(said(tile, moment), "All 128 units are where they are looked for.");
  }
  const TileMoment moment = tile.moment('A');
  EXPECT_EQ(moment.match.units[0].wanted, (TilePlace{0, 2})) << "the second 16 of k";
  EXPECT_EQ(moment.match.units[7].read.place, (TilePlace{3, 1}));
  EXPECT_EQ(moment.match.units[7].wanted, (TilePlace{3, 3}));
  EXPECT_EQ(moment.match.units[7].read.address, 3 * 128u + ((3 ^ 3) * 16));
}

TEST(TileMatch, AModeThatIsChangedOnOneSideIsFoundWithBothLines) {
  const PlantedTile tile("other_mode");
  const TileMoment moment = tile.moment('A');
  EXPECT_EQ(moment.match.compared, 128u);
  EXPECT_EQ(said(tile, moment),
            "written with 128-byte swizzle at swizzled.cu:40, read with 64-byte swizzle at "
            "swizzled.cu:75: 112 of 128 units are not where they are looked for");
  EXPECT_EQ(said(tile, tile.moment('B')), "All 128 units are where they are looked for.");
}

// Rows of 64 bytes: only the first of each eight lies where a row of 128 bytes does.
TEST(TileMatch, TellsWhichUnitsDisagreeAndWhereTheyWent) {
  const TileMoment moment = PlantedTile("other_mode").moment('A');
  for (const MatchedUnit& unit : moment.match.units) {
    const std::int64_t row = unit.read.place.row;
    EXPECT_EQ(unit.state == UnitState::agrees, row % 8 == 0) << row;
    ASSERT_TRUE(unit.wanted) << row;
    EXPECT_EQ(*unit.wanted, (TilePlace{row, unit.read.place.unit + 2}));
    if (unit.state == UnitState::agrees) continue;
    ASSERT_TRUE(unit.lies_at);
    const auto column = static_cast<std::uint64_t>(unit.wanted->unit ^ row % 8);
    EXPECT_EQ(*unit.lies_at, static_cast<std::uint64_t>(row) * 128 + column * 16);
    const WrittenUnit* const there = moment.written.at(*unit.lies_at);
    ASSERT_NE(there, nullptr);
    EXPECT_EQ(there->place, unit.wanted);
  }
}

TEST(TileMatch, AMapThatIsChangedIsFoundAsTheDescriptorIs) {
  const PlantedTile tile("same_mode", {.swizzle = TensorMap::Swizzle::bytes_64});
  const TileMoment moment = tile.moment('A');
  EXPECT_GT(moment.match.disagreeing, moment.match.compared / 2);
  EXPECT_THAT(said(tile, moment),
              testing::StartsWith("written with 64-byte swizzle at swizzled.cu:40, read with "
                                  "128-byte swizzle at swizzled.cu:75: "));
}

TEST(TileMatch, ATileThatBeginsWithinAPatternIsShiftedOnBothSides) {
  const PlantedTile tile("shifted");
  const TileMoment moment = tile.moment('A');
  EXPECT_EQ(moment.match.disagreeing, 0u);
  EXPECT_EQ(moment.match.compared, 128u);
  const TileWriter& writer = moment.written.writers.front();
  EXPECT_EQ(writer.copy.shared, 512u);
  EXPECT_EQ(phase_of(writer.copy.shared, 128), 4u);
  EXPECT_EQ(phase_of(writer.copy.shared, 64), 0u) << "its pattern has four rows of 128 bytes";
  const WrittenUnit* const first = moment.written.at(512 + (0 ^ 4) * 16);
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first->place, (TilePlace{0, 0}));
}

TEST(TileMatch, ABaseOffsetThatNobodyWroteByIsFound) {
  const PlantedTile tile("shifted_pattern");
  const TileMoment moment = tile.moment('A');
  EXPECT_EQ(moment.match.disagreeing, 128u)
      << "TMA exchanges by bits of the address, whatever the base";
  EXPECT_THAT(said(tile, moment), testing::HasSubstr("and base offset 4 at swizzled.cu:75"));
}

TEST(TileMatch, WhatAnotherBlockBringsByMulticastIsWrittenByIt) {
  for (const std::uint32_t block : {0u, 1u}) {
    const PlantedTile tile("of_two_blocks", {.block = block, .blocks = 2});
    for (const char operand : {'A', 'B'}) {
      const TileMoment moment = tile.moment(operand);
      EXPECT_EQ(moment.match.compared, 128u);
      EXPECT_EQ(moment.match.disagreeing, 0u);
      ASSERT_EQ(moment.written.writers.size(), 1u);
      const TileWriter& writer = moment.written.writers[0];
      const std::uint32_t asks = operand == 'A' ? 0 : 1;
      EXPECT_EQ(writer.rank, asks);
      EXPECT_EQ(writer.event.has_value(), asks == block) << "another block's is no event here";
      const std::string by = written_phrase(tile.trace(), writer).in(Language::en);
      EXPECT_EQ(by.find(" by block ") != std::string::npos, asks != block) << by;
    }
    const auto of = [&](char operand) { return tile.moment(operand).written.writers.front(); };
    TileWriter here = of(block == 0 ? 'A' : 'B'), there = of(block == 0 ? 'B' : 'A');
    EXPECT_THAT(brief_written(tile.trace(), there).in(Language::en),
                testing::EndsWith(block == 0 ? ", block 1" : ", block 0"));
    there.site = here.site;
    const std::vector<TileWriter> both{here, there};
    EXPECT_THAT(brief_written(tile.trace(), both).in(Language::en),
                testing::EndsWith(", blocks 0, 1"));
  }
}

TEST(TileMatch, WhatAnotherBlockBringsIsNotFoundWithAnotherMode) {
  const PlantedTile tile("of_two_blocks_other_mode", {.block = 0, .blocks = 2});
  EXPECT_EQ(tile.moment('A').match.disagreeing, 0u);
  EXPECT_THAT(
      said(tile, tile.moment('B')),
      testing::MatchesRegex("written with 128-byte swizzle at swizzled.cu:[0-9]+ by block 1 "
                            "of the cluster, read with 64-byte swizzle at "
                            "swizzled.cu:75: 112 of 128 units are not where they are "
                            "looked for"));
}

TEST(TileMatch, ADescriptorOfTcgen05IsReadAsThatOfWgmma) {
  const PlantedTile tile("same_mode", {.module = "blackwell"});
  for (const char operand : {'A', 'B'}) {
    const TileMoment moment = tile.moment(operand);
    EXPECT_TRUE(moment.reader.is_tcgen05);
    EXPECT_EQ(moment.reader.name, "tcgen05.mma.cta_group::1.kind::f16 m64n64k16");
    EXPECT_EQ(moment.match.compared, 128u);
    EXPECT_EQ(moment.match.disagreeing, 0u);
    EXPECT_EQ(who_reads(moment).in(Language::en), "Read by tensor cores, for warp 0");
  }
}

TEST(TileMatch, ADescriptorOfTcgen05ThatHasAnotherModeIsFound) {
  const PlantedTile tile("other_mode", {.module = "blackwell"});
  EXPECT_EQ(tile.moment('A').match.disagreeing, 0u);
  const TileMoment moment = tile.moment('B');
  EXPECT_GT(moment.match.disagreeing, moment.match.compared / 2);
  EXPECT_THAT(said(tile, moment),
              testing::HasSubstr("written with 128-byte swizzle at blackwell.cu:"));
  EXPECT_THAT(said(tile, moment), testing::HasSubstr("read with 32-byte swizzle at blackwell.cu:"));
}

TEST(TileMatch, LanesThatExchangeAsTmaDoesAgree) {
  const PlantedTile tile("lanes");
  const TileMoment moment = tile.moment(0);
  EXPECT_EQ(moment.reader.name, "ldmatrix.sync.aligned.m8n8.x4.shared.b16");
  EXPECT_EQ(moment.match.compared, 32u);
  EXPECT_EQ(moment.match.disagreeing, 0u);
}

TEST(TileMatch, LanesThatExchangeByFewerRowsDoNot) {
  const TileMoment moment = PlantedTile("lanes_of_four_rows").moment(0);
  EXPECT_EQ(moment.match.disagreeing, 16u);
  for (const MatchedUnit& unit : moment.match.units) {
    EXPECT_EQ(unit.state == UnitState::disagrees, unit.read.place.row >= 4);
  }
}

TEST(TileMatch, NothingIsComparedOfWhatLanesLoad) {
  TileReader reader;
  const TileMatch matched = match(reader, {{0, 0, {}, 0, 3}}, {});
  EXPECT_EQ(matched.compared, 0u);
  EXPECT_EQ(matched.units.front().state, UnitState::unknown);
}

}  // namespace
}  // namespace warplens::hardware_tile
