// Which read an event means, and what all reads of a block find.
#include "viz/hardware_tile/tile_survey.h"

#include "viz/hardware_tile/planted_tiles_test.h"

namespace warplens::hardware_tile {
namespace {

std::size_t first_row(const trace::Trace& trace, trace::EventKind kind, std::size_t skipped = 0) {
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    if (trace.sites[trace.events.site(row)].kind == kind && skipped-- == 0) return row;
  }
  ADD_FAILURE() << "there is no such event";
  return 0;
}

// The operand that is read.
char meant(const PlantedTile& tile, std::size_t row) {
  const auto read = read_at(tile.run(), tile.reads(), survey(tile.run(), tile.reads()), row);
  if (!read) return '-';
  return tile.reads().readers[tile.reads().reads[*read].reader].operand;
}

TEST(TileSurvey, ACopyMeansWhatReadsIt) {
  const PlantedTile tile("same_mode");
  EXPECT_EQ(meant(tile, first_row(tile.trace(), trace::EventKind::bulk_load)), 'A');
  EXPECT_EQ(meant(tile, first_row(tile.trace(), trace::EventKind::bulk_load, 1)), 'B');
}

TEST(TileSurvey, AnEventBehindAllReadsMeansTheFirstThatDisagrees) {
  for (const char* entry : {"other_mode", "same_mode"}) {
    const PlantedTile tile(entry);
    EXPECT_EQ(meant(tile, first_row(tile.trace(), trace::EventKind::store)), 'A') << entry;
  }
}

TEST(TileSurvey, AnLdmatrixMeansItself) {
  const PlantedTile tile("lanes");
  const std::size_t row = first_row(tile.trace(), trace::EventKind::load_matrix, 2);
  const auto read = read_at(tile.run(), tile.reads(), survey(tile.run(), tile.reads()), row);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(tile.reads().reads[*read].source, row);
}

TEST(TileSurvey, CountsReadsThatDoNotFindTheirElements) {
  const PlantedTile tile("lanes_of_four_rows");
  const auto all = summaries(tile.reads(), survey(tile.run(), tile.reads()));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].reads, 4u) << "a warp each";
  EXPECT_EQ(all[0].compared, 4u);
  EXPECT_EQ(all[0].disagreeing, 4u);
  EXPECT_EQ(all[0].first, 0u);
}

TEST(TileSurvey, KnowsNothingOnceItIsStopped) {
  const PlantedTile tile("other_mode");
  std::stop_source stop;
  stop.request_stop();
  const TileSurvey stopped = survey(tile.run(), tile.reads(), stop.get_token());
  EXPECT_EQ(std::ranges::count(stopped.of_reads, UnitState::unknown),
            static_cast<std::ptrdiff_t>(tile.reads().reads.size()));
}

// Lanes store what ldmatrix reads: who wrote is known, which element is not.
TEST(TileSurvey, WhatLanesStoreIsNotCompared) {
  machine::Machine machine(machine::parse_text(machine::kernel_text(R"(
    mov.u32 %r2, tile; shl.b32 %r3, %r1, 4; add.u32 %r4, %r2, %r3;
    st.shared.v4.u32 [%r4], {%r1, %r1, %r1, %r1};
    bar.warp.sync 0xffffffff;
    ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r5, %r6, %r7, %r8}, [%r4];
    ret;)")));
  machine.buffer("out", machine::zeros(64));
  machine.buffer("in", machine::zeros(64));
  fragments::MatrixRun run;
  run.trace = std::make_shared<trace::Trace>(machine.trace_of({1}, {32}));
  const TileReads reads = tile_reads(run, 0);
  ASSERT_EQ(reads.reads.size(), 1u);
  const TileMoment moment = tile_moment(run, reads, reads.reads[0]);
  EXPECT_EQ(moment.match.compared, 0u);
  ASSERT_EQ(moment.written.writers.size(), 1u);
  EXPECT_EQ(moment.written.writers[0].kind, WriterKind::store);
  const WrittenUnit* const unit = moment.written.at(5 * 16);
  ASSERT_NE(unit, nullptr);
  EXPECT_EQ(unit->lane, 5u);
  EXPECT_FALSE(unit->place.has_value());
}

}  // namespace
}  // namespace warplens::hardware_tile
