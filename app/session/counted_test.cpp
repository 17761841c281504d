// Counted figures beside the rules' and the SASS's: values and instructions made up here, so that
// each case is there.
#include "app/session/counted.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/session/fake_results_test.h"

namespace warplens::session {
namespace {

using analysis::Doubt;
using analysis::Fate;

// As if the GPU had counted what the rules say.
analysis::MetricValues as_ruled(const analysis::KernelTotals& totals) {
  analysis::MetricValues values;
  for (const std::string& metric : analysis::all_metrics()) values[metric] = 0;
  for (const analysis::HardwareCounter& counter : analysis::hardware_counters()) {
    values[std::string(counter.metrics[0])] = static_cast<double>(counter.predicted(totals));
  }
  return values;
}

const CountedFigure* find(const Counted& counted, std::string_view name) {
  const auto it = std::ranges::find_if(
      counted.figures, [&](const CountedFigure& figure) { return figure.counter->name == name; });
  return it == counted.figures.end() ? nullptr : &*it;
}

std::string metric_of(std::string_view name) {
  const auto counters = analysis::hardware_counters();
  return std::string(
      std::ranges::find(counters, name, &analysis::HardwareCounter::name)->metrics[0]);
}

class CountedFigures : public ::testing::Test {
 protected:
  CountedFigures()
      : result_(column_read({}, 32)),
        launch_(result_->launches.front()),
        values_(as_ruled(launch_.totals)) {}
  KernelResultPtr result_;
  const LaunchResult& launch_;
  analysis::MetricValues values_;
};

TEST_F(CountedFigures, WhatTheRulesSayIsNoDifference) {
  const Counted all = counted(launch_.totals, values_);
  EXPECT_FALSE(all.has_difference());
  ASSERT_NE(find(all, "shared load wavefronts"), nullptr);
  EXPECT_EQ(find(all, "shared load wavefronts")->rules, launch_.totals.shared_load.wavefronts);
  EXPECT_EQ(find(all, "shared load wavefronts")->measured, launch_.totals.shared_load.wavefronts);
}

TEST_F(CountedFigures, WhatIsZeroTwiceIsLeftOutAndWhatOnlyTheGpuSawIsNot) {
  EXPECT_EQ(find(counted(launch_.totals, values_), "global load sectors"), nullptr);
  values_[metric_of("global load sectors")] = 8;
  const Counted all = counted(launch_.totals, values_);
  ASSERT_NE(find(all, "global load sectors"), nullptr);
  EXPECT_EQ(find(all, "global load sectors")->rules, 0u);
  EXPECT_EQ(find(all, "global load sectors")->measured, 8u);
  EXPECT_TRUE(all.has_difference());
}

TEST_F(CountedFigures, WhatWasNotCountedIsLeftOut) {
  values_.erase(metric_of("shared load wavefronts"));
  values_.erase(std::string(analysis::observed_counters().front().metric));
  const Counted all = counted(launch_.totals, values_);
  EXPECT_EQ(find(all, "shared load wavefronts"), nullptr);
  EXPECT_EQ(all.observed.size(), analysis::observed_counters().size() - 1);
  EXPECT_TRUE(counted(launch_.totals, {}).is_empty());
}

// The fake's column read: two events of 32-way conflicts, by one LDS as written.
std::vector<sass::Access> as_written(const trace::Trace& trace) {
  std::vector<sass::Access> accesses;
  for (const trace::Site& site : trace.sites) {
    if (site.space == trace::Space::none) continue;
    sass::Access access;
    access.function = trace.entry;
    access.ptx_line = site.ptx_line;
    access.kind = site.kind;
    access.space = site.space;
    access.width = site.width;
    accesses.push_back(access);
  }
  return accesses;
}

class ExplainedFigures : public CountedFigures {
 protected:
  ExplainedFigures() : trace_(*launch_.trace) {
    for (std::uint32_t i = 0; i < trace_.sites.size(); ++i) trace_.sites[i].ptx_line = 10 + i;
    values_[metric_of("shared load wavefronts")] += 5;
  }
  trace::Trace trace_;
};

TEST_F(ExplainedFigures, OnlyWhatDiffersGetsAThirdFigure) {
  Counted all = counted(launch_.totals, values_);
  add_sass(all, trace_, as_written(trace_));
  EXPECT_EQ(all.doubts, std::vector<Doubt>{});
  EXPECT_EQ(all.changed, std::vector<ChangedLine>{});
  EXPECT_EQ(find(all, "shared load wavefronts")->sass, launch_.totals.shared_load.wavefronts);
  EXPECT_FALSE(find(all, "shared store wavefronts")->sass.has_value());
}

TEST_F(ExplainedFigures, ADoubtLeavesThemOut) {
  Counted all = counted(launch_.totals, values_);
  auto accesses = as_written(trace_);
  accesses.back().ptx_line = 99;  // of no PTX access
  add_sass(all, trace_, accesses);
  EXPECT_FALSE(all.doubts.empty());
  EXPECT_FALSE(find(all, "shared load wavefronts")->sass.has_value());
}

TEST_F(ExplainedFigures, ChangedLinesAreNamed) {
  Counted all = counted(launch_.totals, values_);
  auto accesses = as_written(trace_);
  accesses.back().width = 2;
  add_sass(all, trace_, accesses);
  ASSERT_EQ(all.changed.size(), 1u);
  EXPECT_EQ(all.changed.front().line, 4u);
  EXPECT_EQ(all.changed.front().fate, Fate::narrower);
}

}  // namespace
}  // namespace warplens::session
