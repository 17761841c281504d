#include "viz/analysis/executed/compared_counters.h"

#include <gmock/gmock.h>

namespace warplens::analysis {
namespace {

constexpr const char* kLoadSectors = "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum";
constexpr const char* kReductions = "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_red.sum";
constexpr const char* kAtomics = "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_atom.sum";

KernelTotals loads(std::uint64_t sectors) {
  KernelTotals totals;
  totals.global_load.sectors = sectors;
  return totals;
}

// The only row, by PTX's and, where it is given, SASS's figure.
ComparedCounter row(std::uint64_t ptx, std::optional<std::uint64_t> sass, double counted,
                    bool certain = true) {
  SassCost cost;
  cost.totals = loads(sass.value_or(0));
  if (!certain) cost.strays = {0};
  const auto rows =
      compare_counters({loads(ptx), sass.has_value() ? &cost : nullptr}, {{kLoadSectors, counted}});
  EXPECT_EQ(rows.size(), 1u);
  return rows.empty() ? ComparedCounter() : rows[0];
}

TEST(ComparedCounters, AreEqualWhenTheyAre) {
  EXPECT_EQ(row(8, std::nullopt, 8).agreement, Agreement::equal);
  EXPECT_EQ(row(8, 8, 8).agreement, Agreement::equal);
  EXPECT_EQ(row(8, 4, 4, false).agreement, Agreement::equal);
}

TEST(ComparedCounters, GoByWhatIsExecuted) {
  EXPECT_EQ(row(8, 4, 4).agreement, Agreement::equal);
  EXPECT_EQ(row(8, 4, 4).predicted, 4u);
  EXPECT_EQ(row(8, 4, 4).as_ptx, 8u);
  EXPECT_EQ(row(8, 4, 8).agreement, Agreement::different);
  EXPECT_EQ(row(8, 8, 9).agreement, Agreement::different);
}

TEST(ComparedCounters, AreUncertainWhereNothingCertainSaysSo) {
  EXPECT_EQ(row(8, std::nullopt, 4).agreement, Agreement::uncertain);
  EXPECT_EQ(row(8, 4, 8, false).agreement, Agreement::uncertain);
}

TEST(ComparedCounters, SayWhyTheyAreUncertain) {
  EXPECT_THAT(row(8, std::nullopt, 4).doubts, testing::ElementsAre(Doubt::not_assembled));
  EXPECT_THAT(row(8, 4, 8, false).doubts, testing::ElementsAre(Doubt::replaced));
  EXPECT_TRUE(row(8, 4, 8).doubts.empty());
}

TEST(ComparedCounters, MayBeOfAnotherOrderOfTheBlocks) {
  const auto agreement = [](double counted) {
    return compare_counters({loads(8), nullptr, true}, {{kLoadSectors, counted}}).at(0).agreement;
  };
  EXPECT_EQ(agreement(8), Agreement::equal);
  EXPECT_EQ(agreement(9), Agreement::another_order);
}

TEST(ComparedCounters, OfAccessesWithoutARuleSaySo) {
  const std::string wavefronts = "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom.sum";
  KernelTotals totals;
  totals.shared_atomic.wavefronts = 4;
  EXPECT_EQ(compare_counters({totals}, {{wavefronts, 8}}).at(0).agreement, Agreement::uncertain);
  totals.shared_atomic.modelled = false;
  EXPECT_EQ(compare_counters({totals}, {{wavefronts, 8}}).at(0).agreement, Agreement::without_rule);
  EXPECT_EQ(compare_counters({totals}, {{wavefronts, 4}}).at(0).agreement, Agreement::equal);
}

TEST(ComparedCounters, OfCopiesUnderAPredicateSayThatTheCounterMissesThem) {
  const std::string sectors = "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ldgsts.sum";
  SassCost cost;
  cost.totals.async_copy.sectors = 16;
  const auto agreement = [&](double counted) {
    return compare_counters({cost.totals, &cost}, {{sectors, counted}}).at(0).agreement;
  };
  EXPECT_EQ(agreement(0), Agreement::different);
  cost.has_predicated_copies = true;
  EXPECT_EQ(agreement(0), Agreement::missed_copies);
  EXPECT_EQ(agreement(16), Agreement::equal);
}

TEST(ComparedCounters, LeaveOutWhatIsZeroOrWasNotCounted) {
  EXPECT_TRUE(compare_counters({loads(0)}, {{kLoadSectors, 0}}).empty());
  EXPECT_TRUE(compare_counters({loads(8)}, {}).empty());
}

TEST(ComparedCounters, SumTheMetricsOfOne) {
  KernelTotals totals;
  totals.global_atomic.sectors = 5;
  const auto rows = compare_counters({totals}, {{kReductions, 2}, {kAtomics, 3}});
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].measured, 5u);
  EXPECT_EQ(rows[0].agreement, Agreement::equal);
  EXPECT_TRUE(compare_counters({totals}, {{kReductions, 2}}).empty()) << "half of it";
}

TEST(ComparedCounters, LeaveOutRequestsOfCopiesAmongThoseOfLoads) {
  KernelTotals totals;
  totals.global_load.requests = 5;
  totals.async_copy.requests = 2;
  const auto rows = compare_counters(
      {totals}, {{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", 7},
                 {"smsp__sass_l1tex_t_requests_pipe_lsu_mem_global_op_ldgsts.sum", 2}});
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].measured, 5u);
  EXPECT_EQ(rows[1].measured, 2u);
}

TEST(ComparedCounters, LeaveOutPassesThatWereLostToArbitration) {
  KernelTotals totals;
  totals.shared_store.wavefronts = 183;
  totals.shared_store.conflicts = 4;
  const auto rows = compare_counters(
      {totals}, {{"smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum", 150},
                 {"smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_stsm.sum", 33},
                 {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", 185},
                 {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", 6}});
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].agreement, Agreement::equal);
  EXPECT_EQ(rows[1].measured, 4u);
  EXPECT_EQ(rows[1].agreement, Agreement::equal);
}

TEST(ObservedCounters, AreAPartOfAWholeOrAFigure) {
  const ObservedCounter rate{"rate", "hits", "misses", ObservedCounter::Unit::percent};
  EXPECT_EQ(observed(rate, {{"hits", 3}, {"misses", 1}}), 75);
  EXPECT_FALSE(observed(rate, {{"hits", 0}, {"misses", 0}}).has_value());
  EXPECT_FALSE(observed(rate, {{"hits", 3}}).has_value());
  EXPECT_EQ(observed({"bytes", "read", "", ObservedCounter::Unit::bytes}, {{"read", 96}}), 96);
}

TEST(Metrics, AreNamedOnce) {
  auto names = all_metrics();
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
  EXPECT_GT(names.size(), hardware_counters().size() + observed_counters().size() - 1);
}

}  // namespace
}  // namespace warplens::analysis
