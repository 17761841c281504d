#include "viz/scene/access/cache_view.h"

#include <algorithm>

#include "viz/scene/access/cache_phrases.h"
#include "viz/scene/access/cache_requests.h"
#include "viz/scene/access/cache_rows.h"
#include "viz/scene/access/cache_strip.h"
#include "viz/scene/access/service.h"

namespace warplens::scene {
namespace {

constexpr float kPhraseHeight = 1.5f;               // of text, in text sizes
constexpr float kStrip = 3.9f, kHighestStrip = 18;  // likewise
constexpr float kRoomBetween = 0.5f;

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

// Writes what the access does, before its motion is over. Returns where the text ends.
float paint_phrase(DrawList& list, const analysis::CacheReplay& replay, const trace::Trace& trace,
                   std::size_t event, const Style& style) {
  const float height = style.text_size * kPhraseHeight;
  if (list.height < height * 2) return 0;
  const Theme& colors = theme(style.theme);
  const analysis::CacheTotals totals = replay.totals_of(event);
  const Color color = totals.misses > 0 ? colors.conflict
                      : totals.hits > 0 ? colors.hit
                                        : colors.muted_text;
  add_text(list, style, {0, 0, list.width, height},
           {cache_access_phrase(style.language, replay, trace, event)},
           {.color = color, .id = {MarkId::Kind::label, 0, 0}});
  return height;
}

// The height of the totals so far, if there is room for them.
float totals_height(const Size& size, const Style& style) {
  const float height = style.text_size * kPhraseHeight;
  return size.height < height * 3 ? 0 : height;
}

void paint_totals(DrawList& list, analysis::CacheTotals totals, float top, const Style& style) {
  const float height = totals_height({list.width, list.height}, style);
  if (height == 0) return;
  add_text(
      list, style, {0, top, list.width, height},
      {cache_totals_phrase(style.language, totals), cache_totals_short(style.language, totals)},
      {.color = theme(style.theme).text, .id = {MarkId::Kind::label, 1, 0}});
}

// The parts from top to bottom: what the access does, the lines, the lookups, the totals so far. A
// few lines take no more than they need, and leave the rest to the lookups.
struct Parts {
  Box lines, lookups;
  float totals = 0;
};

Parts lay_out(const analysis::CacheReplay& replay, float top, Size size, const Style& style) {
  constexpr float kShare = 0.42f;  // of a low view
  const float unit = style.text_size;
  const float room = size.height - totals_height(size, style) - top;
  const float strip = std::min(unit * kStrip, room * kShare);
  const float wanted = highest_cache_rows(replay, style);
  const float rows = std::clamp(room - strip - unit * kRoomBetween, 0.0f, wanted);
  const float grown =
      std::clamp(room - rows - unit * kRoomBetween, strip, std::max(unit * kHighestStrip, strip));
  const float lookups = top + std::min(rows + unit * kRoomBetween, room - grown);
  return {{0, top, size.width, rows}, {0, lookups, size.width, grown}, lookups + grown};
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
    const Box box{0, 0, size.width, std::min(style.text_size * kHighestStrip, size.height)};
    paint_cache_strip(list, replay, trace, strip, box, style);
    return list;
  }
  const float top = paint_phrase(list, replay, trace, moment.event, style);
  const Parts parts = lay_out(replay, top, size, style);
  paint_cache_rows(list, replay, trace, progress, parts.lines, style);
  paint_cache_strip(list, replay, trace, strip, parts.lookups, style);
  paint_totals(list, replay.totals(progress.done), parts.totals, style);
  return list;
}

}  // namespace warplens::scene
