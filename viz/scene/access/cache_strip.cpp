#include "viz/scene/access/cache_strip.h"

#include <algorithm>

#include "viz/scene/access/cache_phrases.h"

namespace warplens::scene {
namespace {

using Outcome = analysis::CacheLookup::Outcome;

constexpr float kWidestLookup = 5;  // in text sizes
constexpr float kHighestLabels = 1.4f;
constexpr std::size_t kMostLabels = 128;
constexpr float kReadable = 0.75f;  // of the text size: below it, shorter labels are better

// The boxes of the columns, and of the rows of hits and of misses with the numbers below.
struct StripColumns {
  Box hits, misses, labels;
  std::size_t lookups = 0, count = 0;
  float width = 0;

  [[nodiscard]] std::size_t of(std::size_t lookup) const { return lookup * count / lookups; }
  [[nodiscard]] float x_of(std::size_t column) const {
    return hits.x + width * static_cast<float>(column);
  }
};

StripColumns lay_out(std::size_t lookups, const Box& box, const Style& style) {
  const float unit = style.text_size;
  const float left =
      std::min(box.width * 0.3f,
               std::max(style.measure(phrases::miss.in(style.language), unit * 0.8f, false),
                        style.measure(phrases::hit.in(style.language), unit * 0.8f, false)) +
                   unit * 0.5f);
  const float room = box.width - left;
  StripColumns columns;
  columns.lookups = lookups;
  columns.count = std::min(lookups, static_cast<std::size_t>(std::max(room, 1.0f)));
  columns.width = std::min(room / static_cast<float>(std::max<std::size_t>(columns.count, 1)),
                           unit * kWidestLookup);
  const float labels = std::min(box.height / 3, unit * kHighestLabels);
  const float row = (box.height - labels) / 2;
  const float across = columns.width * static_cast<float>(columns.count);
  columns.hits = {box.x + left, box.y, across, row};
  columns.misses = {box.x + left, box.y + row, across, row};
  columns.labels = {box.x + left, box.y + 2 * row, across, labels};
  return columns;
}

// A column is as strong as the share of its lookups that came out so.
void paint_outcomes(DrawList& list, const analysis::CacheReplay& replay,
                    const StripColumns& columns, const StripMoment& moment, const Style& style) {
  const Theme& colors = theme(style.theme);
  std::vector<std::uint32_t> hits(columns.count), misses(columns.count), all(columns.count);
  for (std::size_t i = 0; i < columns.lookups; ++i) {
    const std::size_t column = columns.of(i);
    ++all[column];
    if (i >= moment.done || !moment.shows_outcomes) continue;
    hits[column] += replay.lookups()[i].outcome == Outcome::hit ? 1 : 0;
    misses[column] += replay.lookups()[i].outcome == Outcome::miss ? 1 : 0;
  }
  CellGrid grid{columns.hits.x,
                columns.hits.y,
                columns.width,
                columns.hits.height,
                static_cast<std::uint32_t>(columns.count),
                2,
                {}};
  const auto paint = [&](const std::vector<std::uint32_t>& counts, Color color) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
      constexpr float kWeakest = 0.35f;
      const float share = static_cast<float>(counts[i]) / static_cast<float>(all[i]);
      grid.colors.push_back(counts[i] == 0
                                ? colors.cell
                                : mix(colors.cell, color, kWeakest + (1 - kWeakest) * share));
    }
  };
  paint(hits, colors.hit);
  paint(misses, colors.conflict);
  list.grids.push_back(std::move(grid));
}

void paint_row_names(DrawList& list, const StripColumns& columns, const Box& box,
                     const Style& style) {
  const Color color = theme(style.theme).muted_text;
  const float width = columns.hits.x - box.x - style.text_size * 0.3f;
  Style small = style;
  small.text_size *= 0.8f;
  for (const auto& [which, row] :
       {std::pair{phrases::hit, &columns.hits}, std::pair{phrases::miss, &columns.misses}}) {
    add_text(list, small, {box.x, row->y, width, row->height}, {which.in(style.language)},
             {.align = Text::Align::right, .color = color});
  }
}

// Lines between the columns, so that each lookup can be told from the next.
void paint_gaps(DrawList& list, const StripColumns& columns, const Style& style) {
  constexpr float kSeparable = 5;  // pixels
  if (columns.width < kSeparable) return;
  const float bottom = columns.misses.y + columns.misses.height;
  for (std::size_t i = 1; i < columns.count; ++i) {
    const float x = columns.x_of(i);
    list.lines.push_back({x, columns.hits.y, x, bottom, theme(style.theme).background, 1});
  }
}

// All of one size, that of the widest, or none.
void paint_wanted(DrawList& list, const analysis::CacheReplay& replay, const trace::Trace& trace,
                  const StripColumns& columns, const Style& style) {
  if (columns.lookups > kMostLabels) return;
  for (const bool brief : {false, true}) {
    std::vector<std::string> labels;
    float size = style.text_size;
    for (std::size_t i = 0; i < columns.lookups; ++i) {
      labels.push_back(wanted_label(replay, trace, i, brief));
      size = std::min(size, fitting_size(style, labels.back(),
                                         {columns.width * 0.92f, columns.labels.height}, true));
    }
    const float smallest = brief ? style.smallest_text : style.text_size * kReadable;
    if (size < smallest) continue;
    for (std::size_t i = 0; i < columns.lookups; ++i) {
      const Box place{columns.x_of(i), columns.labels.y, columns.width, columns.labels.height};
      put_text(list, place, std::move(labels[i]), size,
               {.align = Text::Align::center,
                .color = theme(style.theme).muted_text,
                .monospace = true});
    }
    return;
  }
}

void paint_cursor(DrawList& list, const StripColumns& columns, const StripMoment& moment,
                  const Style& style) {
  if (moment.count == 0) return;
  const std::size_t first = columns.of(moment.first);
  const std::size_t last = columns.of(moment.first + moment.count - 1);
  const float height = columns.misses.y + columns.misses.height - columns.hits.y;
  list.rectangles.push_back({columns.x_of(first),
                             columns.hits.y,
                             columns.width * static_cast<float>(last - first + 1),
                             height,
                             0,
                             theme(style.theme).highlight,
                             2,
                             0,
                             {}});
}

}  // namespace

void paint_cache_strip(DrawList& list, const analysis::CacheReplay& replay,
                       const trace::Trace& trace, const StripMoment& moment, const Box& box,
                       const Style& style) {
  const std::size_t lookups = replay.lookups().size();
  if (lookups == 0 || box.width < style.text_size * 2 || box.height < 6) return;
  const StripColumns columns = lay_out(lookups, box, style);
  paint_outcomes(list, replay, columns, moment, style);
  if (moment.shows_outcomes) paint_row_names(list, columns, box, style);
  paint_gaps(list, columns, style);
  paint_wanted(list, replay, trace, columns, style);
  paint_cursor(list, columns, moment, style);
}

}  // namespace warplens::scene
