#include "viz/scene/explain/profiler_view.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

using explain::AccessClass;
using explain::Cause;
using explain::ExplainedAccess;
using explain::Explanation;

// A load of 32 wavefronts, 28 of them conflicts, and a store of 4 sectors that needs them all.
Explanation profiled(bool has_report) {
  Explanation explanation;
  ExplainedAccess store;
  store.place = {"k.cu", 12};
  store.kind = AccessClass::global_store;
  store.sectors = {{Cause::bytes, 4}};
  explanation.accesses.push_back(store);
  ExplainedAccess load;
  load.place = {"k.cu", 10};
  load.kind = AccessClass::shared_load;
  load.wavefronts = {{Cause::request, 1}, {Cause::width, 3}, {Cause::conflicts, 28}};
  if (has_report) {
    load.measured.emplace();
    load.measured->wavefronts = 32;
  }
  explanation.accesses.push_back(load);
  return explanation;
}

DrawList drawn_profile(const Explanation& explanation, Size size = {900, 300},
                       const Style& style = {}) {
  return profiler_view(explanation, profiler_rows(explanation), 0, size, style);
}

float widest_of(const DrawList& list, Color color) {
  float width = 0;
  for (const Rectangle& each : list.rectangles) {
    if (each.fill == color) width = std::max(width, each.width);
  }
  return width;
}

TEST(ProfilerView, WhatCostsMostBeyondTheLeastStandsFirst) {
  const auto rows = profiler_rows(profiled(false));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0], (ProfilerRow{1, true}));
  EXPECT_EQ(rows[1], (ProfilerRow{0, false}));
}

TEST(ProfilerView, ABarIsSplitIntoWhatItIsForAndSaysSo) {
  const DrawList list = drawn_profile(profiled(false));
  const Theme& colors = theme(ThemeName::dark);
  EXPECT_TRUE(has_text(list, "28 bank conflicts"));
  EXPECT_TRUE(has_text(list, "32 wavefronts"));
  EXPECT_TRUE(has_text(list, "4 sectors"));
  EXPECT_TRUE(has_text(list, "line 10"));
  EXPECT_NEAR(widest_of(list, colors.conflict) / widest_of(list, colors.hit), 28.0 / 32, 0.01)
      << "bars of wavefronts and of sectors have each their own longest";
}

TEST(ProfilerView, WhatWasMeasuredStandsBelowAsLong) {
  const Theme& colors = theme(ThemeName::dark);
  EXPECT_EQ(widest_of(drawn_profile(profiled(false)), colors.highlight), 0);
  const DrawList list = drawn_profile(profiled(true));
  EXPECT_TRUE(has_text(list, "measured 32"));
  EXPECT_NEAR(widest_of(list, colors.highlight), widest_of(list, colors.conflict) * 32 / 28, 1);
}

TEST(ProfilerView, NumbersAreGroupedAsInOtherViews) {
  Explanation explanation = profiled(true);
  explanation.accesses[1].wavefronts = {{Cause::request, 128}, {Cause::conflicts, 5952}};
  explanation.accesses[1].measured->wavefronts = 6080;
  const DrawList list = drawn_profile(explanation);
  EXPECT_TRUE(has_text(list, "5,952 bank conflicts"));
  EXPECT_TRUE(has_text(list, "6,080 wavefronts"));
  EXPECT_TRUE(has_text(list, "measured 6,080"));
}

TEST(ProfilerView, RowsArePickedByTheirNumber) {
  const DrawList list = drawn_profile(profiled(true));
  EXPECT_EQ(list.pick(450, 10), (MarkId{MarkId::Kind::row, 0, 0}));
}

TEST(ProfilerView, IsWellFormedAtAnySizeInBothLanguages) {
  for (const Language language : {Language::en, Language::zh}) {
    for (const Size size : {Size{1600, 900}, Size{700, 260}, Size{260, 120}, Size{60, 20}}) {
      Style style;
      style.language = language;
      expect_well_formed(drawn_profile(profiled(true), size, style), style);
    }
  }
}

}  // namespace
}  // namespace warplens::scene
