#include "viz/scene/cache/cache_view.h"

#include <algorithm>

#include "viz/scene/access/service.h"
#include "viz/scene/cache/cache_requests.h"
#include "viz/scene/cache/cache_rows.h"
#include "viz/scene/cache/cache_strip.h"
#include "viz/scene/cache/cache_words.h"

namespace warplens::scene {
namespace {

constexpr float kLine = 1.5f;   // of text, in text sizes
constexpr float kStrip = 3.9f;  // likewise

CacheProgress progress_at(const analysis::CacheReplay& replay, const CacheMoment& moment) {
  CacheProgress progress;
  progress.event = moment.event;
  progress.scrolled = moment.scrolled;
  progress.first = replay.before(moment.event);
  progress.count = replay.lookups_of(moment.event).size();
  Service service;
  service.passes = static_cast<std::uint32_t>(progress.count);
  const double over = passes_done(service, moment.phase);
  const auto whole = static_cast<std::size_t>(over);
  progress.done = progress.first + whole;
  progress.next = over - static_cast<double>(whole);
  return progress;
}

// What the access does, told before its motion is over. Returns where it ends.
float paint_words(DrawList& list, const analysis::CacheReplay& replay, const trace::Trace& trace,
                  std::size_t event, const Style& style) {
  const float height = style.text_size * kLine;
  if (list.height < height * 2) return 0;
  const Theme& colors = theme(style.theme);
  const analysis::CacheTotals totals = replay.totals_of(event);
  const Color color = totals.misses > 0 ? colors.conflict
                      : totals.hits > 0 ? colors.hit
                                        : colors.muted_text;
  add_text(list, style, {0, 0, list.width, height},
           {cache_access_words(style.language, replay, trace, event)},
           {.color = color, .id = {MarkId::Kind::label, 0, 0}});
  return height;
}

// What there has been so far. Returns where it begins.
float paint_totals(DrawList& list, analysis::CacheTotals totals, const Style& style) {
  const float height = style.text_size * kLine;
  if (list.height < height * 3) return list.height;
  add_text(list, style, {0, list.height - height, list.width, height},
           {cache_totals_words(style.language, totals), cache_totals_short(style.language, totals)},
           {.color = theme(style.theme).text, .id = {MarkId::Kind::label, 1, 0}});
  return list.height - height;
}

}  // namespace

DrawList cache_view(const analysis::CacheReplay& replay, const trace::Trace& trace,
                    const CacheMoment& moment, Size size, const Style& style, CacheMarks marks) {
  DrawList list;
  list.width = size.width;
  list.height = size.height;
  const CacheProgress progress = progress_at(replay, moment);
  StripMoment strip{progress.done, progress.first, progress.count, true};
  if (marks == CacheMarks::plain) {
    const Box all{0, 0, size.width, size.height};
    if (paint_cache_requests(list, replay, trace, moment.event, all, style)) return list;
    strip.shows_outcomes = false;
    const Box box{0, 0, size.width, std::min(style.text_size * kStrip, size.height)};
    paint_cache_strip(list, replay, trace, strip, box, style);
    return list;
  }
  const float top = paint_words(list, replay, trace, moment.event, style);
  const float bottom = paint_totals(list, replay.totals(progress.done), style);
  constexpr float kShare = 0.42f;  // of a low view
  const float height = std::min(style.text_size * kStrip, (bottom - top) * kShare);
  const Box box{0, bottom - height, size.width, height};
  paint_cache_strip(list, replay, trace, strip, box, style);
  const Box rows{0, top, size.width, box.y - style.text_size * 0.5f - top};
  paint_cache_rows(list, replay, trace, progress, rows, style);
  return list;
}

}  // namespace warplens::scene
