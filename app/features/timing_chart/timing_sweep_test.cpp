// The timing view's axis: the size, or a parameter that was timed with several values.
#include <array>

#include "app/features/timing_chart/timing_window_test.h"
#include "app/session/timed_settings.h"
#include "app/settings/timing_choice.h"

namespace warplens::ui {
namespace {

using session::StageView;

constexpr const char* kAxis = "timing_view.against.pixels";

// Over the recordings that ship.
class TimingSweep : public ::testing::Test, protected WholeWindow {
 protected:
  TimingSweep() : WholeWindow({{1280, 800}, "en"}) {
    app_->recordings.wait();
    app_->mode = Mode::explore;
    app_->views = {StageView::timing_view};
    show("invert/coarsened");
  }
  void show(const char* kernel) {
    ASSERT_TRUE(app_->session.set_stage({kernel, {}, {}, {}, {}}).has_value());
    settle();
    app_->views = {StageView::timing_view};  // another family's kernel brings views of its own
    settle();
    draw(2);
  }
  TimingModel model() {
    return timing_model(app_->session, app_->recordings, nullptr, session::Side::left);
  }
  void choose(const char* axis) {
    click(axis);
    settle();
  }
};

TEST_F(TimingSweep, IsOfferedWhereThreeValuesOrMoreWereTimed) {
  EXPECT_EQ(model().sweeps, std::vector<std::string>{"pixels"});
  EXPECT_TRUE(ui_.widget_log.widgets().contains(kAxis));
  EXPECT_EQ(figure("timing_view.against"), "");
  show("invert/pixel");
  EXPECT_FALSE(ui_.widget_log.widgets().contains(kAxis));
  show("transpose/tile");
  EXPECT_TRUE(model().sweeps.empty());
  EXPECT_FALSE(ui_.widget_log.widgets().contains("timing_view.against.size"));
}

TEST_F(TimingSweep, RunsOverTheValuesAtOneSize) {
  choose(kAxis);
  const TimingModel swept = model();
  EXPECT_EQ(swept.against, "pixels");
  EXPECT_EQ(swept.chart.sides, (std::vector<std::int64_t>{1, 2, 4, 8, 16}));
  EXPECT_EQ(swept.sizes, (std::vector<std::int64_t>{1024, 4096, 8192}));
  EXPECT_EQ(figure("timing_view.side"), "8192");
  EXPECT_EQ(figure("timing_view.place"), "4");
  for (const scene::ChartSeries& series : swept.chart.series) {
    for (std::size_t i = 0; i < swept.chart.sides.size(); ++i) {
      if (series.points[i] == nullptr) continue;
      EXPECT_EQ(series.points[i]->side, 8192);
      const auto pixels = series.points[i]->parameters.find("pixels");
      if (pixels == series.points[i]->parameters.end()) continue;
      EXPECT_EQ(pixels->second, swept.chart.sides[i]);
    }
  }
  expect_nothing_overlaps_or_is_cut();
}

TEST_F(TimingSweep, BeginsAtTheValueThatTheKernelIsTimedWithOtherwise) {
  show("add/grid_stride");
  choose("timing_view.against.blocks");
  EXPECT_EQ(figure("timing_view.place"), "1056") << "the stage's 4 blocks were not timed";
}

TEST_F(TimingSweep, KernelsThatReadSharedMemoryAreInBytesASecondAndNoCopyIsBesideThem) {
  show("shared/strided");
  choose("timing_view.against.ways");
  const TimingModel swept = model();
  EXPECT_EQ(swept.rate, scene::ChartFigure::bandwidth);
  EXPECT_EQ(title_of(swept.chart, swept.rate, Language::en), "bandwidth of shared memory");
  for (const scene::ChartSeries& series : swept.chart.series)
    EXPECT_EQ(series.kind, timing::EntryKind::variant) << series.name;
}

TEST_F(TimingSweep, AKernelHasNoPointAtAValueThatItDoesNotTake) {
  show("shared/strided");
  choose("timing_view.against.ways");
  const TimingModel swept = model();
  ASSERT_EQ(swept.chart.sides, (std::vector<std::int64_t>{1, 2, 4, 8, 16, 32}));
  const auto wide = std::ranges::find(swept.chart.series, "wide", &scene::ChartSeries::name);
  ASSERT_NE(wide, swept.chart.series.end());
  EXPECT_NE(wide->points[3], nullptr);
  EXPECT_EQ(wide->points[4], nullptr) << "a group of 16-byte reads has eight lanes";
}

TEST_F(TimingSweep, WhatDoesNotDependOnTheParameterIsAFlatLine) {
  choose(kAxis);
  const TimingModel swept = model();
  for (const char* name : {"vector16", "device_copy"}) {
    const auto series = std::ranges::find(swept.chart.series, name, &scene::ChartSeries::name);
    ASSERT_NE(series, swept.chart.series.end()) << name;
    for (const timing::Entry* point : series->points) {
      ASSERT_NE(point, nullptr) << name;
      EXPECT_EQ(point, series->points.front()) << name;
    }
  }
}

// What a library takes may hang on the inputs, as what a kernel takes does.
TEST_F(TimingSweep, ALibraryThatWasTimedAtSeveralValuesHasAPointAtEach) {
  show("histogram/shared");
  const catalog::Family& family = *app_->session.family();
  const catalog::Variant& variant = *family.find("shared");
  const std::array<std::int64_t, 3> zeros{0, 50, 100};
  timing::Timings live;
  for (const std::int64_t value : zeros) {
    timing::Entry entry;
    entry.family = family.name;
    entry.name = variant.name;
    entry.side = 256;
    entry.parameters = session::timed_parameters(family, variant, entry.side, {{"zeros", value}});
    entry.image = app_->recordings.image_of(family, variant);
    entry.bytes = 1;
    entry.seconds.median = 1;
    live.entries.push_back(entry);
    entry.kind = timing::EntryKind::library;
    entry.name = "library";
    entry.image.clear();
    live.entries.push_back(entry);
  }
  app_->session.choose([&] {
    session::TimingChoice choice = app_->session.chosen<session::TimingChoice>();
    choice.against = "zeros";
    choice.side = 256;
    return choice;
  }());
  const TimingModel swept =
      timing_model(app_->session, app_->recordings, std::make_shared<timing::Timings>(live),
                   session::Side::left);
  ASSERT_EQ(swept.against, "zeros");
  const auto library = std::ranges::find(swept.chart.series, "library", &scene::ChartSeries::name);
  ASSERT_NE(library, swept.chart.series.end());
  for (const std::int64_t value : zeros) {
    const timing::Entry* const point = library->points[*swept.chart.index_of(value)];
    ASSERT_NE(point, nullptr) << value;
    EXPECT_EQ(point->parameters.at("zeros"), value);
  }
}

// Reckoned where the sweep was timed (bench --sweep), of the kernel on the stage alone.
TEST_F(TimingSweep, HasTheLimitOfTheKernelOnTheStageAsALineOfItsOwn) {
  show("reduce/one_launch");
  catalog::Parameters settings;
  for (const catalog::Parameters& known : model().known)
    if (known.contains("threads") && known.at("threads") == 512 && !settings.contains("threads"))
      settings = known;
  ASSERT_FALSE(settings.empty()) << "the sweep was recorded with 512 threads";
  app_->session.choose([&] {
    session::TimingChoice timing = app_->session.chosen<session::TimingChoice>();
    timing.settings = settings;
    timing.against = "blocks";
    return timing;
  }());
  settle();
  const TimingModel swept = model();
  EXPECT_EQ(swept.against, "blocks");
  const auto limits = std::ranges::count(swept.chart.series, true, &scene::ChartSeries::is_least);
  ASSERT_EQ(limits, 1);
  const auto limit = std::ranges::find(swept.chart.series, true, &scene::ChartSeries::is_least);
  EXPECT_EQ(limit->name, "one_launch");
  EXPECT_FALSE(limit->is_selected);
  for (const timing::Entry* point : limit->points) {
    ASSERT_NE(point, nullptr);
    EXPECT_GT(point->least, 0);
    EXPECT_LT(point->least, point->seconds.median) << "no run is faster than its limit";
  }
  EXPECT_NE(figure("timing_view.limit.one_launch"), "");
  expect_nothing_overlaps_or_is_cut();
}

TEST_F(TimingSweep, TheSizeIsStillChosenAndAStepGoesBackToIt) {
  choose(kAxis);
  click("timing_view.side.less");
  settle();
  EXPECT_EQ(figure("timing_view.side"), "4096");
  EXPECT_EQ(model().chart.series.front().points.size(), 5u);
  choose("timing_view.against.size");
  EXPECT_EQ(model().against, "");
  EXPECT_EQ(figure("timing_view.side"), "4096");
  EXPECT_EQ(figure("timing_view.place"), "");
}

TEST_F(TimingSweep, AKernelWithoutTheParameterHasTheSizeAgain) {
  choose(kAxis);
  show("transpose/tile");
  EXPECT_EQ(model().against, "");
  EXPECT_FALSE(model().chart.sides.empty());
}

}  // namespace
}  // namespace warplens::ui
