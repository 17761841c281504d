// Counted figures beside the rules' and the SASS's: values and instructions made up here, so that
// each case is there.
#include "app/session/counted.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/session/fake_results_test.h"
#include "kernels/trace/recorder.h"

namespace warplens::session {
namespace {

using analysis::Agreement;
using analysis::Doubt;
using analysis::Fate;

// As if the GPU had counted what the rules say.
analysis::MetricValues as_ruled(const analysis::KernelTotals& totals) {
  analysis::MetricValues values;
  for (const std::string& metric : analysis::all_metrics()) values[metric] = 0;
  for (const analysis::HardwareCounter& counter : analysis::hardware_counters()) {
    values[std::string(counter.metrics[0])] = static_cast<double>(counter.predicted(totals));
  }
  for (const analysis::ObservedCounter& counter : analysis::observed_counters()) {
    if (!counter.rest.empty()) values[std::string(counter.rest)] = 100;
  }
  return values;
}

const analysis::ComparedCounter* find(const Counted& counted, std::string_view name) {
  const auto it = std::ranges::find_if(
      counted.figures,
      [&](const analysis::ComparedCounter& figure) { return figure.counter->name == name; });
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
  const Counted all = counted({launch_.totals}, values_);
  EXPECT_FALSE(all.has_difference());
  ASSERT_NE(find(all, "shared load wavefronts"), nullptr);
  EXPECT_EQ(find(all, "shared load wavefronts")->predicted, launch_.totals.shared_load.wavefronts);
  EXPECT_EQ(find(all, "shared load wavefronts")->measured, launch_.totals.shared_load.wavefronts);
}

TEST_F(CountedFigures, WhatIsZeroTwiceIsLeftOutAndWhatOnlyTheGpuSawIsNot) {
  EXPECT_EQ(find(counted({launch_.totals}, values_), "global load sectors"), nullptr);
  values_[metric_of("global load sectors")] = 8;
  const Counted all = counted({launch_.totals}, values_);
  ASSERT_NE(find(all, "global load sectors"), nullptr);
  EXPECT_EQ(find(all, "global load sectors")->predicted, 0u);
  EXPECT_EQ(find(all, "global load sectors")->measured, 8u);
  EXPECT_TRUE(all.has_difference());
}

TEST_F(CountedFigures, WhatWasNotCountedIsLeftOut) {
  values_.erase(metric_of("shared load wavefronts"));
  values_.erase(std::string(analysis::observed_counters().front().metric));
  const Counted all = counted({launch_.totals}, values_);
  EXPECT_EQ(find(all, "shared load wavefronts"), nullptr);
  EXPECT_EQ(all.observed.size(), analysis::observed_counters().size() - 1);
  EXPECT_TRUE(counted({launch_.totals}, {}).is_empty());
}

// One warp whose lanes, 16 bytes apart, load four neighbouring words one after the other.
trace::Trace four_loads() {
  std::vector<trace::Site> sites;
  for (std::uint32_t line = 1; line <= 4; ++line) {
    sites.push_back(site_at(line, trace::EventKind::load, trace::Space::shared));
    sites.back().ptx_line = 10 + line;
  }
  trace::RecordingOptions options;
  options.cost = analysis::add_cost;
  trace::TraceBuilder builder(sites, options);
  auto recorder = builder.block(0);
  for (std::uint32_t word = 0; word < 4; ++word) {
    trace::EventView event;
    event.site = word;
    event.mask = 0xffffffffu;
    for (std::uint64_t lane = 0; lane < kWarpSize; ++lane) {
      event.address[lane] = lane * 16 + word * 4;
    }
    recorder.record(event);
  }
  builder.add(std::move(recorder));
  trace::Trace trace;
  trace.entry = "k";
  trace.launch.grid = {1, 1, 1};
  trace.launch.block = {32, 1, 1};
  builder.finish(trace, 1);
  return trace;
}

// Of `count` neighbouring words, at the PTX's first line: LDS, LDS.64 or LDS.128.
sass::Access load_of_words(std::uint8_t count, std::uint32_t ptx_line = 11) {
  sass::Access access;
  access.function = "k";
  access.ptx_line = ptx_line;
  access.space = trace::Space::shared;
  access.width = static_cast<std::uint8_t>(4 * count);
  access.base = "R9";
  return access;
}

class ExplainedFigures : public ::testing::Test {
 protected:
  // The four loads are one of 16 bytes on the GPU: 4 wavefronts in place of 16.
  ExplainedFigures() : trace_(four_loads()), values_(as_ruled(analysis::kernel_totals(trace_))) {
    values_[metric_of("shared load wavefronts")] = 4;
    values_[metric_of("shared load conflicts")] = 0;
    counted_ = counted({analysis::kernel_totals(trace_)}, values_);
  }
  trace::Trace trace_;
  analysis::MetricValues values_;
  Counted counted_;
};

TEST_F(ExplainedFigures, WithoutSassADifferenceIsUncertain) {
  const analysis::ComparedCounter& wavefronts = *find(counted_, "shared load wavefronts");
  EXPECT_EQ(wavefronts.predicted, 16u);
  EXPECT_EQ(wavefronts.measured, 4u);
  EXPECT_FALSE(wavefronts.has_sass);
  EXPECT_EQ(wavefronts.agreement, Agreement::uncertain);
}

TEST_F(ExplainedFigures, WhatTheAssemblerMadeExplainsThem) {
  add_sass(counted_, trace_, {load_of_words(4)}, values_);
  EXPECT_EQ(counted_.doubts, std::vector<Doubt>{});
  const analysis::ComparedCounter& wavefronts = *find(counted_, "shared load wavefronts");
  EXPECT_EQ(wavefronts.predicted, 4u);
  EXPECT_EQ(wavefronts.as_ptx, 16u);
  EXPECT_EQ(wavefronts.agreement, Agreement::equal);
  ASSERT_EQ(counted_.changed.size(), 4u);
  EXPECT_EQ(counted_.changed[0], (ChangedLine{"k.cu", 1, Fate::wider}));
  EXPECT_EQ(counted_.changed[3], (ChangedLine{"k.cu", 4, Fate::covered}));
  EXPECT_EQ(counted_.observed.size(), analysis::observed_counters().size());
}

TEST_F(ExplainedFigures, ADoubtIsNamedAndLeavesTheFiguresAsTheyWere) {
  constexpr std::uint32_t kNoPtxAccess = 99;
  add_sass(counted_, trace_, {load_of_words(4), load_of_words(1, kNoPtxAccess)}, values_);
  EXPECT_EQ(counted_.doubts, std::vector<Doubt>{Doubt::replaced});
  EXPECT_FALSE(find(counted_, "shared load wavefronts")->has_sass);
}

}  // namespace
}  // namespace warplens::session
