#include "app/state/metric_comparison.h"

#include <gtest/gtest.h>

namespace warplens::ui {
namespace {

using scene::MetricClass;
using scene::MetricLabel;
using scene::MetricRow;
using session::Side;

MetricRow metric(MetricLabel label, double amount) {
  return {label, std::to_string(amount), false, amount};
}

TEST(MetricComparison, FewerConflictsAndMoreOfTheBytesUsedAreBetter) {
  const auto rows = compare_metrics(
      {metric(MetricLabel::efficiency, 0.5), metric(MetricLabel::conflicts, 31)},
      {metric(MetricLabel::efficiency, 1), metric(MetricLabel::conflicts, 62)}, Judged::access);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].better, Side::right);
  EXPECT_EQ(rows[1].better, Side::left);
}

TEST(MetricComparison, EqualFiguresHaveNoBetterSide) {
  const auto rows = compare_metrics({metric(MetricLabel::wavefronts, 4)},
                                    {metric(MetricLabel::wavefronts, 4)}, Judged::kernel);
  EXPECT_FALSE(rows.at(0).better.has_value());
}

TEST(MetricComparison, FewerWavefrontsAreBetterOfKernelsThatDoTheSameOnly) {
  const std::vector<MetricRow> left{metric(MetricLabel::wavefronts, 4)};
  const std::vector<MetricRow> right{metric(MetricLabel::wavefronts, 1)};
  EXPECT_EQ(compare_metrics(left, right, Judged::kernel).at(0).better, Side::right);
  EXPECT_FALSE(compare_metrics(left, right, Judged::access).at(0).better.has_value());
  EXPECT_FALSE(compare_metrics(left, right, Judged::nothing).at(0).better.has_value());
}

TEST(MetricComparison, RequestsAndLanesAreNotJudged) {
  const auto rows = compare_metrics(
      {metric(MetricLabel::active_lanes, 16), metric(MetricLabel::requests, 1)},
      {metric(MetricLabel::active_lanes, 32), metric(MetricLabel::requests, 4)}, Judged::kernel);
  for (const ComparedRow& row : rows) EXPECT_FALSE(row.better.has_value());
}

TEST(MetricComparison, ARowThatOneSideLacksStaysWithAnEmptyPlace) {
  const auto rows = compare_metrics({metric(MetricLabel::sectors, 4)},
                                    {metric(MetricLabel::conflicts, 0)}, Judged::kernel);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].right, "");
  EXPECT_EQ(rows[1].left, "");
  EXPECT_FALSE(rows[0].better.has_value());
}

TEST(MetricComparison, TablesStandForEveryClassThatOneSideHas) {
  const auto tables =
      compare_tables({{MetricClass::global_load, {metric(MetricLabel::sectors, 8)}}},
                     {{MetricClass::shared_load,
                       {metric(MetricLabel::wavefronts, 2), metric(MetricLabel::n_way, 2)}}},
                     {MetricLabel::sectors, MetricLabel::wavefronts}, Judged::kernel);
  ASSERT_EQ(tables.size(), 2u);
  EXPECT_EQ(tables[0].of, MetricClass::global_load);
  ASSERT_EQ(tables[1].rows.size(), 1u);
  EXPECT_EQ(tables[1].rows[0].label, MetricLabel::wavefronts);
}

}  // namespace
}  // namespace warplens::ui
