#include "viz/scene/access/reduction_view.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/cost/access_cost.h"
#include "kernels/run/run.h"
#include "viz/scene/access/reduction_phrases.h"
#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

using analysis::FlowValue;
using analysis::ValueFlow;
using Kind = MarkId::Kind;

constexpr Size kReductionRoom{900, 520};

struct ReductionPicture {
  explicit ReductionPicture(const std::string& variant, std::int64_t threads = 64) {
    const auto catalogue = run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets");
    run::Options options;
    options.machine.cost = analysis::add_cost;
    trace = run::run_variant(*catalogue, "reduce/" + variant,
                             {{"n", threads}, {"threads", threads}, {"blocks", 1}}, options)
                ->traces.front();
    flow = analysis::value_flow(*trace, 0);
  }
  [[nodiscard]] DrawList at(std::size_t event, Size size = kReductionRoom, double phase = 1,
                            ReductionMarks marks = ReductionMarks::all,
                            std::int64_t scrolled = 0) const {
    return reduction_view(flow, {event, phase, scrolled}, size, style, marks);
  }
  [[nodiscard]] std::size_t end() const { return trace->events.size(); }
  // The event that makes the first value of `step`.
  [[nodiscard]] std::size_t event_of(std::uint32_t step) const {
    return std::ranges::find(flow.values, step, &FlowValue::step)->event;
  }
  std::shared_ptr<const trace::Trace> trace;
  ValueFlow flow;
  Style style;
};

std::size_t lines_in(const DrawList& list, Color color) {
  return static_cast<std::size_t>(std::ranges::count(list.lines, color, &Line::color));
}

TEST(ReductionView, EveryValueHasAMarkAndEveryEdgeALine) {
  const ReductionPicture view("interleaved");
  const DrawList list = view.at(view.end());
  EXPECT_EQ(with_kind(list, Kind::element).size(), view.flow.values.size());
  EXPECT_EQ(list.lines.size(), view.flow.edges.size());
  expect_well_formed(list, view.style);
}

TEST(ReductionView, TheCurrentEventsEdgesAreLit) {
  const ReductionPicture view("interleaved");
  const Color lit = theme(ThemeName::dark).highlight;
  EXPECT_EQ(lines_in(view.at(view.end()), lit), 0u);
  // A warp's store of step 1: its 16 lanes add two words each.
  EXPECT_EQ(lines_in(view.at(view.event_of(1)), lit), 32u);
  const auto outlined = [&](const DrawList& list) {
    return std::ranges::count(list.rectangles, lit, &Rectangle::outline);
  };
  EXPECT_EQ(outlined(view.at(view.event_of(1))), 16);
}

TEST(ReductionView, ALitLineGrowsWithThePhase) {
  const ReductionPicture view("sequential");
  const auto longest = [&](double phase) {
    float length = 0;
    for (const Line& line : view.at(view.event_of(1), kReductionRoom, phase).lines) {
      if (line.color == theme(ThemeName::dark).highlight)
        length = std::max(length, line.y1 - line.y0);
    }
    return length;
  };
  EXPECT_FLOAT_EQ(longest(0), 0);
  EXPECT_GT(longest(1), longest(0.5));
  EXPECT_GT(longest(0.5), 0);
}

TEST(ReductionView, OfAFewValuesItSaysOfHowManyElementsTheyAreMade) {
  const ReductionPicture view("interleaved");
  const DrawList list = view.at(view.end());
  for (const char* elements : {"1", "2", "4", "8", "16", "32", "64"}) {
    EXPECT_TRUE(has_text(list, elements)) << elements;
  }
  EXPECT_FALSE(has_text(view.at(view.event_of(1)), "64")) << "it is still to come";
}

TEST(ReductionView, BesideEachStepStandsHowManyElementsItsValuesAreMadeOf) {
  ReductionPicture view("sequential");
  EXPECT_TRUE(has_text(view.at(view.end()), "4 values of 16"));
  EXPECT_TRUE(has_text(view.at(view.end()), "1 value of 64"));
  view.style.language = Language::zh;
  EXPECT_TRUE(has_text(view.at(view.end()), "4 个值，各含 16 个"));
  const ReductionPicture unrolled("unrolled");
  EXPECT_TRUE(has_text(unrolled.at(unrolled.end()), "32 values")) << "they differ";
}

TEST(ReductionView, ValuesOfAStepLieBesideEachOther) {
  for (const char* variant : {"interleaved", "sequential", "shuffle"}) {
    const ReductionPicture view(variant);
    const DrawList list = view.at(view.end());
    const auto marks = with_kind(list, Kind::element);
    for (std::size_t i = 0; i < marks.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        EXPECT_FALSE(overlap({marks[i].x, marks[i].y, marks[i].width, marks[i].height},
                             {marks[j].x, marks[j].y, marks[j].width, marks[j].height}))
            << variant << " " << marks[i].id.a << " " << marks[j].id.a;
      }
    }
  }
}

TEST(ReductionView, TheLanesAtWorkAreCountedForEachStep) {
  const ReductionPicture view("interleaved");
  const DrawList list = view.at(view.end());
  EXPECT_TRUE(has_text(list, "32 lanes in 2 warps, 2 divergent"));
  EXPECT_TRUE(has_text(list, "64 lanes in 2 warps"));
  EXPECT_TRUE(has_text(list, "1 lane in 1 warp, 1 divergent"));
  const Color idle = theme(ThemeName::dark).padding;
  ASSERT_EQ(list.grids.size(), view.flow.steps.size());
  EXPECT_EQ(std::ranges::count(list.grids[0].colors, idle), 0);
  EXPECT_EQ(std::ranges::count(list.grids[1].colors, idle), 32);
}

TEST(ReductionView, WarpsWithIdleLanesAreOutlinedAndOthersAreNot) {
  const ReductionPicture view("interleaved_indexed");
  const DrawList list = view.at(view.end());
  const Color red = theme(ThemeName::dark).conflict;
  for (const Rectangle& warp : with_kind(list, Kind::row)) {
    const analysis::FlowStep& step = view.flow.steps[warp.id.a];
    const std::uint32_t active = step.active[warp.id.b];
    EXPECT_EQ(warp.outline == red, active != 0 && active != ~0u)
        << "step " << warp.id.a << " warp " << warp.id.b;
  }
  EXPECT_EQ(std::ranges::count(list.rectangles, red, &Rectangle::outline), 6);
}

TEST(ReductionView, AValueAndALaneHaveTheColourOfTheWarpThatMakesThem) {
  const ReductionPicture view("interleaved_indexed");
  const DrawList list = view.at(view.end());
  for (const Rectangle& mark : with_kind(list, Kind::element)) {
    EXPECT_EQ(mark.fill, warp_color(view.flow.values[mark.id.a].thread / kWarpSize));
  }
  EXPECT_EQ(list.grids[0].colors[0], warp_color(0));
  EXPECT_EQ(list.grids[0].colors[63], warp_color(1));
  EXPECT_NE(list.grids[1].colors[63], warp_color(1)) << "it is done after the loads";
}

TEST(ReductionView, TheStepUnderTheCursorIsNamedInTheColourOfWhatIsLit) {
  const ReductionPicture view("sequential");
  const DrawList list = view.at(view.event_of(3));
  const Color lit = theme(ThemeName::dark).highlight;
  for (const Text& text : list.texts) {
    if (!text.text.starts_with("step ")) continue;
    EXPECT_EQ(text.color == lit, text.text == "step 3") << text.text;
  }
}

TEST(ReductionView, WhatNoResultIsMadeOfIsHollow) {
  const ReductionPicture view("shuffle", 32);
  const DrawList list = view.at(view.end());
  for (const Rectangle& mark : with_kind(list, Kind::element)) {
    EXPECT_EQ((mark.fill & 0xffu) == 0xffu, view.flow.values[mark.id.a].is_used);
  }
}

TEST(ReductionView, PlainMarksStopBeforeTheStepInQuestion) {
  const ReductionPicture view("interleaved");
  const std::size_t event = view.event_of(3);
  const DrawList list = view.at(event, kReductionRoom, 1, ReductionMarks::plain);
  for (const Rectangle& mark : with_kind(list, Kind::element)) {
    EXPECT_LT(view.flow.values[mark.id.a].step, 3u);
  }
  EXPECT_EQ(list.grids.size(), 3u);
  EXPECT_FALSE(has_text(list, "8 lanes in 2 warps, 2 divergent"));
  expect_well_formed(list, view.style);
}

TEST(ReductionView, ManyColumnsAreScrolledAndNamed) {
  const ReductionPicture view("sequential", 1024);
  const Size narrow{500, 400};
  const std::int64_t most = most_scrolled(view.flow, narrow, view.style);
  ASSERT_GT(most, 0);
  const auto first = view.at(view.end(), narrow);
  const auto last = view.at(view.end(), narrow, 1, ReductionMarks::all, most);
  EXPECT_TRUE(has_text(first, fmt::format("columns 0–{} of 1,024", 1023 - most)));
  EXPECT_TRUE(has_text(last, fmt::format("columns {}–1,023 of 1,024", most)));
  expect_well_formed(first, view.style);
  expect_well_formed(last, view.style);
  EXPECT_EQ(most_scrolled(ReductionPicture("sequential", 256).flow, {1000, 500}, view.style), 0);
}

TEST(ReductionView, NothingIsCutAtAnySize) {
  for (const char* variant : {"interleaved", "interleaved_indexed", "unrolled", "shuffle",
                              "last_block", "unrolled_nosync"}) {
    for (const std::int64_t threads : {64, 256}) {
      ReductionPicture view(variant, threads);
      for (const ThemeName theme : {ThemeName::dark, ThemeName::light}) {
        for (const Language language : {Language::en, Language::zh}) {
          view.style.language = language;
          view.style.theme = theme;
          for (const Size size :
               {Size{20, 20}, Size{90, 400}, Size{300, 110}, kReductionRoom, Size{1800, 1000}}) {
            SCOPED_TRACE(fmt::format("{} {}x{}", variant, size.width, size.height));
            for (const std::uint32_t step : {1u, 4u}) {
              expect_well_formed(view.at(view.event_of(step), size, 0.6), view.style);
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace warplens::scene
