// A block's pipeline: which bytes are a stage, what they are when, who waits for whom, and where a
// stage is overwritten or read too early.
#include "viz/pipeline/pipeline_model.h"

#include "kernels/machine/cluster_test_kit.h"
#include "kernels/machine/ring_test_kit.h"
#include "viz/pipeline/pipeline_words.h"

namespace warplens::pipeline {
namespace {

using machine::BarrierRecords;
using machine::Ring;

Pipeline pipeline_of(const Ring& ring) {
  auto records = std::make_shared<BarrierRecords>(BarrierRecords::Place{});
  auto trace = std::make_shared<trace::Trace>(machine::run_ring(ring, records.get()));
  return make_pipeline({records, trace});
}

// A block of 64 threads of a kernel_text().
Pipeline pipeline_of_body(const std::string& body) {
  machine::Machine machine(machine::parse_text(machine::kernel_text(body)));
  auto records = std::make_shared<BarrierRecords>(BarrierRecords::Place{});
  machine.options.barriers = records.get();
  machine.options.instruction_budget = 1 << 20;
  machine.buffer("out", machine::zeros(256));
  machine.buffer("in", machine::iota(256));
  auto trace = std::make_shared<trace::Trace>(machine.trace_of({1}, {64}));
  return make_pipeline({records, trace});
}

std::vector<StageState> states_of(const Pipeline& pipeline, std::size_t stage) {
  std::vector<StageState> states;
  for (const StageBand& band : bands_of(pipeline.stages.all[stage], pipeline.steps())) {
    states.push_back(band.state);
  }
  return states;
}

TEST(PipelineModel, ARingHasAsManyStagesAsItsTilesTakeTurnsIn) {
  for (const int stages : {2, 3, 4}) {
    const Pipeline pipeline = pipeline_of({.stages = stages, .tiles = 8});
    ASSERT_EQ(pipeline.stages.all.size(), static_cast<std::size_t>(stages));
    EXPECT_FALSE(pipeline.stages.are_stored);
    for (int i = 0; i < stages; ++i) {
      const Stage& stage = pipeline.stages.all[static_cast<std::size_t>(i)];
      EXPECT_EQ(stage.name(), fmt::format("ring[{}]", i));
      EXPECT_EQ(stage.bytes(), 128u);
      EXPECT_EQ(stage.rounds.size(), static_cast<std::size_t>((8 - i + stages - 1) / stages));
    }
  }
}

TEST(PipelineModel, AStageIsFilledReadAndFilledAgain) {
  const Pipeline pipeline = pipeline_of({.stages = 2, .tiles = 4});
  using enum StageState;
  for (const Stage& stage : pipeline.stages.all) {
    ASSERT_EQ(stage.rounds.size(), 2u);
    for (const Round& round : stage.rounds) {
      EXPECT_EQ(round.fillers, 1u) << "warp 0";
      EXPECT_EQ(round.readers, 2u) << "warp 1";
      EXPECT_EQ(round.bytes, 128u);
      ASSERT_TRUE(round.read.has_value());
      EXPECT_GE(round.read->begin, round.fill.end);
    }
    EXPECT_GE(stage.rounds[1].fill.begin, stage.rounds[0].read->end);
  }
  const auto states = states_of(pipeline, 0);
  EXPECT_EQ(states.front(), filling);
  EXPECT_EQ(states.back(), free);
  Step last = bands_of(pipeline.stages.all[0], pipeline.steps()).front().at.begin;
  for (const StageBand& band : bands_of(pipeline.stages.all[0], pipeline.steps())) {
    EXPECT_EQ(band.at.begin, last) << "no step between two states";
    last = band.at.end;
  }
  EXPECT_EQ(last, pipeline.steps());
}

TEST(PipelineModel, WarpsAreProducersAndConsumers) {
  const Pipeline pipeline = pipeline_of({});
  ASSERT_EQ(pipeline.warps.size(), 2u);
  EXPECT_EQ(pipeline.warps[0].warp, 0u);
  EXPECT_EQ(pipeline.warps[0].role, Role::producer);
  EXPECT_EQ(pipeline.warps[1].role, Role::consumer);
  EXPECT_EQ(pipeline.warps[1].doings.size(), 6u) << "tile by tile";
  EXPECT_EQ(pipeline.warps[1].arrivals.size(), 6u);
}

TEST(PipelineModel, AnMbarrierHasAPhaseForEachTileOfItsStage) {
  const Pipeline pipeline = pipeline_of({.stages = 2, .tiles = 6});
  ASSERT_EQ(pipeline.mbarriers.size(), 4u);
  const MbarrierLife& full = pipeline.mbarriers[0];
  EXPECT_EQ(full.name, "full[0]");
  EXPECT_EQ(full.most_pending, 1u);
  EXPECT_EQ(full.most_bytes, 128);
  ASSERT_EQ(full.phases.size(), 4u) << "three tiles, and the phase behind them";
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(full.phases[i].parity, i % 2 == 1);
    ASSERT_TRUE(full.phases[i].ended_by.has_value());
    EXPECT_EQ(pipeline.record(*full.phases[i].ended_by).step, machine::BarrierStep::complete);
    EXPECT_EQ(full.phases[i + 1].at.begin, full.phases[i].at.end);
  }
  EXPECT_FALSE(full.phases[3].ended_by.has_value());
  EXPECT_FALSE(full.state_at(0).has_value()) << "before mbarrier.init";
  EXPECT_EQ(full.state_at(pipeline.steps())->pending, 1u);
  EXPECT_EQ(pipeline.mbarriers[2].name, "empty[0]");
  EXPECT_EQ(pipeline.mbarriers[2].most_pending, 32u);
}

TEST(PipelineModel, AWaitEndsByTheArrivalThatEndsThePhase) {
  const Pipeline pipeline = pipeline_of({});
  std::size_t waits = 0;
  for (const Wait& wait : pipeline.waits) {
    if (wait.what != Wait::For::mbarrier || wait.warp != 0 || wait.times == 0) continue;
    ++waits;
    EXPECT_TRUE(wait.is_over);
    ASSERT_TRUE(wait.ended_by.has_value());
    EXPECT_EQ(pipeline.record(*wait.ended_by).warp, 1u) << "the consumer empties the stage";
    EXPECT_TRUE(wait.at.contains(pipeline.order.of_record(*wait.ended_by)));
  }
  EXPECT_GT(waits, 0u);
}

TEST(PipelineModel, WarpsWaitAtABarrierForWhoComesLast) {
  const Pipeline pipeline = pipeline_of({});
  const Wait& wait = pipeline.waits.front();
  EXPECT_EQ(wait.what, Wait::For::barrier);
  EXPECT_EQ(pipeline.record(wait.ended_by.value()).step, machine::BarrierStep::reach);
}

TEST(PipelineModel, ARingInOrderHasNoFault) {
  for (const int stages : {2, 3, 4}) EXPECT_TRUE(pipeline_of({.stages = stages}).faults.empty());
}

TEST(PipelineModel, WithoutTheWaitForAnEmptyStageItIsFilledTooEarly) {
  const Pipeline pipeline = pipeline_of({.waits_for_empty = false});
  ASSERT_FALSE(pipeline.faults.empty());
  for (const Fault& fault : pipeline.faults) {
    EXPECT_LT(fault.stage, 2u);
    EXPECT_EQ(pipeline.run.trace->findings[fault.finding].kind, trace::FindingKind::race);
  }
}

// Two groups of copies, one a half of the tile; the second half is read when all but so many groups
// are complete.
std::string two_groups(const std::string& groups_left) {
  return R"(
    shl.b32 %r3, %r1, 2;
    mov.u32 %r2, tile;
    add.u32 %r4, %r2, %r3;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd6, %rd2, %rd3;
    cp.async.ca.shared.global [%r4], [%rd6], 4;
    cp.async.commit_group;
    cp.async.ca.shared.global [%r4+256], [%rd6+256], 4;
    cp.async.commit_group;
    cp.async.wait_group 1;
    bar.sync 0;
    ld.shared.u32 %r5, [%r4];
    cp.async.wait_group )" +
         groups_left + R"(;
    bar.sync 0;
    ld.shared.u32 %r6, [%r4+256];
    add.u32 %r5, %r5, %r6;
    add.s64 %rd3, %rd1, %rd3;
    st.global.u32 [%rd3], %r5;
    ret;)";
}

TEST(PipelineModel, WhatIsReadBeforeItsCopyHasLandedIsReadTooEarly) {
  const Pipeline pipeline = pipeline_of_body(two_groups("1"));
  ASSERT_EQ(pipeline.faults.size(), 2u) << "one a warp";
  for (const Fault& fault : pipeline.faults) {
    EXPECT_EQ(fault.kind, Fault::Kind::read_early);
    EXPECT_EQ(fault.stage, 1u);
    const Round& round = pipeline.stages.all[1].rounds.at(0);
    EXPECT_TRUE(round.fill.contains(fault.at));
  }
}

TEST(PipelineModel, WhatIsStoredBetweenTwoBarriersIsAStageWhereNothingIsCopied) {
  const Pipeline pipeline = pipeline_of_body(R"(
    shl.b32 %r3, %r1, 2;
    mov.u32 %r2, tile;
    add.u32 %r4, %r2, %r3;
    mov.u32 %r9, 0;
    mov.u32 %r6, 0;
    st.shared.u32 [%r4], %r1;
    bar.sync 0;
    loop:
    xor.b32 %r7, %r6, 256;
    add.u32 %r8, %r4, %r7;
    add.u32 %r10, %r4, %r6;
    st.shared.u32 [%r8], %r9;
    ld.shared.u32 %r5, [%r10];
    bar.sync 0;
    mov.u32 %r6, %r7;
    add.u32 %r9, %r9, 1; setp.lt.u32 %p1, %r9, 4; @%p1 bra loop;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd3, %rd1, %rd3;
    st.global.u32 [%rd3], %r5;
    ret;)");
  EXPECT_TRUE(pipeline.stages.are_stored);
  ASSERT_EQ(pipeline.stages.all.size(), 2u);
  EXPECT_EQ(pipeline.stages.all[0].name(), "tile[0]");
  EXPECT_EQ(pipeline.stages.all[0].bytes(), 256u);
  EXPECT_GE(pipeline.stages.all[0].rounds.size(), 2u);
  EXPECT_EQ(pipeline.warps[0].role, Role::both);
}

TEST(PipelineModel, GroupsOfCopiesAreStages) {
  const Pipeline pipeline = pipeline_of_body(two_groups("0"));
  ASSERT_EQ(pipeline.stages.all.size(), 2u);
  EXPECT_EQ(pipeline.stages.all[1].name(), "tile[1]");
  const auto land = [&](std::size_t stage) {
    return pipeline.stages.all[stage].rounds.at(0).fill.end;
  };
  EXPECT_LT(land(0), land(1)) << "the second group stays in flight over the first wait";
  EXPECT_GT(land(1), pipeline.stages.all[0].rounds[0].read->begin);
}

TEST(PipelineModel, StepsGoBothWaysOverWhatHappens) {
  const Pipeline pipeline = pipeline_of({});
  std::vector<Step> ahead;
  for (auto step = next_happening(pipeline, 0, false); step;
       step = next_happening(pipeline, *step, false)) {
    ahead.push_back(*step);
  }
  ASSERT_GT(ahead.size(), 20u);
  std::vector<Step> back{ahead.back()};
  while (back.size() < ahead.size())
    back.push_back(next_happening(pipeline, back.back(), true).value());
  std::ranges::reverse(back);
  EXPECT_EQ(ahead, back);
}

Pipeline pipeline_of_cluster(std::uint64_t block) {
  auto records = std::make_shared<BarrierRecords>(BarrierRecords::Place{0, block});
  machine::RunOptions options;
  options.barriers = records.get();
  options.recording = machine::Recording::events;
  options.first_block = block;
  options.block_count = 1;
  auto trace = std::make_shared<trace::Trace>(machine::run_cluster(options));
  return make_pipeline({records, trace});
}

TEST(PipelineModel, AnotherBlockOfTheClusterHasARowOfWhatItDoesHere) {
  const Pipeline pipeline = pipeline_of_cluster(0);
  ASSERT_EQ(pipeline.warps.size(), 2u);
  const WarpLife& other = pipeline.warps.back();
  EXPECT_EQ(other.role, Role::elsewhere);
  EXPECT_EQ(other.rank, 1u);
  ASSERT_EQ(other.doings.size(), 1u);
  EXPECT_TRUE(other.doings[0].fills) << "by its multicast";
  EXPECT_EQ(other.arrivals.size(), 2u) << "at the cluster's barrier";
  EXPECT_EQ(row_of_warp(pipeline, 1, 0), 1u);
  EXPECT_EQ(pipeline.stages.all.at(0).rounds.at(0).filling_blocks, 2u);
  EXPECT_EQ(pipeline_of_cluster(1).warps.back().arrivals.size(), 3u) << "and at `empty`";
  EXPECT_EQ(pipeline_of({}).warps.size(), 2u) << "no row of a block without a cluster";
}

TEST(PipelineModel, AWaitAtTheClustersBarrierEndsByTheBlockThatComesLast) {
  for (const std::uint32_t rank : {0u, 1u}) {
    const Pipeline pipeline = pipeline_of_cluster(rank);
    std::size_t waits = 0;
    for (const Wait& wait : pipeline.waits) {
      if (wait.what != Wait::For::cluster || !wait.was_long()) continue;
      ++waits;
      ASSERT_TRUE(wait.ended_by);
      const machine::BarrierRecord& ender = pipeline.record(*wait.ended_by);
      EXPECT_NE(ender.rank, wait.rank);
      EXPECT_EQ(wait.at.end, pipeline.order.of_record(*wait.ended_by) + 1);
    }
    EXPECT_EQ(waits, 2u);
  }
}

TEST(PipelineModel, AnArrivalOfAnotherBlockNamesItsSender) {
  const Pipeline sent = pipeline_of_cluster(0), received = pipeline_of_cluster(1);
  const auto said = [](const Pipeline& pipeline, machine::BarrierStep step, std::uint32_t rank) {
    for (std::size_t i = 0; i < pipeline.run.records->all().size(); ++i) {
      if (pipeline.record(i).step != step || pipeline.record(i).rank != rank) continue;
      return step_line(pipeline, pipeline.order.of_record(i)).in(Language::en);
    }
    return std::string("nothing");
  };
  EXPECT_EQ(said(sent, machine::BarrierStep::arrive_elsewhere, 0),
            "warp 0 arrives at empty of the cluster's block 1, 32 lanes");
  EXPECT_EQ(said(received, machine::BarrierStep::arrive, 0),
            "warp 0 of the cluster's block 0 arrives at empty, 32 lanes: its phase of parity 0 is "
            "over");
  EXPECT_EQ(phase_line(received, received.mbarriers.at(1), 0).in(Language::en),
            "empty: phase 0, of parity 0, steps " +
                fmt::format("{} to {}", received.mbarriers[1].phases[0].at.begin + 1,
                            received.mbarriers[1].phases[0].at.end) +
                ", ended by warp 0 of the cluster's block 0");
}

TEST(PipelineOrder, EachStepIsAnEventOrARecord) {
  const Pipeline pipeline = pipeline_of({});
  const Order& order = pipeline.order;
  std::size_t events = 0, records = 0;
  for (Step step = 0; step < order.steps(); ++step) {
    if (const auto record = order.record_at(step)) {
      EXPECT_EQ(*record, records++);
      EXPECT_EQ(order.of_record(*record), step);
    } else {
      EXPECT_EQ(order.event_until(step), events);
      EXPECT_EQ(order.of_event(events++), step);
    }
  }
  EXPECT_EQ(events, pipeline.run.trace->events.size());
  EXPECT_EQ(records, pipeline.run.records->all().size());
}

}  // namespace
}  // namespace warplens::pipeline
