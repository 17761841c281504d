// What is kept of mbarriers, copies and barriers for who looks at a block (barrier_records.h).
#include "kernels/machine/launch/barrier_records.h"

#include "kernels/machine/cluster_test_kit.h"
#include "kernels/machine/ring_test_kit.h"

namespace warplens::machine {
namespace {

using Steps = std::vector<BarrierRecord>;

Steps steps_of(const BarrierRecords& records, BarrierStep step) {
  Steps found;
  for (const BarrierRecord& record : records.all()) {
    if (record.step == step) found.push_back(record);
  }
  return found;
}

Steps steps_of_block(const std::string& body, std::uint32_t threads, BarrierStep step) {
  Machine machine(parse_text(kernel_text(body)));
  BarrierRecords records({0, 0});
  machine.options.barriers = &records;
  machine.options.instruction_budget = 1 << 20;
  machine.buffer("out", zeros(64));
  machine.buffer("in", iota(64));
  static_cast<void>(machine.trace_of({1}, {threads}));
  return steps_of(records, step);
}

TEST(BarrierRecords, ARingsCopiesBeginAndLandTileByTile) {
  BarrierRecords records({0, 0});
  const trace::Trace trace = run_ring({}, &records);
  EXPECT_TRUE(trace.findings.empty());
  const Steps begun = steps_of(records, BarrierStep::copy_begins);
  const Steps landed = steps_of(records, BarrierStep::copy_lands);
  ASSERT_EQ(begun.size(), 6u);
  ASSERT_EQ(landed.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(begun[i].warp, 0u);
    EXPECT_EQ(begun[i].mask, 1u);
    EXPECT_EQ(begun[i].bytes, 128);
    ASSERT_EQ(begun[i].runs.size(), 1u);
    EXPECT_EQ(begun[i].runs[0].end - begun[i].runs[0].begin, 128u);
    EXPECT_EQ(begun[i].runs, begun[i % 2].runs) << "one stage after the other";
    EXPECT_EQ(landed[i].number, begun[i].number);
  }
}

TEST(BarrierRecords, AnMbarriersStateIsThatBeforeAndAfterEachStep) {
  BarrierRecords records({0, 0});
  static_cast<void>(run_ring({}, &records));
  const Steps set_up = steps_of(records, BarrierStep::init);
  ASSERT_EQ(set_up.size(), 4u);
  EXPECT_EQ(set_up[0].after.pending, 1u);
  EXPECT_EQ(set_up[1].after.pending, 32u);
  const Steps arrivals = steps_of(records, BarrierStep::arrive);
  ASSERT_EQ(arrivals.size(), 12u) << "six of the producer, six of a whole warp";
  const BarrierRecord& filling = arrivals[0];
  EXPECT_EQ(filling.bytes, 128);
  EXPECT_EQ(filling.before.pending, 1u);
  EXPECT_EQ(filling.after.pending, 0u);
  EXPECT_EQ(filling.after.bytes, 128);
  EXPECT_FALSE(filling.after.phase);
  const Steps complete = steps_of(records, BarrierStep::complete);
  ASSERT_EQ(complete.size(), 6u);
  EXPECT_EQ(complete[0].bytes, 128);
  EXPECT_EQ(complete[0].before.bytes, 128);
  EXPECT_TRUE(complete[0].after.phase) << "its bytes end the phase";
  ASSERT_NE(complete[0].instruction, nullptr);
  EXPECT_TRUE(complete[0].instruction->mnemonic().starts_with("cp.async.bulk"));
  for (const BarrierRecord& record : arrivals) {
    if (record.warp != 1) continue;
    EXPECT_EQ(record.mask, ~0u);
    EXPECT_EQ(record.before.pending, 32u);
    EXPECT_NE(record.before.phase, record.after.phase);
  }
}

TEST(BarrierRecords, AWaitThatIsNotOverAtOnceIsOneRecordBeforeTheOneThatPasses) {
  BarrierRecords records({0, 0});
  static_cast<void>(run_ring({}, &records));
  std::size_t failed = 0;
  const BarrierRecord* waits = nullptr;
  for (const BarrierRecord& record : records.all()) {
    if (record.step != BarrierStep::test || record.warp != 0) continue;
    if (waits != nullptr) {
      EXPECT_TRUE(record.passes);
      EXPECT_EQ(record.offset, waits->offset);
      EXPECT_EQ(record.waits_for, waits->waits_for);
    }
    waits = record.passes ? nullptr : &record;
    failed += record.passes ? 0 : 1;
  }
  EXPECT_GT(failed, 0u) << "the producer finds no empty stage";
  EXPECT_EQ(waits, nullptr);
}

TEST(BarrierRecords, WithoutTheWaitForAnEmptyStageTheRaceStandsAtItsCopy) {
  BarrierRecords records({0, 0});
  const trace::Trace trace = run_ring({.waits_for_empty = false}, &records);
  EXPECT_FALSE(trace.findings.empty());
  const Steps races = steps_of(records, BarrierStep::race);
  ASSERT_FALSE(races.empty());
  EXPECT_NE(races[0].other, nullptr);
}

TEST(BarrierRecords, AReadOfWhatNothingHasWrittenIsKeptWithoutAnotherAccess) {
  BarrierRecords records({0, 0});
  static_cast<void>(run_ring({.waits_for_full = false}, &records));
  const Steps races = steps_of(records, BarrierStep::race);
  ASSERT_FALSE(races.empty());
  EXPECT_EQ(races[0].other, nullptr);
  EXPECT_EQ(races[0].warp, 1u);
}

TEST(BarrierRecords, ARecordStandsBeforeTheEventThatComesNext) {
  BarrierRecords records({0, 0});
  const trace::Trace trace = run_ring({}, &records);
  std::uint64_t last = 0;
  for (const BarrierRecord& record : records.all()) {
    EXPECT_GE(record.events, last);
    EXPECT_LE(record.events, trace.events.size());
    last = record.events;
    if (record.step != BarrierStep::copy_begins) continue;
    const std::size_t row = static_cast<std::size_t>(record.events);
    EXPECT_EQ(trace.sites[trace.events.site(row)].kind, trace::EventKind::bulk_load);
  }
}

TEST(BarrierRecords, CopiesOfThreadsAreKeptWithTheirGroups) {
  const std::string body = R"(
    shl.b32 %r3, %r1, 2;
    mov.u32 %r2, tile;
    add.u32 %r4, %r2, %r3;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd6, %rd2, %rd3;
    cp.async.ca.shared.global [%r4], [%rd6], 4;
    cp.async.commit_group;
    cp.async.wait_group 0;
    bar.sync 0;
    ret;)";
  const Steps begun = steps_of_block(body, 64, BarrierStep::copy_begins);
  ASSERT_EQ(begun.size(), 2u);
  EXPECT_EQ(begun[0].bytes, 128);
  EXPECT_EQ(begun[0].events, 0u) << "at its own event";
  const std::uint32_t first = begun[0].runs.at(0).begin;
  EXPECT_EQ(begun[1].runs, (std::vector<SharedRun>{{first + 128, first + 256}}));
  EXPECT_EQ(steps_of_block(body, 64, BarrierStep::copy_lands).size(), 2u);
  const Steps waits = steps_of_block(body, 64, BarrierStep::wait);
  ASSERT_EQ(waits.size(), 2u);
  EXPECT_EQ(waits[0].group, AsyncGroup::copies);
  EXPECT_EQ(waits[0].groups_left, 0u);
}

TEST(BarrierRecords, WarpsReachABarrierAndMeetThere) {
  const std::string body = "barrier.sync 3, 64; ret;";
  const Steps reached = steps_of_block(body, 64, BarrierStep::reach);
  ASSERT_EQ(reached.size(), 2u);
  EXPECT_EQ(reached[0].offset, 3u);
  const Steps met = steps_of_block(body, 64, BarrierStep::meet);
  ASSERT_EQ(met.size(), 1u);
  EXPECT_EQ(met[0].warps, 2u);
}

BarrierRecords records_of_cluster(std::uint64_t block) {
  BarrierRecords records({0, block});
  RunOptions options;
  options.barriers = &records;
  EXPECT_TRUE(run_cluster(options).findings.empty());
  return records;
}

TEST(BarrierRecords, WarpsOfAllBlocksArriveAtTheirClustersBarrierAndTheLastOneIsNamed) {
  for (const std::uint32_t rank : {0u, 1u}) {
    const BarrierRecords records = records_of_cluster(rank);
    EXPECT_EQ(records.rank(), rank);
    EXPECT_EQ(records.blocks(), 2u);
    const Steps arrived = steps_of(records, BarrierStep::cluster_arrive);
    ASSERT_EQ(arrived.size(), 4u) << "two blocks, twice";
    const Steps met = steps_of(records, BarrierStep::cluster_meet);
    ASSERT_EQ(met.size(), 2u);
    EXPECT_EQ(met[0].rank, arrived[1].rank);
    EXPECT_NE(arrived[0].rank, arrived[1].rank);
    const Steps waits = steps_of(records, BarrierStep::cluster_wait);
    ASSERT_EQ(waits.size(), 4u);
    EXPECT_FALSE(waits[0].passes);
    EXPECT_TRUE(waits[1].passes) << "the last to arrive need not wait";
    EXPECT_EQ(waits[1].rank, met[0].rank);
  }
}

TEST(BarrierRecords, AnArrivalAtAnotherBlocksMbarrierIsKeptOnBothSides) {
  const BarrierRecords sent = records_of_cluster(0), received = records_of_cluster(1);
  const Steps elsewhere = steps_of(sent, BarrierStep::arrive_elsewhere);
  ASSERT_EQ(elsewhere.size(), 1u) << "all lanes are one";
  EXPECT_EQ(elsewhere[0].to_rank, 1u);
  EXPECT_EQ(elsewhere[0].mask, ~0u);
  EXPECT_TRUE(steps_of(received, BarrierStep::arrive_elsewhere).empty());
  Steps arrived = steps_of(received, BarrierStep::arrive);
  std::erase_if(arrived, [](const BarrierRecord& record) { return record.rank == 1; });
  ASSERT_EQ(arrived.size(), 1u);
  EXPECT_EQ(arrived[0].rank, 0u) << "its sender";
  EXPECT_EQ(arrived[0].offset, elsewhere[0].offset);
  EXPECT_NE(arrived[0].before.phase, arrived[0].after.phase);
}

TEST(BarrierRecords, WhatTakesMoreThanItsRoomIsLeftOut) {
  BarrierRecords records({0, 0}, 1000);
  static_cast<void>(run_ring({}, &records));
  EXPECT_TRUE(records.is_cut());
  EXPECT_LT(records.all().size(), 10u);
}

TEST(BarrierRecords, OnlyTheBlockThatIsAskedForIsKept) {
  BarrierRecords records({0, 1});
  static_cast<void>(run_ring({}, &records));
  EXPECT_TRUE(records.all().empty());
}

}  // namespace
}  // namespace warplens::machine
