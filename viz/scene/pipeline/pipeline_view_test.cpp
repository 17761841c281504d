// The pipeline's picture: which rows, bands and marks, and that all of it has room.
#include "viz/scene/pipeline/pipeline_view.h"

#include "kernels/machine/cluster_test_kit.h"
#include "kernels/machine/ring_test_kit.h"
#include "viz/scene/draw/test_support.h"
#include "viz/scene/pipeline/pipeline_marks.h"

namespace warplens::scene {
namespace {

using pipeline::Pipeline;
using pipeline::StageState;

Pipeline ring(const machine::Ring& ring = {}) {
  auto records = std::make_shared<machine::BarrierRecords>(machine::BarrierRecords::Place{});
  auto trace = std::make_shared<trace::Trace>(machine::run_ring(ring, records.get()));
  return pipeline::make_pipeline({records, trace});
}

PipelineLook look_at(const Pipeline& pipeline, pipeline::Step cursor = 20) {
  PipelineLook look;
  look.window = {0, pipeline.steps()};
  look.cursor = cursor;
  return look;
}

constexpr Size kRoom{900, 600};

std::size_t bands_in(const DrawList& list, Color color) {
  const auto bars = with_kind(list, MarkId::Kind::bar);
  return static_cast<std::size_t>(
      std::ranges::count_if(bars, [color](const Rectangle& bar) { return bar.fill == color; }));
}

TEST(PipelineView, HasARowForEachStageMbarrierAndWarp) {
  const Pipeline pipeline = ring({.stages = 3});
  const DrawList list = pipeline_view(pipeline, look_at(pipeline), kRoom, {});
  EXPECT_EQ(with_kind(list, MarkId::Kind::row).size(), 3u + 6u + 2u);
  EXPECT_TRUE(has_text(list, "ring[2]"));
  EXPECT_TRUE(has_text(list, "full[0]"));
  EXPECT_TRUE(has_text(list, "warp 1"));
}

TEST(PipelineView, AStageHasABandForEachOfItsStates) {
  const Pipeline pipeline = ring({.stages = 2, .tiles = 6});
  const DrawList list = pipeline_view(pipeline, look_at(pipeline), kRoom, {});
  const ThemeName theme = Style().theme;
  EXPECT_GE(bands_in(list, stage_color(StageState::filling, theme)), 6u);
  EXPECT_GE(bands_in(list, stage_color(StageState::reading, theme)), 6u);
}

TEST(PipelineView, WhatIsTooEarlyStandsOutInItsStagesRow) {
  const Pipeline pipeline = ring({.waits_for_empty = false});
  const DrawList list = pipeline_view(pipeline, look_at(pipeline), kRoom, {});
  const auto faults = with_kind(list, MarkId::Kind::event);
  ASSERT_FALSE(faults.empty());
  const auto layout = pipeline_layout(pipeline, look_at(pipeline), kRoom, {});
  const PipelineRow* row =
      layout.row_of(PipelineRow::Kind::stage, static_cast<std::uint32_t>(pipeline.faults[0].stage));
  ASSERT_NE(row, nullptr);
  EXPECT_FLOAT_EQ(faults[0].y, row->box.y);
  const Pipeline good = ring();
  EXPECT_TRUE(
      with_kind(pipeline_view(good, look_at(good), kRoom, {}), MarkId::Kind::event).empty());
}

TEST(PipelineView, TheCursorGoesThroughAllRows) {
  const Pipeline pipeline = ring();
  const auto look = look_at(pipeline, 30);
  const auto layout = pipeline_layout(pipeline, look, kRoom, {});
  const auto cursor = with_kind(pipeline_view(pipeline, look, kRoom, {}), MarkId::Kind::line);
  ASSERT_EQ(cursor.size(), 1u);
  EXPECT_EQ(cursor[0].id.a, 30u);
  EXPECT_NEAR(cursor[0].x + 1, layout.x_of(30) + layout.step_width() / 2, 0.01);
  EXPECT_FLOAT_EQ(cursor[0].height, layout.area.height);
  EXPECT_EQ(layout.step_at(cursor[0].x + 1), 30u);
}

TEST(PipelineView, SaysInALineWhatIsPointedAt) {
  const Pipeline pipeline = ring();
  const auto look = look_at(pipeline);
  const auto layout = pipeline_layout(pipeline, look, kRoom, {});
  const auto said = [&](PipelineRow::Kind kind, std::uint32_t index, pipeline::Step step) {
    const PipelineRow* row = layout.row_of(kind, index);
    const auto mark = pipeline_at(pipeline, layout, layout.x_of(step) + layout.step_width() / 2,
                                  row->box.y + row->box.height / 2);
    return mark ? pipeline_words(pipeline, *mark, Language::en) : std::string();
  };
  const auto& round = pipeline.stages.all[0].rounds[0];
  EXPECT_NE(said(PipelineRow::Kind::stage, 0, round.fill.begin).find("being filled by warp 0"),
            std::string::npos);
  EXPECT_NE(said(PipelineRow::Kind::stage, 0, round.read->begin).find("being read by warp 1"),
            std::string::npos);
  const auto& phase = pipeline.mbarriers[0].phases[0];
  EXPECT_NE(said(PipelineRow::Kind::mbarrier, 0, phase.at.begin).find("ended by a copy of warp 0"),
            std::string::npos);
  for (const pipeline::Wait& wait : pipeline.waits) {
    if (wait.what != pipeline::Wait::For::mbarrier || !wait.was_long()) continue;
    const auto row = static_cast<std::uint32_t>(pipeline::row_of_warp(pipeline, wait.warp));
    const std::string words = said(PipelineRow::Kind::warp, row, wait.at.begin);
    EXPECT_NE(words.find("waits at "), std::string::npos);
    return;
  }
  FAIL() << "nobody waits";
}

Pipeline block_of_cluster(std::uint64_t block) {
  auto records =
      std::make_shared<machine::BarrierRecords>(machine::BarrierRecords::Place{0, block});
  machine::RunOptions options;
  options.barriers = records.get();
  options.recording = machine::Recording::events;
  options.first_block = block;
  options.block_count = 1;
  auto trace = std::make_shared<trace::Trace>(machine::run_cluster(options));
  return pipeline::make_pipeline({records, trace});
}

TEST(PipelineView, HasARowForEachOtherBlockOfTheClusterAndFlagsWhatItSends) {
  const Pipeline pipeline = block_of_cluster(1);
  const DrawList list = pipeline_view(pipeline, look_at(pipeline), {1500, 900}, {});
  EXPECT_TRUE(has_text(list, "other blocks of the cluster: what they do here"));
  const auto flags =
      std::ranges::count_if(list.texts, [](const Text& text) { return text.text == "block 0"; });
  EXPECT_EQ(flags, 2) << "its row, and its arrival at `empty`";
  EXPECT_TRUE(has_text(list, "barrier.cluster"));
}

TEST(PipelineView, HasRoomForItsTextsAtAnySizeInBothLanguages) {
  for (const Pipeline& pipeline :
       {ring(), ring({.stages = 4, .waits_for_empty = false}), block_of_cluster(1)}) {
    for (const Language language : {Language::en, Language::zh}) {
      for (const Size size : {Size{1500, 900}, Size{900, 600}, Size{500, 300}, Size{300, 160},
                              Size{220, 90}, Size{60, 40}, Size{1200, 120}}) {
        Style style;
        style.language = language;
        for (const pipeline::Step count : {8u, 40u, pipeline.steps()}) {
          PipelineLook look = look_at(pipeline, 33);
          look.window = window_around(pipeline, 33, count);
          expect_well_formed(pipeline_view(pipeline, look, size, style), style);
        }
      }
    }
  }
}

TEST(PipelineView, AWindowStaysWhileTheCursorIsInItsMiddle) {
  const Pipeline pipeline = ring({.stages = 4, .tiles = 16});
  const auto window = window_around(pipeline, 60, 40);
  EXPECT_EQ(window.end - window.begin, 40u);
  for (pipeline::Step step = 0; step < pipeline.steps(); ++step) {
    EXPECT_TRUE(window_around(pipeline, step, 40).contains(step));
    EXPECT_TRUE(window_around(pipeline, step, 1).contains(step));
  }
  EXPECT_EQ(window_around(pipeline, 61, 40), window);
}

TEST(PipelineView, RowsWithoutRoomAreScrolled) {
  const Pipeline pipeline = ring({.stages = 4});
  PipelineLook look = look_at(pipeline);
  const Size small{500, 150};
  const auto top = pipeline_layout(pipeline, look, small, {});
  EXPECT_EQ(top.hidden_above, 0u);
  EXPECT_GT(top.hidden_below, 0u);
  look.first_row = 1000;
  const auto bottom = pipeline_layout(pipeline, look, small, {});
  EXPECT_EQ(bottom.hidden_below, 0u);
  EXPECT_EQ(bottom.rows.back().kind, PipelineRow::Kind::warp);
}

}  // namespace
}  // namespace warplens::scene
