// Public questions of the kind "Nsight Compute says N: why?", each rebuilt as a small kernel and
// answered: the figure, what it is made of, the sentence. Where each was asked stands in
// question.cpp; what the profiler reported of these kernels in testdata.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "kernels/base/test_support.h"
#include "tests/explain/question.h"
#include "viz/explain/answers.h"

namespace warplens::explain {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using A = AccessClass;

std::string headlines_of(const Answered& asked) {
  std::string all;
  for (const Text& line : headlines(asked.explanation)) all += line.in(Language::en) + "\n";
  return all;
}

void expect_all_measured_as_counted(const Answered& asked) {
  EXPECT_EQ(asked.explanation.unplaced, 0u);
  for (const ExplainedAccess& access : asked.explanation.accesses) {
    ASSERT_TRUE(access.measured.has_value()) << access.place.line;
    EXPECT_EQ(access.rest, Rest::none) << access.place.line << " " << name_of(access.kind);
    EXPECT_TRUE(access.is_certain) << access.place.line << " " << access.doubt.in(Language::en);
  }
}

// "LDS.128: 32 wavefronts an instruction here, 4 there: are the 4 conflicts?"
TEST(Questions, AFloat4LoadTakesFourWavefrontsAndConflictsComeOnTop) {
  const Answered asked = answered("vector_rows");
  expect_all_measured_as_counted(asked);
  EXPECT_THAT(
      asked.access(10, A::shared_load).wavefronts,
      ElementsAre(Part{Cause::request, 1}, Part{Cause::width, 3}, Part{Cause::conflicts, 28}));
  EXPECT_THAT(asked.words(10, A::shared_load),
              HasSubstr("28 of its 32 wavefronts are bank conflicts: lanes 0-7 want 8 different "
                        "words of bank 0 (block 0, warp 0)."));
  EXPECT_THAT(asked.words(11, A::shared_load),
              HasSubstr("No bank conflict: 16 bytes a lane take 4 wavefronts a request, 128 bytes "
                        "each. Over requests it is 4-way."));
  EXPECT_THAT(headlines_of(asked),
              HasSubstr("Shared loads: 18.0-way on average is 36 wavefronts over 2 requests: 2 one "
                        "a request, 6 for the width, 28 conflicts of addresses, 0 lost"));
}

// "I pad the tile by one and ncu still finds conflicts."
TEST(Questions, APaddedTileOfSixteenRowsStillHasTwoLanesABank) {
  const Answered asked = answered("padded_tile");
  expect_all_measured_as_counted(asked);
  const ExplainedAccess& load = asked.access(13, A::shared_load);
  EXPECT_THAT(load.wavefronts, ElementsAre(Part{Cause::request, 512}, Part{Cause::conflicts, 512}));
  EXPECT_EQ(load.measured->wavefronts, 1024u);
  EXPECT_THAT(asked.words(13, A::shared_load),
              HasSubstr("lanes 1, 16 want 2 different words of bank 1"));
  EXPECT_EQ(asked.access(9, A::shared_store).excess(), 0u) << "rows are stored without any";
}

// "Why do the shared store and load transactions differ by a factor of 16?"
TEST(Questions, AColumnOfDoublesIsSixteenTimesItsRow) {
  const Answered asked = answered("double_tile");
  expect_all_measured_as_counted(asked);
  EXPECT_THAT(asked.access(9, A::shared_store).wavefronts,
              ElementsAre(Part{Cause::request, 8192}, Part{Cause::width, 8192},
                          Part{Cause::conflicts, 245760}));
  EXPECT_THAT(asked.access(11, A::shared_load).wavefronts,
              ElementsAre(Part{Cause::request, 8192}, Part{Cause::width, 8192}));
  EXPECT_THAT(asked.words(9, A::shared_store),
              HasSubstr("lanes 0-15 want 16 different words of bank 0"));
  EXPECT_THAT(asked.words(11, A::shared_load), HasSubstr("8 bytes a lane take 2 wavefronts"));
  EXPECT_THAT(headlines_of(asked), HasSubstr("Shared stores: 32.0-way on average"));
}

// "cp.async under a condition is reported as uncoalesced."
TEST(Questions, AConditionMakesCopiesUncoalescedWhereItTurnsLanesOff) {
  const Answered asked = answered("guarded_part");
  EXPECT_EQ(asked.access(11, A::async_copy).excess(), 0u) << "all lanes on";
  const ExplainedAccess& half = asked.access(12, A::async_copy);
  EXPECT_THAT(half.sectors, ElementsAre(Part{Cause::bytes, 256}, Part{Cause::apart, 256}));
  EXPECT_EQ(half.measured->sectors, 512u);
  EXPECT_EQ(half.measured->ideal_sectors, 256u);
  EXPECT_EQ(half.rest, Rest::none);
}

// "cp.async has bank conflicts where LDG and STS have none."
TEST(Questions, CopiesPastL1DoNotGoTogetherWhereLanesOfASectorAreApart) {
  const Answered asked = answered("copied_halves");
  expect_all_measured_as_counted(asked);
  EXPECT_EQ(asked.access(12, A::shared_store).excess(), 0u);
  const ExplainedAccess& copy = asked.access(13, A::async_copy);
  EXPECT_THAT(copy.wavefronts,
              ElementsAre(Part{Cause::request, 2}, Part{Cause::width, 6}, Part{Cause::pieces, 56}));
  EXPECT_EQ(copy.measured->wavefronts, 64u);
  EXPECT_EQ(copy.measured->ideal_wavefronts, 8u) << "the source page calls 56 excessive";
  EXPECT_THAT(copy.sectors, ElementsAre(Part{Cause::bytes, 32}, Part{Cause::apart, 32}));
  const std::string words = asked.words(13, A::async_copy);
  EXPECT_THAT(words, HasSubstr("56 of its 64 wavefronts come from what cannot be copied together"));
  EXPECT_THAT(words, HasSubstr("The counter of bank conflicts stays 0"));
  EXPECT_THAT(words, HasSubstr("so it is fetched for each"));
}

// "Sectors/Req is 2.5: is the access with 1 or the one with 4 the coalesced one?"
TEST(Questions, TwoAndAHalfSectorsARequestAreTheAverageOfOneAndFour) {
  const Answered asked = answered("product_sectors");
  expect_all_measured_as_counted(asked);
  EXPECT_THAT(asked.words(9, A::global_load),
              HasSubstr("As few sectors as its bytes fill: 1 a request."));
  EXPECT_THAT(asked.words(10, A::global_load),
              HasSubstr("As few sectors as its bytes fill: 4 a request."));
  const Metric* ratio =
      find_metric("l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld");
  ASSERT_NE(ratio, nullptr);
  EXPECT_DOUBLE_EQ(ratio->figure(asked.explanation.totals).value(), 2.5);
  EXPECT_THAT(std::string(ratio->lies.english), HasSubstr("Different loads average out"));
}

// "Two blocks, shm[idx * 4]: how does ncu come to 6 bank conflicts?"
TEST(Questions, SixConflictsAreThreeOfEachOfTwoWarps) {
  const Answered asked = answered("every_fourth");
  expect_all_measured_as_counted(asked);
  EXPECT_THAT(asked.access(9, A::shared_load).wavefronts,
              ElementsAre(Part{Cause::request, 2}, Part{Cause::conflicts, 6}));
  EXPECT_THAT(asked.words(9, A::shared_load),
              HasSubstr("6 of its 8 wavefronts are bank conflicts: lanes 0, 8, 16, 24 want 4 "
                        "different words of bank 0"));
  const auto* conflicts = asked.metric("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum");
  ASSERT_NE(conflicts, nullptr);
  EXPECT_EQ(conflicts->measured, 6);
  EXPECT_EQ(conflicts->counted, 6);
}

// "The details page still reports bank conflicts after I removed all of them."
TEST(Questions, ConflictsWithoutAConflictAreLostToOtherTraffic) {
  const Answered asked = answered("stream_tiles");
  expect_all_measured_as_counted(asked);
  const auto* stores = asked.metric("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum");
  ASSERT_NE(stores, nullptr);
  EXPECT_EQ(stores->measured, 4716);
  EXPECT_EQ(stores->counted, 0);
  EXPECT_EQ(stores->rest, Rest::arbitration);
  EXPECT_THAT(rest_answer(*stores, asked.explanation),
              InEnglish(HasSubstr("4716 more than the addresses cause: the counter has passes that "
                                  "lost shared memory's pipe to other traffic (here: global load, "
                                  "global store)")));
  const auto* excessive = asked.metric("derived__memory_l1_wavefronts_shared_excessive");
  ASSERT_NE(excessive, nullptr);
  EXPECT_EQ(excessive->measured, 0);
  EXPECT_EQ(excessive->rest, Rest::none);
  EXPECT_THAT(headlines_of(asked), HasSubstr("4.1-way on average is 138223 wavefronts over 33792 "
                                             "requests"));
  EXPECT_THAT(headlines_of(asked), HasSubstr("0 conflicts of addresses, 3055 lost to other"));
}

// "ldmatrix.x2.trans of a 16 × 16 tile has 2 bank conflicts."
TEST(Questions, RowsOf32BytesMeetTwiceInAMatrix) {
  const Answered asked = answered("matrix_rows");
  EXPECT_THAT(
      asked.access(14, A::matrix_load).wavefronts,
      ElementsAre(Part{Cause::request, 1}, Part{Cause::width, 1}, Part{Cause::conflicts, 2}));
  EXPECT_THAT(asked.words(14, A::matrix_load),
              HasSubstr("2 of its 4 wavefronts are bank conflicts: lanes 0, 4 want 2 different "
                        "words of bank 0"));
  EXPECT_EQ(asked.access(14, A::matrix_load).measured->wavefronts, 4u);
}

// "All lanes load the same float4: why is that no single wavefront?"
TEST(Questions, ABroadcastOfSixteenBytesTakesTwoWavefronts) {
  const Answered asked = answered("one_vector");
  expect_all_measured_as_counted(asked);
  EXPECT_THAT(asked.access(11, A::shared_load).wavefronts,
              ElementsAre(Part{Cause::request, 32}, Part{Cause::width, 32}));
  EXPECT_THAT(asked.words(11, A::shared_load),
              HasSubstr("16 bytes a lane take 2 wavefronts a request, half of what they would"));
}

// "32 bytes in a row, and two transactions?"
TEST(Questions, ThirtyTwoBytesThatBeginAnywhereTouchTwoSectors) {
  const Answered asked = answered("sliding_bytes");
  expect_all_measured_as_counted(asked);
  const ExplainedAccess& load = asked.access(8, A::global_load);
  EXPECT_THAT(load.sectors, ElementsAre(Part{Cause::bytes, 256}, Part{Cause::misaligned, 248}));
  EXPECT_EQ(load.measured->sectors, 504u);
  EXPECT_THAT(asked.words(8, A::global_load),
              HasSubstr("lanes lie side by side, but begin within a sector"));
}

TEST(Questions, AConditionThatAllLanesMeetMakesNoCopyUncoalesced) {
  const Answered asked = answered("guarded_copy");
  expect_all_measured_as_counted(asked);
  EXPECT_EQ(asked.access(11, A::async_copy).excess(), 0u);
}

TEST(Questions, CopiesUnderAPredicateInALoopAreMissedByTheirCounter) {
  const Answered asked = answered("stream_copies");
  const auto* row =
      asked.metric("smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldgsts.sum");
  ASSERT_NE(row, nullptr);
  EXPECT_EQ(row->measured, 267820);
  EXPECT_EQ(row->counted, 270336);
  EXPECT_EQ(row->rest, Rest::missed_copies);
  const ExplainedAccess& looped = asked.access(21, A::async_copy);
  EXPECT_EQ(looped.rest, Rest::missed_copies);
  EXPECT_LT(*looped.measured->wavefronts, looped.counted.wavefronts);
  EXPECT_THAT(rest_answer(looped), InEnglish(HasSubstr("missed cp.async under a predicate")));
}

TEST(Questions, AtomicsOnOneWordTakeTurnsAndCountingAddsDoNot) {
  const Answered asked = answered("counted_words");
  EXPECT_THAT(asked.access(9, A::shared_atomic).wavefronts, ElementsAre(Part{Cause::request, 2}));
  EXPECT_THAT(asked.access(11, A::shared_atomic).wavefronts,
              ElementsAre(Part{Cause::request, 2}, Part{Cause::same_address, 14}));
  EXPECT_THAT(asked.words(11, A::shared_atomic), HasSubstr("update one word, one after another"));
  EXPECT_EQ(asked.access(11, A::shared_atomic).measured->wavefronts, 16u)
      << "its row stands at a line of a header alone";
}

TEST(Questions, ARowALaneUsesFourBytesOfASector) {
  const Answered asked = answered("far_rows");
  EXPECT_THAT(asked.words(6, A::global_load), HasSubstr("448 of its 576 sectors"));
  EXPECT_THAT(headlines_of(asked), HasSubstr("7.1 of the 32 bytes of a sector are used"));
}

// Sectors that global loads ask for, and those of them that their block has asked for before: L1
// has them where each block is on an SM of its own and nothing is driven out.
struct LoadedSectors {
  std::uint64_t asked = 0, again = 0;
};
LoadedSectors loaded_sectors(const trace::Trace& trace) {
  LoadedSectors loaded;
  std::set<std::pair<std::uint32_t, std::uint64_t>> known;
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const trace::EventView event = trace.events.view(i);
    const trace::Site& site = trace.sites[event.site];
    if (class_of(site) != A::global_load) continue;
    std::set<std::uint64_t> wanted;
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      if ((event.mask >> lane & 1) == 0) continue;
      for (std::uint32_t byte = 0; byte < site.width; ++byte)
        wanted.insert((event.address[lane] + byte) / 32);
    }
    loaded.asked += wanted.size();
    for (const std::uint64_t sector : wanted)
      loaded.again += known.emplace(event.block, sector).second ? 0 : 1;
  }
  return loaded;
}

void expect_hit_rate(const std::string& kernel, double percent) {
  const Answered asked = answered(kernel);
  const LoadedSectors loads = loaded_sectors(*asked.trace);
  const analysis::KernelTotals& totals = asked.explanation.totals;
  EXPECT_EQ(loads.asked, totals.global_load.sectors) << kernel;
  const double sectors =
      static_cast<double>(totals.global_load.sectors + totals.global_store.sectors);
  EXPECT_NEAR(100 * static_cast<double>(loads.again) / sectors, percent, 0.006) << kernel;
  const auto* measured = asked.metric("l1tex__t_sector_hit_rate.pct");
  ASSERT_NE(measured, nullptr) << kernel;
  EXPECT_EQ(measured->measured, percent) << kernel;
}

// "Why is the L1 hit rate 0 %? Data that is touched once may lie in a line that has come already."
TEST(Questions, EachSectorIsAskedForOnceSoNoneHits) {
  const Answered asked = answered("added_doubles");
  expect_all_measured_as_counted(asked);
  EXPECT_THAT(asked.words(6, A::global_load), HasSubstr("As few sectors as its bytes fill"));
  expect_hit_rate("added_doubles", 0);
  EXPECT_THAT(std::string(find_metric("L1/TEX Hit Rate")->lies.english),
              HasSubstr("0 % is right where each sector is asked for once"));
}

TEST(Questions, EightFloatsALaneAreSevenHitsOfEight) {
  const Answered asked = answered("eight_in_a_row");
  expect_all_measured_as_counted(asked);
  EXPECT_THAT(asked.access(9, A::global_load).sectors,
              ElementsAre(Part{Cause::bytes, 1024}, Part{Cause::apart, 7168}));
  expect_hit_rate("eight_in_a_row", 87.5);
}

TEST(Questions, AHitRateIsOfLoadsThatComeAgainOverLoadsAndStores) {
  expect_hit_rate("sliding_bytes", 91.79);
  expect_hit_rate("product_sectors", 91.36);
  expect_hit_rate("far_rows", 0.62);
}

TEST(Questions, AtLeastTenWereAskedInPublic) {
  const auto is_asked = [](const Question& each) { return each.asked_at.starts_with("https://"); };
  EXPECT_GE(std::ranges::count_if(questions(), is_asked), 10);
}

// Every figure that stands in the reports of all kernels is what is counted, or has its reason.
TEST(Questions, EveryMetricWithAFigureIsExplainedInEveryReport) {
  std::size_t equal = 0;
  for (const Question& each : questions()) {
    const Answered asked = answered(each.kernel);
    for (const ExplainedMetric& row : asked.explanation.metrics) {
      EXPECT_NE(row.rest, Rest::unknown) << each.kernel << " " << row.metric->name << " "
                                         << row.measured << " " << row.counted.value_or(-1);
      equal += row.counted && row.rest == Rest::none ? 1 : 0;
    }
  }
  EXPECT_GT(equal, 200u);
}

TEST(Questions, WhatPythonsModuleGaveOfAReportIsWhatNcuPrinted) {
  const Answered asked = answered("every_fourth");
  const auto module = read_ncu_report(test_file("testdata/every_fourth.module.csv"), "module");
  ASSERT_TRUE(module.has_value());
  const Explanation again =
      explain({*asked.trace, asked.code, asked.executed}, &module->launches.front());
  ASSERT_EQ(again.accesses.size(), asked.explanation.accesses.size());
  for (std::size_t i = 0; i < again.accesses.size(); ++i) {
    const auto &by_module = again.accesses[i].measured,
               &by_ncu = asked.explanation.accesses[i].measured;
    ASSERT_TRUE(by_module && by_ncu) << i;
    EXPECT_EQ(by_module->sass, by_ncu->sass);
    EXPECT_EQ(by_module->executed, by_ncu->executed);
    EXPECT_EQ(by_module->wavefronts.value_or(0), by_ncu->wavefronts.value_or(0));
    EXPECT_EQ(by_module->ideal_wavefronts.value_or(0), by_ncu->ideal_wavefronts.value_or(0));
    EXPECT_EQ(by_module->sectors.value_or(0), by_ncu->sectors.value_or(0));
    EXPECT_EQ(by_module->ideal_sectors.value_or(0), by_ncu->ideal_sectors.value_or(0));
  }
}

TEST(Questions, WithoutCodeFiguresAreThePtxsAndRowsFindTheirLines) {
  const Answered asked = answered("every_fourth", false);
  EXPECT_EQ(asked.access(9, A::shared_load).measured->wavefronts, 8u);
  EXPECT_FALSE(asked.access(9, A::shared_load).is_certain);
}

TEST(Questions, WithoutAReportTheAnswerIsTheSame) {
  const Answered asked = answered("every_fourth", true, false);
  EXPECT_THAT(asked.words(9, A::shared_load), HasSubstr("6 of its 8 wavefronts"));
  EXPECT_THAT(headlines_of(asked), HasSubstr("4.0-way on average is 8 wavefronts over 2 requests"));
  EXPECT_THAT(asked.explanation.metrics, IsEmpty());
}

}  // namespace
}  // namespace warplens::explain
