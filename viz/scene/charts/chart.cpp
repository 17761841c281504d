#include "viz/scene/charts/chart.h"

#include <algorithm>
#include <cmath>

namespace warplens::scene {
namespace {

using timing::Entry;
using timing::EntryKind;

constexpr std::size_t kKernelHues = 2;  // two kernels can stand side by side

double amount_of(const Entry& entry, ChartFigure figure) {
  return figure == ChartFigure::bandwidth ? entry.bytes : entry.flops;
}

const Entry* first_of(const Chart& chart, EntryKind kind, bool is_live, std::size_t side) {
  for (const ChartSeries& series : chart.series) {
    if (series.is_least || series.kind != kind || series.is_live != is_live) continue;
    if (series.points[side] != nullptr) return series.points[side];
  }
  return nullptr;
}

// The hues of the kernels that have one so far.
class KernelHues {
 public:
  std::optional<std::size_t> of(const std::string& name) {
    const auto known = std::ranges::find(names_, name);
    const auto hue = static_cast<std::size_t>(known - names_.begin());
    if (hue >= kKernelHues) return std::nullopt;
    if (known == names_.end()) names_.push_back(name);
    return hue;
  }

 private:
  std::vector<std::string> names_;
};

std::optional<double> part_of_ceiling(const Chart& chart, const ChartSeries& series,
                                      std::size_t side) {
  const Entry* entry = series.points[side];
  const Entry* of = first_of(chart, chart.ceiling, series.is_live, side);
  if (entry == nullptr || of == nullptr) return std::nullopt;
  if (chart.ceiling == EntryKind::library) {
    if (entry->flops <= 0) return std::nullopt;
    return of->seconds.median / seconds_of(series, *entry);
  }
  if (entry->bytes <= 0 || of->bytes <= 0) return std::nullopt;
  const double seconds = seconds_of(series, *entry);
  return entry->bytes / seconds / of->bytes_per_second();
}

}  // namespace

double seconds_of(const ChartSeries& series, const Entry& entry) {
  return series.is_least ? entry.least.value_or(entry.seconds.median) : entry.seconds.median;
}

std::optional<std::size_t> Chart::index_of(std::int64_t side) const {
  const auto at = std::ranges::lower_bound(sides, side);
  if (at == sides.end() || *at != side) return std::nullopt;
  return static_cast<std::size_t>(at - sides.begin());
}

std::int64_t Chart::nearest(std::int64_t side) const {
  if (sides.empty()) return 0;
  return *std::ranges::min_element(sides, {},
                                   [side](std::int64_t each) { return std::abs(each - side); });
}

SizeRuns size_runs(const Chart& chart) {
  constexpr std::int64_t kWarp = 32;
  SizeRuns runs;
  for (std::size_t i = 0; i < chart.sides.size(); ++i) {
    const bool is_usual = chart.swept.has_value() || chart.sides[i] % kWarp == 0;
    (is_usual ? runs.usual : runs.odd).push_back(i);
  }
  if (runs.usual.empty()) std::swap(runs.usual, runs.odd);
  return runs;
}

std::optional<double> value_of(const Entry& entry, ChartFigure figure) {
  if (figure == ChartFigure::time) return entry.seconds.median;
  if (figure == ChartFigure::share) return std::nullopt;
  const double amount = amount_of(entry, figure);
  if (amount <= 0) return std::nullopt;
  return amount / entry.seconds.median;
}

std::optional<double> value_of(const Chart& chart, const ChartSeries& series, std::size_t side,
                               ChartFigure figure) {
  const Entry* entry = series.points[side];
  if (entry == nullptr) return std::nullopt;
  if (figure == ChartFigure::share) return part_of_ceiling(chart, series, side);
  const auto value = value_of(*entry, figure);
  if (!value || !series.is_least) return value;
  const double times = seconds_of(series, *entry) / entry->seconds.median;
  return figure == ChartFigure::time ? *value * times : *value / times;
}

Spread spread_of(const Chart& chart, const ChartSeries& series, std::size_t side,
                 ChartFigure figure) {
  const Entry& entry = *series.points[side];
  if (series.is_least) {  // reckoned once: no spread
    const double value = value_of(chart, series, side, figure).value_or(0);
    return {value, value};
  }
  if (figure != ChartFigure::share) return spread_of(entry, figure);
  const double at_one_second =
      part_of_ceiling(chart, series, side).value_or(0) * entry.seconds.median;
  return {at_one_second / entry.seconds.upper_quartile,
          at_one_second / entry.seconds.lower_quartile};
}

Spread spread_of(const Entry& entry, ChartFigure figure) {
  const timing::Seconds& took = entry.seconds;
  if (figure == ChartFigure::time) return {took.lower_quartile, took.upper_quartile};
  const double amount = amount_of(entry, figure);
  return {amount / took.upper_quartile, amount / took.lower_quartile};
}

std::optional<Share> share_of_ceiling(const Chart& chart, const ChartSeries& series,
                                      std::size_t side) {
  const Entry* entry = series.points[side];
  const Entry* ceiling = first_of(chart, EntryKind::ceiling, series.is_live, side);
  if (entry == nullptr || ceiling == nullptr || ceiling->bytes <= 0 || entry->bytes <= 0 ||
      series.kind == EntryKind::ceiling) {
    return std::nullopt;
  }
  return Share{ceiling->name, entry->bytes_per_second() / ceiling->bytes_per_second()};
}

std::optional<Share> share_of_library(const Chart& chart, const ChartSeries& series,
                                      std::size_t side) {
  const Entry* entry = series.points[side];
  const Entry* library = first_of(chart, EntryKind::library, series.is_live, side);
  if (entry == nullptr || library == nullptr || series.kind != EntryKind::variant)
    return std::nullopt;
  return Share{library->name, library->seconds.median / entry->seconds.median};
}

const ChartSeries* ceiling_of(const Chart& chart) {
  const auto found = std::ranges::find(chart.series, chart.ceiling, &ChartSeries::kind);
  return found == chart.series.end() ? nullptr : &*found;
}

const ChartSeries* selected_series(const Chart& chart, bool is_live) {
  const auto found = std::ranges::find_if(chart.series, [is_live](const ChartSeries& series) {
    return series.is_selected && series.is_live == is_live;
  });
  return found == chart.series.end() ? nullptr : &*found;
}

std::optional<double> ratio_to_selected(const Chart& chart, const ChartSeries& series,
                                        std::size_t side, ChartFigure figure) {
  const ChartSeries* selected = selected_series(chart, series.is_live);
  if (selected == nullptr) return std::nullopt;
  const auto value = value_of(chart, series, side, figure);
  const auto of = value_of(chart, *selected, side, figure);
  if (!value || !of || *of <= 0) return std::nullopt;
  return *value / *of;
}

bool fits_in_l2(const Chart& chart, std::size_t side) {
  bool is_timed = false;
  for (const ChartSeries& series : chart.series) {
    if (series.points[side] == nullptr) continue;
    if (!series.points[side]->fits_in_l2) return false;
    is_timed = true;
  }
  return is_timed;
}

void give_hues(Chart& chart) {
  KernelHues kernels;
  for (ChartSeries& series : chart.series) {
    series.hue.reset();
    const bool is_first = series.number == 0;  // of several libraries or ceilings
    if (series.kind == EntryKind::variant && series.is_on_stage)
      series.hue = kernels.of(series.name);
    if (series.kind == EntryKind::library && is_first) series.hue = kLibraryHue;
    if (series.kind == EntryKind::ceiling && is_first) series.hue = kCeilingHue;
  }
}

Color series_color(const ChartSeries& series, ThemeName name) {
  return series_hue(series.hue, name);
}

SeriesLook look_of(const ChartSeries& series, bool is_pointed_at, ThemeName name) {
  const bool is_grey = !series.hue.has_value();
  if (is_grey && is_pointed_at) return {pointed_series(name), true};
  if (is_grey && series.is_quoted) return {theme(name).text, true};
  return {series_color(series, name), !is_grey};
}

void add_series_mark(DrawList& list, const SeriesMark& mark, ThemeName name) {
  const auto circle = [&](float radius, Color fill, Color outline, float width) {
    list.rectangles.push_back({mark.x - radius,
                               mark.y - radius,
                               2 * radius,
                               2 * radius,
                               fill,
                               outline,
                               width,
                               radius,
                               {}});
  };
  circle(mark.radius, mark.is_hollow ? theme(name).background : mark.color,
         mark.is_hollow ? mark.color : 0, mark.radius * 0.5f);
  if (!mark.is_live) return;
  circle(mark.radius * 1.8f, 0, theme(name).highlight, std::max(1.0f, mark.radius * 0.3f));
}

void add_dashed_line(DrawList& list, const Line& line) {
  constexpr float kDash = 4, kGap = 3;  // in widths of the line
  const float dx = line.x1 - line.x0, dy = line.y1 - line.y0;
  const float length = std::hypot(dx, dy);
  for (float at = 0; at < length; at += (kDash + kGap) * line.width) {
    const float from = at / length, to = std::min(at + kDash * line.width, length) / length;
    list.lines.push_back({line.x0 + dx * from, line.y0 + dy * from, line.x0 + dx * to,
                          line.y0 + dy * to, line.color, line.width});
  }
}

}  // namespace warplens::scene
