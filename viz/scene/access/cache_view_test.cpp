#include "viz/scene/access/cache_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "viz/analysis/cache_preset.h"
#include "viz/scene/access/cache_phrases.h"
#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

using analysis::CacheReplay;
using Kind = MarkId::Kind;

constexpr std::uint64_t kBuffer = 0x1000;

trace::Trace empty_trace() {
  trace::Trace trace;
  trace.sites = {global_load(), make_site(trace::EventKind::store, trace::Space::global, 4)};
  trace.buffers = {{"a", kBuffer, 1 << 20, "f32", 4, 1, 1 << 18, 1 << 20}};
  return trace;
}

// One lane loads these elements, one after the other.
trace::Trace loads(const std::vector<std::uint64_t>& elements) {
  trace::Trace trace = empty_trace();
  for (const std::uint64_t element : elements) {
    trace.events.append(make_event(1, [&](auto) { return kBuffer + 4 * element; }), true, false);
  }
  return trace;
}

// Warps of 32 loads, one line each.
trace::Trace warps(std::uint32_t count) {
  trace::Trace trace = empty_trace();
  for (std::uint32_t i = 0; i < count; ++i) {
    trace.events.append(
        make_event(kAllLanes, [&](auto lane) { return kBuffer + 128 * i + 4 * lane; }), true,
        false);
  }
  return trace;
}

struct CachePicture {
  explicit CachePicture(trace::Trace of,
                        analysis::CachePreset preset = analysis::CachePreset::one_line)
      : trace(std::move(of)), replay(trace, analysis::cache_options(preset, trace)) {}
  [[nodiscard]] DrawList at(std::size_t event, double phase = 1, Size size = {700, 300},
                            CacheMarks marks = CacheMarks::outcomes) const {
    return cache_view(replay, trace, {event, phase}, size, style, marks);
  }
  trace::Trace trace;
  CacheReplay replay;
  Style style;
};

const Theme& colors() { return theme(ThemeName::dark); }

TEST(CacheView, AMissPaintsTheWantedElementAndWhatCameWithIt) {
  const CachePicture view(loads({0, 1, 8}));
  const DrawList list = view.at(2);
  const auto cells = with_kind(list, Kind::element);
  ASSERT_EQ(cells.size(), 2u);
  EXPECT_EQ(cells[0].fill, colors().conflict);
  EXPECT_NE(cells[1].fill, colors().conflict);
  EXPECT_TRUE(has_text(list, "a[8]: miss · a[8–9] comes in, a[0–1] goes"));
  EXPECT_TRUE(has_text(list, "1 hit, 2 misses · 33.3% hit"));
  expect_well_formed(list, view.style);
}

TEST(CacheView, AHitPaintsOnlyTheWantedElement) {
  const CachePicture view(loads({0, 1}));
  const DrawList list = view.at(1);
  const auto cells = with_kind(list, Kind::element);
  ASSERT_EQ(cells.size(), 2u);
  EXPECT_NE(cells[0].fill, colors().hit);
  EXPECT_EQ(cells[1].fill, colors().hit);
  EXPECT_TRUE(has_text(list, "a[1]: hit"));
  EXPECT_TRUE(has_text(list, "a[0]"));
  EXPECT_TRUE(has_text(list, "a[1]"));
}

TEST(CacheView, WhatAMissBringsInTravelsToItsLine) {
  const CachePicture view(loads({0, 8}));
  EXPECT_TRUE(with_kind(view.at(1, 0), Kind::mover).empty());
  const auto early = with_kind(view.at(1, 0.3), Kind::mover);
  const auto late = with_kind(view.at(1, 0.9), Kind::mover);
  const auto end = with_kind(view.at(1), Kind::element);
  ASSERT_EQ(early.size(), 2u);
  ASSERT_EQ(late.size(), 2u);
  EXPECT_TRUE(with_kind(view.at(1), Kind::mover).empty());
  EXPECT_GT(early[0].x, late[0].x);
  EXPECT_GT(late[0].x, end[0].x);
  EXPECT_EQ(late[0].y, end[0].y);
}

TEST(CacheView, UntilItIsOverTheAccessCountsNothing) {
  const CachePicture view(loads({0, 1}));
  EXPECT_TRUE(has_text(view.at(1, 0.5), "0 hits, 1 miss · 0% hit"));
  EXPECT_TRUE(has_text(view.at(1), "1 hit, 1 miss · 50% hit"));
}

// Row 0 of the strip's grid: hits; row 1: misses.
TEST(CacheView, TheStripHasAColumnALookupUpToTheCursor) {
  const CachePicture view(loads({0, 1, 2, 3}));
  const CellGrid grid = view.at(2).grids.at(0);
  ASSERT_EQ(grid.columns, 4u);
  ASSERT_EQ(grid.rows, 2u);
  const Color none = colors().cell, hit = colors().hit, miss = colors().conflict;
  const std::vector<Color> expected{none, hit, none, none, miss, none, miss, none};
  EXPECT_EQ(grid.colors, expected);
}

TEST(CacheView, PlainMarksTellWhoWantsWhatAndNothingAboutTheCache) {
  const CachePicture view(loads({0, 8, 1}));
  const DrawList list = view.at(1, 1, {700, 300}, CacheMarks::plain);
  for (const Rectangle& cell : list.rectangles)
    EXPECT_TRUE(cell.fill == 0 || cell.fill == colors().cell);
  EXPECT_TRUE(with_kind(list, Kind::element).empty());
  EXPECT_TRUE(has_text(list, "a[8]"));
  for (const Text& text : list.texts) {
    EXPECT_EQ(text.text.find("hit"), std::string::npos) << text.text;
    EXPECT_EQ(text.text.find("miss"), std::string::npos) << text.text;
  }
  expect_well_formed(list, view.style);
}

TEST(CacheView, InALowViewPlainMarksAreTheStripAlone) {
  const CachePicture view(loads({0, 8, 1}));
  const DrawList list = view.at(1, 1, {700, 30}, CacheMarks::plain);
  for (const Color color : list.grids.at(0).colors) EXPECT_EQ(color, colors().cell);
}

TEST(CacheView, PlainMarksNumberTheAccessesAndOutlineTheCurrentOne) {
  const CachePicture view(warps(16), analysis::CachePreset::l1);
  const DrawList list = view.at(2, 1, {700, 400}, CacheMarks::plain);
  EXPECT_TRUE(has_text(list, "16"));
  const auto cells = std::ranges::count(list.rectangles, colors().cell, &Rectangle::fill);
  EXPECT_EQ(cells, 16 * 4) << "a warp of floats wants four sectors";
  const auto outlined =
      std::ranges::count(list.rectangles, colors().highlight, &Rectangle::outline);
  EXPECT_EQ(outlined, 1);
}

TEST(CacheView, OfManyAccessesThoseAboutTheCursorAreShown) {
  const CachePicture view(warps(500), analysis::CachePreset::l1);
  const DrawList list = view.at(250, 1, {700, 300}, CacheMarks::plain);
  EXPECT_TRUE(has_text(list, "251"));
  EXPECT_FALSE(has_text(list, "1"));
  EXPECT_TRUE(std::ranges::any_of(list.texts,
                                  [](const Text& text) { return text.text.ends_with("of 500"); }));
}

TEST(CacheView, AFewLinesLeaveTheirRoomToTheLookups) {
  const CachePicture view(loads({0, 8, 1, 9}));
  const DrawList list = view.at(3, 1, {700, 300});
  const Rectangle line = with_kind(list, Kind::row).at(0);
  const CellGrid& strip = list.grids.at(0);
  EXPECT_GE(line.height, 40);
  EXPECT_GE(line.width, 300);
  EXPECT_GT(strip.cell_height * 2, 80);
  EXPECT_LT(strip.y - line.y - line.height, 20) << "and stand right below them";
  EXPECT_GT(strip.y, line.y + line.height);
  expect_well_formed(list, view.style);
}

TEST(CacheView, AFewLinesAreShownWithTheEmptyOnes) {
  const CachePicture view(loads({0}), analysis::CachePreset::four_lines);
  EXPECT_EQ(with_kind(view.at(0), Kind::row).size(), 4u);
  EXPECT_EQ(with_kind(view.at(0), Kind::element).size(), 2u);
}

TEST(CacheView, OfManyLinesThoseAboutTheCursorAreShown) {
  const CachePicture view(warps(500), analysis::CachePreset::l1);
  for (const std::size_t event : {0u, 250u, 499u}) {
    const DrawList list = view.at(event);
    const auto rows = with_kind(list, Kind::row);
    EXPECT_LT(rows.size(), 40u);
    EXPECT_TRUE(std::ranges::any_of(rows, [&](const Rectangle& r) { return r.id.a == event; }));
    EXPECT_TRUE(
        has_text(list, fmt::format("rows {}–{} of 500", rows.front().id.a, rows.back().id.a)));
    EXPECT_TRUE(has_text(list, "0 hits, 4 misses"));
    expect_well_formed(list, view.style);
  }
}

TEST(CacheView, EveryLineIsScrolledTo) {
  const CachePicture view(warps(500), analysis::CachePreset::l1);
  const auto first_row = [&](std::int64_t scrolled) {
    const DrawList list =
        cache_view(view.replay, view.trace, {250, 1, scrolled}, {700, 300}, view.style);
    expect_well_formed(list, view.style);
    return with_kind(list, Kind::row).front().id.a;
  };
  EXPECT_EQ(first_row(3), first_row(0) + 3);
  EXPECT_EQ(first_row(-1000), 0u);
  EXPECT_EQ(first_row(1000), 500 - with_kind(view.at(250), Kind::row).size());
}

TEST(CacheView, TheLastOfManyLinesStandAtTheBottomOfAFullView) {
  const CachePicture view(warps(499),
                          analysis::CachePreset::l1);  // a prime: no number of rows divides it
  const auto rows = with_kind(view.at(498), Kind::row);
  EXPECT_EQ(rows.size(), with_kind(view.at(0), Kind::row).size());
  EXPECT_EQ(rows.back().id.a, 498u);
}

TEST(CacheView, SectorsOfALineComeOneAfterTheOther) {
  const CachePicture view(warps(1), analysis::CachePreset::l1);
  const auto present = [&](double phase) {
    return with_kind(view.at(0, phase), Kind::element).size();
  };
  EXPECT_EQ(present(0.1), 0u);
  EXPECT_EQ(present(0.6), 2u);
  EXPECT_EQ(present(1), 4u);
}

TEST(CacheView, AnEventThatPassesBySaysSo) {
  trace::Trace trace = loads({0});
  trace::EventView store = make_event(1, [](auto) { return kBuffer; });
  store.site = 1;
  trace.events.append(store, true, false);
  const CachePicture view(std::move(trace));
  EXPECT_TRUE(has_text(view.at(1), "This event does not pass through the cache"));
  EXPECT_EQ(with_kind(view.at(1), Kind::element).size(), 2u);
}

TEST(CacheView, NothingIsCutAtAnySize) {
  std::vector<std::uint64_t> elements;
  for (std::uint64_t i = 0; i < 16; ++i) elements.push_back(i / 2 + i % 2 * 8);
  for (const auto preset : {analysis::CachePreset::one_line, analysis::CachePreset::four_lines,
                            analysis::CachePreset::l2}) {
    for (const bool many : {false, true}) {
      CachePicture view(many ? warps(3000) : loads(elements), preset);
      for (const Language language : {Language::en, Language::zh}) {
        view.style.language = language;
        for (const Size size :
             {Size{20, 20}, Size{90, 400}, Size{300, 60}, Size{400, 200}, Size{1600, 1000}}) {
          for (const double phase : {0.0, 0.4, 1.0}) {
            SCOPED_TRACE(fmt::format("{}x{} at {}", size.width, size.height, phase));
            expect_well_formed(view.at(7, phase, size), view.style);
            expect_well_formed(view.at(7, phase, size, CacheMarks::plain), view.style);
          }
        }
      }
    }
  }
}

TEST(CacheView, AnEmptyTraceDrawsNoLinesAndNoStrip) {
  const CachePicture view(empty_trace());
  EXPECT_TRUE(view.at(0).grids.empty());
  expect_well_formed(view.at(0), view.style);
}

TEST(CachePhrases, SayWhatIsAssumed) {
  const trace::Trace trace = loads({0});
  const auto words = [&](analysis::CachePreset preset) {
    return cache_phrase(Language::en, analysis::cache_options(preset, trace), trace);
  };
  EXPECT_EQ(words(analysis::CachePreset::one_line),
            "1 line of 8 bytes; loads of a only; the line unused for longest goes");
  EXPECT_EQ(words(analysis::CachePreset::l1),
            "2,048 lines of 128 bytes in sectors of 32; all loads; stores pass; the line unused "
            "for longest goes");
}

}  // namespace
}  // namespace warplens::scene
