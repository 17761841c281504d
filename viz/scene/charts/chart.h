// A family's timings as its charts show them: one series a variant, ceiling or library, one point a
// size that was timed with exactly these parameters. What was not timed is not there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/timing/timings.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

enum class ChartFigure : std::uint8_t { time, bandwidth, flop_rate };

struct ChartSeries {
  timing::EntryKind kind = timing::EntryKind::variant;
  std::string name;                          // "tile_padded"
  std::size_t number = 0;                    // among those of its kind: its mark
  std::optional<std::size_t> hue;            // below kSeriesHues; nothing: grey
  bool is_live = false;                      // measured now, not recorded
  bool is_on_stage = false;                  // the kernel that is looked at: stands out
  bool is_hidden = false;                    // by the legend
  std::vector<const timing::Entry*> points;  // one for each of Chart::sides; null: not timed
};

struct Chart {
  std::vector<std::int64_t> sides;  // ascending
  std::vector<ChartSeries> series;  // variants as the family lists them, ceilings, libraries

  // Of a side that is one of `sides`.
  [[nodiscard]] std::optional<std::size_t> index_of(std::int64_t side) const;
  // The recorded size nearest to `side`; 0 when there is none.
  [[nodiscard]] std::int64_t nearest(std::int64_t side) const;
};

// Seconds, bytes a second or operations a second of the median; nothing where the figure has no
// meaning (operations of a copy).
[[nodiscard]] std::optional<double> value_of(const timing::Entry& entry, ChartFigure figure);

// From quartile to quartile of the repetitions, as values of the figure, the smaller first.
struct Spread {
  double low = 0, high = 0;
};
[[nodiscard]] Spread spread_of(const timing::Entry& entry, ChartFigure figure);

// How large a part of the ceiling's bandwidth a point reaches at its size; of a library's speed
// likewise. Nothing without one.
struct Share {
  std::string of;  // "device_copy"
  double part = 0;
};
[[nodiscard]] std::optional<Share> share_of_ceiling(const Chart& chart, const ChartSeries& series,
                                                    std::size_t side);
[[nodiscard]] std::optional<Share> share_of_library(const Chart& chart, const ChartSeries& series,
                                                    std::size_t side);

// Whether what was timed at this size fits in the L2 cache.
[[nodiscard]] bool fits_in_l2(const Chart& chart, std::size_t side);

// Gives hues to what the question is about: the kernels that are looked at, the library and the
// ceiling, at most kSeriesHues. What was measured live looks like what was recorded of the same
// name.
void give_hues(Chart& chart);

[[nodiscard]] Color series_color(const ChartSeries& series, ThemeName theme);
// A point's mark, or that of the legend, around (x, y). Live ones wear a ring.
void add_series_mark(DrawList& list, const ChartSeries& series, float x, float y, float radius,
                     ThemeName theme);
// How a series is joined: ceilings and libraries are dashed. Dashes begin at (x0, y0).
void add_series_line(DrawList& list, const ChartSeries& series, Line line);

}  // namespace warplens::scene
