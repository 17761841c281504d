// A family's timings as its charts show them: one series a variant, ceiling or library, one point a
// size that was timed with exactly these parameters. What was not timed is not there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/base/text.h"
#include "kernels/timing/timings.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

// `share`: of what the chart says is the ceiling, at the same size.
enum class ChartFigure : std::uint8_t { time, bandwidth, flop_rate, share };

struct ChartSeries {
  timing::EntryKind kind = timing::EntryKind::variant;
  std::string name;                          // "tile_padded"
  std::size_t number = 0;                    // among those of its kind
  std::optional<std::size_t> hue;            // below kSeriesHues; nothing: grey
  bool is_live = false;                      // measured now, not recorded
  bool is_least = false;                     // not what was measured: the least time, by limits
  bool is_on_stage = false;                  // the kernel that is looked at, or one beside it
  bool is_selected = false;                  // what others are compared with
  bool is_quoted = false;                    // in the text beside the chart
  bool is_hidden = false;                    // by the list of series
  std::vector<const timing::Entry*> points;  // one for each of Chart::sides; null: not timed
};

struct Chart {
  std::vector<std::int64_t> sides;  // ascending; of a sweep: the parameter's values
  std::vector<ChartSeries> series;  // variants as the family lists them, ceilings, libraries
  // The kind of entry that shares are relative to: a ceiling's bandwidth, or a library's speed.
  timing::EntryKind ceiling = timing::EntryKind::ceiling;
  bool of_shared_memory = false;  // bytes are those that lanes read there
  // In a sweep the parameter along the axis; the size is then the same at every point.
  std::optional<warplens::Text> swept{};

  // The index of `side` in `sides`; nothing if it is none of them.
  [[nodiscard]] std::optional<std::size_t> index_of(std::int64_t side) const;
  // The recorded size nearest to `side`; 0 when there is none.
  [[nodiscard]] std::int64_t nearest(std::int64_t side) const;
};

// Numbers of Chart::sides. Odd sizes are those that no warp divides: rows begin in the middle of
// cache lines, the last tile is a partial one. They are joined among themselves, so that 4096 and
// 4097 are two points and not a vertical line. Where all sizes are odd, they are the usual ones; a
// parameter's values are all usual.
struct SizeRuns {
  std::vector<std::size_t> usual, odd;
};
[[nodiscard]] SizeRuns size_runs(const Chart& chart);

// The series' time of an entry: its median, or the least time that was reckoned beside it.
[[nodiscard]] double seconds_of(const ChartSeries& series, const timing::Entry& entry);
// Seconds, bytes a second or operations a second of the median; nothing where the figure has no
// meaning (operations of a copy), and for shares, which no entry has alone.
[[nodiscard]] std::optional<double> value_of(const timing::Entry& entry, ChartFigure figure);
// The value of the series at an index of Chart::sides; nothing if it was not timed. A share is 1
// for the ceiling itself.
[[nodiscard]] std::optional<double> value_of(const Chart& chart, const ChartSeries& series,
                                             std::size_t side, ChartFigure figure);

// The first and third quartile of the repetitions, as values of the figure, the smaller first.
struct Spread {
  double low = 0, high = 0;
};
[[nodiscard]] Spread spread_of(const timing::Entry& entry, ChartFigure figure);
// The spread of a series that has a value there. A share's is relative to the ceiling's median.
[[nodiscard]] Spread spread_of(const Chart& chart, const ChartSeries& series, std::size_t side,
                               ChartFigure figure);

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

// The series that shares are of: the first of its kind; null: there is none.
[[nodiscard]] const ChartSeries* ceiling_of(const Chart& chart);

// The series that others are compared with: what was recorded with what was recorded, what was
// measured live with what was measured live.
[[nodiscard]] const ChartSeries* selected_series(const Chart& chart, bool is_live);
// How many times the selected series' value a series' is at that size; nothing where either has
// none.
[[nodiscard]] std::optional<double> ratio_to_selected(const Chart& chart, const ChartSeries& series,
                                                      std::size_t side, ChartFigure figure);

// Whether what was timed at this size fits in the L2 cache.
[[nodiscard]] bool fits_in_l2(const Chart& chart, std::size_t side);

inline constexpr std::size_t kLibraryHue = 2, kCeilingHue = 3;
static_assert(kCeilingHue < kSeriesHues);

// Gives hues to what the question is about: the kernels that are looked at, the library and the
// ceiling, at most kSeriesHues. What was measured live looks like what was recorded of the same
// name.
void give_hues(Chart& chart);

// A series that is pointed at stands out whatever it is about.
struct SeriesLook {
  Color color = 0;
  bool stands_out = false;  // has a hue, or is pointed at: thick, with marks and whiskers
};
[[nodiscard]] SeriesLook look_of(const ChartSeries& series, bool is_pointed_at, ThemeName theme);
[[nodiscard]] Color series_color(const ChartSeries& series, ThemeName theme);

// A point's mark around (x, y): hollow at odd sizes; live ones wear a ring.
struct SeriesMark {
  float x = 0, y = 0, radius = 0;
  Color color = 0;
  bool is_hollow = false, is_live = false;
};
void add_series_mark(DrawList& list, const SeriesMark& mark, ThemeName theme);
// Dashes begin at (x0, y0).
void add_dashed_line(DrawList& list, const Line& line);

}  // namespace warplens::scene
