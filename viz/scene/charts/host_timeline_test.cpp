#include "viz/scene/charts/host_timeline.h"

#include <gmock/gmock.h>

#include "kernels/timing/fake_timeline_test.h"
#include "viz/scene/charts/host_timeline_phrases.h"
#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

using testing::Contains;
using testing::HasSubstr;
using timing::Action;
using timing::Scenario;
using timing::TimelineRun;
using timing::Track;

constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;
constexpr Size kSize{900, 300};
const Style kStyle;

std::vector<TimelineRun> every_run() {
  return timing::fake_host_timeline({4096, 16 * kMebibyte}).runs;
}

HostTimelineLook all_of(const TimelineRun& run) { return {whole(run), {}, false}; }

std::optional<Rectangle> rectangle_of(const DrawList& list, std::size_t span) {
  for (const Rectangle& each : with_kind(list, MarkId::Kind::bar)) {
    if (each.id.a == span) return each;
  }
  return std::nullopt;
}

TEST(HostTimelineView, IsWellFormedAtAnySizeAndZoom) {
  for (const TimelineRun& run : every_run()) {
    for (const Language language : {Language::en, Language::zh}) {
      Style style;
      style.language = language;
      for (const Size size : {Size{60, 40}, Size{300, 90}, Size{700, 220}, Size{1400, 700}}) {
        for (const double factor : {1.0, 3.0, 200.0}) {
          HostTimelineLook look = all_of(run);
          look.window = zoomed(run, look.window, run.seconds() / 3, factor);
          look.chosen = run.spans.size() - 1;
          expect_well_formed(host_timeline(run, look, size, style), style);
          look.only_order = true;
          expect_well_formed(host_timeline(run, look, size, style), style);
        }
      }
    }
  }
}

TEST(HostTimelineView, ASpanIsAsLongAsItTookAndStandsInItsTrack) {
  const TimelineRun run = timing::fake_asynchronous(4096);
  const HostTimelineLook look = all_of(run);
  const DrawList list = host_timeline(run, look, kSize, kStyle);
  const HostTimelineLayout layout = host_timeline_layout(run, look, kSize, kStyle);
  const double pixels = layout.host.width / run.seconds();
  for (std::size_t i = 0; i < run.spans.size(); ++i) {
    const auto drawn = rectangle_of(list, i);
    ASSERT_TRUE(drawn.has_value()) << i;
    EXPECT_NEAR(drawn->width, std::max(run.spans[i].seconds() * pixels, 1.0), 0.1) << i;
    EXPECT_NEAR(drawn->x, layout.time.at(run.spans[i].begin), 1.01) << i;
    const Box& row = run.spans[i].track == Track::host ? layout.host : layout.device;
    EXPECT_GE(drawn->y, row.y - 0.01f);
    EXPECT_EQ(drawn->height < row.height, run.spans[i].is_probe) << i;
    EXPECT_EQ(drawn->fill, action_color(run.spans[i].action, kStyle.theme));
  }
  EXPECT_TRUE(has_text(list, "add_linear_1d"));
  EXPECT_TRUE(has_text(list, "40.0 µs"));
}

TEST(HostTimelineView, ALineLeadsFromACallToWhatItQueued) {
  const TimelineRun run = timing::fake_asynchronous(4096);
  const HostTimelineLook look = all_of(run);
  const HostTimelineLayout layout = host_timeline_layout(run, look, kSize, kStyle);
  const DrawList list = host_timeline(run, look, kSize, kStyle);
  std::size_t links = 0;
  for (const Line& line : list.lines) {
    if (line.color != theme(kStyle.theme).text) continue;
    EXPECT_EQ(line.y0, layout.links.y);
    EXPECT_EQ(line.y1, layout.links.y + layout.links.height);
    const timing::Span& work = run.spans[7 + links + 1];
    EXPECT_NEAR(line.x0, layout.time.at(run.spans[*work.queued_by].begin), 0.1);
    EXPECT_NEAR(line.x1, layout.time.at(work.begin), 0.1);
    ++links;
  }
  EXPECT_EQ(links, 3u);
}

TEST(HostTimelineView, WhatIsOutsideTheWindowIsNotDrawn) {
  const TimelineRun run = timing::fake_five_steps(kMebibyte);
  HostTimelineLook look = all_of(run);
  look.window = {0, 25e-6};
  const DrawList list = host_timeline(run, look, kSize, kStyle);
  EXPECT_TRUE(rectangle_of(list, 0).has_value());
  EXPECT_FALSE(rectangle_of(list, 3).has_value());
}

TEST(HostTimelineView, AnOpenPredictionShowsTheOrderOfTheCallsOnly) {
  const TimelineRun run = timing::fake_five_steps(kMebibyte);
  HostTimelineLook look = all_of(run);
  look.only_order = true;
  const DrawList list = host_timeline(run, look, {1600, 300}, kStyle);
  EXPECT_TRUE(with_kind(list, MarkId::Kind::bar).empty());
  const auto calls = with_kind(list, MarkId::Kind::label);
  ASSERT_EQ(calls.size(), 5u) << "the probes are none of them, the same calls are one";
  EXPECT_TRUE(has_text(list, "cuMemAlloc ×3"));
  for (const Rectangle& call : calls) EXPECT_FLOAT_EQ(call.width, calls.front().width);
  for (const Text& text : list.texts) EXPECT_EQ(text.text.find("µs"), std::string::npos);
  EXPECT_FALSE(span_at(run, look, {1600, 300}, kStyle, 200, 60).has_value());
}

TEST(HostTimelineView, TheChosenDeviceSpanShowsWhatIsUncertain) {
  const TimelineRun run = timing::fake_events(4096);
  HostTimelineLook look = all_of(run);
  const auto faint = [&] {
    const DrawList list = host_timeline(run, look, kSize, kStyle);
    return std::ranges::count_if(list.rectangles,
                                 [](const Rectangle& each) { return (each.fill & 0xff) == 0x40; });
  };
  EXPECT_EQ(faint(), 0);
  look.chosen = 1;
  EXPECT_EQ(faint(), 0) << "the host's clock is its own";
  look.chosen = 5;
  EXPECT_EQ(faint(), 2);
}

TEST(HostTimelineView, TheTimeBetweenEventsStandsBelowThem) {
  const TimelineRun run = timing::fake_events(4096);
  const DrawList list = host_timeline(run, all_of(run), kSize, kStyle);
  EXPECT_TRUE(has_text(list, "between the events: 41.00 µs"));
}

TEST(HostTimelineView, ASpanIsFoundUnderThePointerAndTheShortestNearIt) {
  const TimelineRun run = timing::fake_five_steps(16 * kMebibyte);
  const HostTimelineLook look = all_of(run);
  const HostTimelineLayout layout = host_timeline_layout(run, look, kSize, kStyle);
  const auto at = [&](double seconds, const Box& row) {
    return span_at(run, look, kSize, kStyle, layout.time.at(seconds), row.y + row.height / 2);
  };
  EXPECT_EQ(at((run.spans[3].begin + run.spans[3].end) / 2, layout.host), 3u);
  const auto near_the_start = at(4e-6, layout.host);
  ASSERT_TRUE(near_the_start.has_value());
  EXPECT_EQ(run.spans[*near_the_start].action, Action::allocate);
  EXPECT_FALSE(span_at(run, look, kSize, kStyle, 400, layout.axis.y + 1).has_value());
}

TEST(HostTimelineView, StreamsHaveRowsAndTheSameWorkStandsOnceMoreByWhatDoesIt) {
  const TimelineRun run = timing::fake_chunks(Scenario::default_stream, 16 * kMebibyte, 8, false);
  const HostTimelineLook look = all_of(run);
  const Size size{900, 500};
  const DrawList list = host_timeline(run, look, size, kStyle);
  const HostTimelineLayout layout = host_timeline_layout(run, look, size, kStyle);
  ASSERT_EQ(layout.streams.size(), 5u);
  ASSERT_EQ(layout.work.size(), 3u);
  for (const char* name :
       {"host", "default stream", "stream 1", "stream 4", "copies in", "SMs", "copies back"}) {
    EXPECT_TRUE(has_text(list, name)) << name;
  }
  EXPECT_FALSE(has_text(list, "device"));
  float above = layout.host.y + layout.host.height;
  for (const HostTimelineLayout::StreamRow& row : layout.streams) {
    EXPECT_GE(row.box.y, above);
    above = row.box.y + row.box.height;
  }
  for (const Box& row : layout.work) {
    EXPECT_GE(row.y, above);
    above = row.y + row.height;
  }
  EXPECT_LE(above, size.height);
  for (std::size_t i = 0; i < run.spans.size(); ++i) {
    std::vector<float> rows;
    for (const Rectangle& each : with_kind(list, MarkId::Kind::bar)) {
      if (each.id.a == i && !run.spans[i].is_probe) rows.push_back(each.y);
    }
    if (run.spans[i].track == Track::host) continue;
    EXPECT_THAT(
        rows, testing::ElementsAre(testing::FloatNear(layout.row_of(run.spans[i]).y, 0.01f),
                                   testing::FloatNear(layout.work_row_of(run.spans[i])->y, 0.01f)));
  }
  EXPECT_TRUE(has_text(list, "8")) << "the eighth chunk";
}

TEST(HostTimelineView, WhereStreamsHaveNoRoomTheirWorkStandsThereOnce) {
  const TimelineRun run = timing::fake_chunks(Scenario::streams, 16 * kMebibyte, 4, true);
  const HostTimelineLayout layout =
      host_timeline_layout(run, all_of(run), {900, kStyle.text_size * 11}, kStyle);
  EXPECT_EQ(layout.streams.size(), 4u);
  EXPECT_TRUE(layout.work.empty());
}

TEST(HostTimelineView, OfStreamsOnlyTheChosenWorkIsLinkedToItsCall) {
  const TimelineRun run = timing::fake_chunks(Scenario::streams, 16 * kMebibyte, 4, true);
  HostTimelineLook look = all_of(run);
  const auto links = [&] {
    const DrawList list = host_timeline(run, look, {900, 500}, kStyle);
    return std::ranges::count(list.lines, theme(kStyle.theme).text, &Line::color);
  };
  EXPECT_EQ(links(), 0);
  look.chosen = 2;  // a launch
  EXPECT_EQ(links(), 1);
  look.chosen = run.spans.size() - 1;
  EXPECT_EQ(links(), 1);
}

TEST(HostTimelineView, AnEventBetweenStreamsStandsInTheRowsOfBoth) {
  const TimelineRun run = timing::fake_two_streams(Scenario::event_wait, kMebibyte);
  const HostTimelineLook look = all_of(run);
  const DrawList list = host_timeline(run, look, {900, 500}, kStyle);
  const HostTimelineLayout layout = host_timeline_layout(run, look, {900, 500}, kStyle);
  EXPECT_TRUE(std::ranges::any_of(list.lines, [&](const Line& line) {
    return line.x0 == line.x1 && line.y0 == layout.streams.front().box.y &&
           line.y1 >= layout.streams.back().box.y;
  }));
}

TEST(HostTimelineView, WorkOfStreamsIsFoundInEitherOfItsRows) {
  const TimelineRun run = timing::fake_chunks(Scenario::streams, 16 * kMebibyte, 4, true);
  const HostTimelineLook look = all_of(run);
  const Size size{900, 500};
  const HostTimelineLayout layout = host_timeline_layout(run, look, size, kStyle);
  const std::size_t copy = 25;  // the host's 24 calls and probes, and its wait
  ASSERT_EQ(run.spans[copy].name, "Memcpy HtoD");
  const float x = layout.time.at((run.spans[copy].begin + run.spans[copy].end) / 2);
  for (const Box& row : {layout.streams.front().box, layout.work.front()})
    EXPECT_EQ(span_at(run, look, size, kStyle, x, row.y + row.height / 2), copy);
}

TEST(TimeWindow, ZoomingKeepsTheMomentUnderThePointer) {
  const TimelineRun run = timing::fake_five_steps(kMebibyte);
  const double at = run.seconds() * 0.4;
  const TimeWindow near = zoomed(run, whole(run), at, 8);
  EXPECT_NEAR(near.seconds(), run.seconds() / 8, 1e-12);
  EXPECT_NEAR((at - near.begin) / near.seconds(), 0.4, 1e-9);
  EXPECT_EQ(zoomed(run, near, at, 1e-6), whole(run));
  EXPECT_GE(zoomed(run, near, at, 1e12).seconds(), 99e-9);
}

TEST(TimeWindow, PanningStopsAtTheEnds) {
  const TimelineRun run = timing::fake_five_steps(kMebibyte);
  const TimeWindow near = zoomed(run, whole(run), 0, 10);
  EXPECT_NEAR(panned(run, near, 0.5).begin, near.seconds() / 2, 1e-12);
  EXPECT_EQ(panned(run, near, -3), near);
  EXPECT_NEAR(panned(run, near, 100).end, run.seconds(), 1e-12);
}

TEST(TimeWindow, ASpanTooShortToReadIsBroughtClose) {
  const TimelineRun run = timing::fake_five_steps(16 * kMebibyte);
  const TimeWindow all = whole(run);
  EXPECT_EQ(revealing(run, all, 3), all) << "a long copy is seen already";
  const TimeWindow near = revealing(run, all, 7);
  EXPECT_LT(near.seconds(), all.seconds() / 100);
  EXPECT_LE(near.begin, run.spans[7].begin);
  EXPECT_GE(near.end, run.spans[7].end);
  EXPECT_EQ(revealing(run, near, 7), near);
  EXPECT_EQ(revealing(run, all, run.spans.size()), all);
}

TEST(HostTimelinePhrases, TellWhatASpanIsInBothLanguages) {
  const TimelineRun run = timing::fake_five_steps(kMebibyte);
  const auto kernel = span_phrase(run, 16, Language::en);
  EXPECT_EQ(kernel.front(), "add_linear_1d · device");
  EXPECT_THAT(kernel, Contains("queued by cuLaunchKernel"));
  EXPECT_THAT(kernel, Contains("clocks ± 500 ns"));
  const auto copy = span_phrase(run, 3, Language::zh);
  EXPECT_THAT(copy, Contains(HasSubstr("用时 1.024 ms")));
  EXPECT_THAT(copy, Contains("1 MiB · 1.02 GB/s"));
  EXPECT_THAT(span_phrase(run, 4, Language::en), Contains(HasSubstr("only to place")));
  const TimelineRun chunks = timing::fake_chunks(Scenario::streams, kMebibyte, 4, true);
  EXPECT_EQ(span_phrase(chunks, chunks.spans.size() - 1, Language::en).front(),
            "Memcpy DtoH · stream 4");
  EXPECT_EQ(parts_phrase(Scenario::streams, 4, Language::zh), "分段：4");
  EXPECT_EQ(parts_phrase(Scenario::graph, 16, Language::en), "launches: 16");
  EXPECT_THAT(chunks_phrase(chunks, Language::en), HasSubstr("at least two at once"));
  EXPECT_EQ(launches_phrase(timing::fake_launches(4096, 16), Language::en),
            "launching 16 kernels took 32.0 µs of the host, 2.00 µs each");
  EXPECT_EQ(wrong_phrase(timing::fake_two_streams(Scenario::missing_wait, kMebibyte), Language::en),
            "131,072 of 262,144 elements of c are wrong in this run");
  EXPECT_EQ(size_phrase(3000), "3000 B");
  EXPECT_EQ(size_phrase(std::uint64_t{256} << 20), "256 MiB");
}

}  // namespace
}  // namespace warplens::scene
