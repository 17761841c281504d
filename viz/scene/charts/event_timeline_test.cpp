#include "viz/scene/charts/event_timeline.h"

#include "viz/analysis/kernel_cost.h"
#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

using Kind = MarkId::Kind;
constexpr Size kRoom{900, 200};

// `blocks` blocks of two warps, each: a conflict-free row write, a barrier, a 32-way column read.
trace::Trace make_trace(std::uint32_t blocks) {
  trace::Trace trace;
  trace.launch.block = {64, 1, 1};
  trace.sites = {shared_load(), make_site(trace::EventKind::barrier, trace::Space::none, 0)};
  for (std::uint32_t block = 0; block < blocks; ++block)
    for (std::uint32_t step = 0; step < 3; ++step)
      for (std::uint32_t warp = 0; warp < 2; ++warp) {
        trace::EventView event = column_read(step == 0 ? 1 : 32);
        event.site = step == 1 ? 1 : 0;
        event.block = block;
        event.warp = warp;
        trace.events.append(event, step != 1, false);
      }
  return trace;
}

EventTimeline make_model(std::uint32_t blocks) {
  const trace::Trace trace = make_trace(blocks);
  return event_timeline(trace, analysis::event_costs(trace));
}

TEST(Timeline, BlocksThatTakeTurnsBeginNowhere) {
  trace::Trace trace;
  trace.sites = {global_load()};
  for (const std::uint32_t block : {0u, 1u, 0u, 1u}) {
    trace::EventView event = make_event(1, [](auto) { return 0u; });
    event.block = block;
    trace.events.append(event, true, false);
  }
  EXPECT_TRUE(event_timeline(trace, analysis::event_costs(trace)).block_starts.empty());
}

TEST(Timeline, TheModelKnowsCostsBarriersAndBlocks) {
  const EventTimeline model = make_model(2);
  ASSERT_EQ(model.size(), 12u);
  EXPECT_EQ(model.warps, 2u);
  EXPECT_EQ(model.ways[0], 1);
  EXPECT_EQ(model.conflict[0], 0);
  EXPECT_EQ(model.barrier[2], 1);
  EXPECT_EQ(model.ways[2], 0);
  EXPECT_EQ(model.conflict[4], 32);
  EXPECT_EQ(model.block_starts, (std::vector<std::size_t>{0, 6}));
}

TEST(Timeline, FiveSectorsWhereFourWouldDoLookAsTheyShould) {
  trace::Trace trace;
  trace.sites = {global_load()};
  trace.events.append(make_event(kAllLanes, [](auto lane) { return 4u + lane * 4u; }), true, false);
  trace.events.append(make_event(kAllLanes, [](auto lane) { return lane * 8u; }), true, false);
  const EventTimeline model = event_timeline(trace, analysis::event_costs(trace));
  EXPECT_EQ(model.ways[0], 1);
  EXPECT_EQ(model.ways[1], 2);
}

TEST(Timeline, EveryEventHasItsPlaceAndIsFoundThereAgain) {
  const EventTimeline model = make_model(20);
  for (const EventWindow& window : {EventWindow{0, 120}, EventWindow{30, 7}}) {
    const EventTimelineLayout layout = event_timeline_layout(model, window, kRoom, {});
    for (std::size_t e = window.first; e < window.first + window.count; ++e)
      EXPECT_EQ(layout.event_at(layout.x_of(e)), e);
    EXPECT_EQ(layout.event_at(-100), window.first);
    EXPECT_EQ(layout.event_at(1e6f), window.first + window.count - 1);
  }
}

TEST(Timeline, EachEventIsACellOfItsWarpInTheColourOfItsCost) {
  const EventTimeline model = make_model(1);
  const EventTimelineLayout layout = event_timeline_layout(model, {0, 6}, kRoom, {});
  const DrawList list = event_timeline_base(model, layout, kRoom, {});
  const CellGrid& grid = list.grids.at(0);
  ASSERT_EQ(grid.columns, 6u);
  ASSERT_EQ(grid.rows, 2u);
  EXPECT_EQ(grid.colors[0], depth_color(1, ThemeName::dark));
  EXPECT_EQ(grid.colors[6 + 5], depth_color(32, ThemeName::dark));
  EXPECT_EQ(grid.colors[4], depth_color(32, ThemeName::dark));
  EXPECT_EQ(grid.colors[5], theme(ThemeName::dark).outside);
  EXPECT_EQ(list.grids.at(1).colors[4], depth_color(32, ThemeName::dark));
  EXPECT_EQ(list.grids.at(1).colors[0], 0u);
  EXPECT_EQ(list.grids.at(2).colors[2], theme(ThemeName::dark).barrier);
  EXPECT_EQ(list.grids.at(2).colors[4], 0u);
  expect_well_formed(list, {});
}

TEST(Timeline, MoreEventsThanPixelsShareBinsAndTheDeepestShows) {
  const EventTimeline model = make_model(5000);
  const EventTimelineLayout layout = event_timeline_layout(model, {0, 30000}, kRoom, {});
  const DrawList list = event_timeline_base(model, layout, kRoom, {});
  EXPECT_LE(list.grids[0].columns, 900u);
  for (const Color color : list.grids[0].colors) EXPECT_EQ(color, depth_color(32, ThemeName::dark));
  expect_well_formed(list, {});
}

TEST(Timeline, TheCursorStandsOnTheEventsWarpAndPlace) {
  const EventTimeline model = make_model(2);
  const EventTimelineLayout layout = event_timeline_layout(model, {0, 12}, kRoom, {});
  const DrawList list = event_timeline_cursor(model, layout, 5, kRoom, {});
  ASSERT_EQ(list.rectangles.size(), 1u);
  EXPECT_EQ(list.rectangles[0].id, (MarkId{Kind::event, 5, 0}));
  EXPECT_NEAR(list.rectangles[0].y, layout.area.y + layout.row_height, 0.01);
  EXPECT_NEAR(list.lines.at(0).x0, layout.x_of(5), 0.01);
  EXPECT_TRUE(event_timeline_cursor(model, layout, 12, kRoom, {}).lines.empty());
  expect_well_formed(list, {});
}

TEST(Timeline, TheAxisNumbersEventsFromOneAndSaysThatItIsAnOrder) {
  const EventTimeline model = make_model(20);
  const EventTimelineLayout layout = event_timeline_layout(model, {0, 120}, kRoom, {});
  const DrawList list = event_timeline_base(model, layout, kRoom, {});
  EXPECT_TRUE(has_text(list, "events in one possible order, not time"));
  const auto ten = std::ranges::find(list.texts, "10", &Text::text);
  ASSERT_NE(ten, list.texts.end());
  EXPECT_NEAR(ten->x, layout.x_of(9), 0.1);
  expect_well_formed(list, {});
}

TEST(Timeline, AmongFewEventsTheNoteGivesWayToTheLabels) {
  const EventTimeline model = make_model(20);
  for (const Language language : {Language::en, Language::zh}) {
    const Style style{.language = language};
    for (std::size_t count = 1; count <= 40; ++count) {
      const EventTimelineLayout layout = event_timeline_layout(model, {0, count}, kRoom, style);
      const DrawList list = event_timeline_base(model, layout, kRoom, style);
      if (count <= 20) {
        EXPECT_TRUE(has_text(list, std::to_string(count))) << count;
      }
      expect_well_formed(list, style);
    }
  }
}

TEST(Timeline, TheNoteGoesBelowTheLabelsWhereThereIsRoom) {
  const EventTimeline model = make_model(2);
  for (const float height : {200.0f, 80.0f}) {
    const Size size{900, height};
    const EventTimelineLayout layout = event_timeline_layout(model, {0, 12}, size, {});
    const DrawList list = event_timeline_base(model, layout, size, {});
    EXPECT_EQ(has_text(list, "events in one possible order, not time"), height > 100);
    EXPECT_TRUE(has_text(list, "12"));
    expect_well_formed(list, {});
  }
}

TEST(Timeline, TheChineseNoteIsAsLargeAsText) {
  const EventTimeline model = make_model(20);
  const Style style{.language = Language::zh};
  const EventTimelineLayout layout = event_timeline_layout(model, {0, 120}, kRoom, style);
  const DrawList list = event_timeline_base(model, layout, kRoom, style);
  const auto note = std::ranges::find(list.texts, "事件顺序，并非时间", &Text::text);
  ASSERT_NE(note, list.texts.end());
  EXPECT_EQ(note->size, style.text_size);
  expect_well_formed(list, style);
}

TEST(Timeline, ZoomKeepsInsideTheEvents) {
  const EventWindow near = zoomed({0, 1000}, 1000, 500, 10);
  EXPECT_EQ(near.count, 100u);
  EXPECT_EQ(near.first, 450u);
  const EventWindow edge = zoomed({900, 100}, 1000, 999, 0.01);
  EXPECT_EQ(edge.first, 0u);
  EXPECT_EQ(edge.count, 1000u);
  EXPECT_EQ(zoomed({0, 10}, 10, 3, 1e9).count, 1u);
}

TEST(Timeline, AnEmptyTraceAndTinyRoomsAreSafe) {
  const EventTimeline none;
  const EventTimelineLayout layout = event_timeline_layout(none, {0, 10}, kRoom, {});
  EXPECT_TRUE(event_timeline_base(none, layout, kRoom, {}).grids.empty());
  EXPECT_EQ(layout.event_at(300), 0u);
  const EventTimeline model = make_model(3);
  for (const float side : {60.0f, 90.0f, 400.0f}) {
    const EventTimelineLayout small =
        event_timeline_layout(model, {0, 18}, {side, side * 0.5f}, {});
    expect_well_formed(event_timeline_base(model, small, {side, side * 0.5f}, {}), {});
  }
}

}  // namespace
}  // namespace warplens::scene
