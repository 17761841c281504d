#include "viz/scene/charts/chart.h"

#include <algorithm>
#include <cmath>

namespace warplens::scene {
namespace {

using timing::Entry;
using timing::EntryKind;

constexpr std::size_t kKernelHues = 2;  // two kernels can stand side by side
constexpr std::size_t kLibraryHue = 2;
constexpr std::size_t kCeilingHue = 3;
static_assert(kCeilingHue < kSeriesHues);

double amount_of(const Entry& entry, ChartFigure figure) {
  return figure == ChartFigure::bandwidth ? entry.bytes : entry.flops;
}

const Entry* first_of(const Chart& chart, EntryKind kind, const ChartSeries& besides,
                      std::size_t side) {
  for (const ChartSeries& series : chart.series) {
    if (series.kind != kind || &series == &besides || series.is_live != besides.is_live) continue;
    if (series.points[side] != nullptr) return series.points[side];
  }
  return nullptr;
}

// Of the kernels that have a hue so far.
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

void add_dashed(DrawList& list, const Line& line, float dash, float gap) {
  const float dx = line.x1 - line.x0, dy = line.y1 - line.y0;
  const float length = std::hypot(dx, dy);
  for (float at = 0; at < length; at += dash + gap) {
    const float from = at / length, to = std::min(at + dash, length) / length;
    list.lines.push_back({line.x0 + dx * from, line.y0 + dy * from, line.x0 + dx * to,
                          line.y0 + dy * to, line.color, line.width});
  }
}

}  // namespace

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

std::optional<double> value_of(const Entry& entry, ChartFigure figure) {
  if (figure == ChartFigure::time) return entry.seconds.median;
  const double amount = amount_of(entry, figure);
  if (amount <= 0) return std::nullopt;
  return amount / entry.seconds.median;
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
  const Entry* ceiling = first_of(chart, EntryKind::ceiling, series, side);
  if (entry == nullptr || ceiling == nullptr || ceiling->bytes <= 0 || entry->bytes <= 0 ||
      series.kind == EntryKind::ceiling) {
    return std::nullopt;
  }
  return Share{ceiling->name, entry->bytes_per_second() / ceiling->bytes_per_second()};
}

std::optional<Share> share_of_library(const Chart& chart, const ChartSeries& series,
                                      std::size_t side) {
  const Entry* entry = series.points[side];
  const Entry* library = first_of(chart, EntryKind::library, series, side);
  if (entry == nullptr || library == nullptr || series.kind != EntryKind::variant)
    return std::nullopt;
  return Share{library->name, library->seconds.median / entry->seconds.median};
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

void add_series_mark(DrawList& list, const ChartSeries& series, float x, float y, float radius,
                     ThemeName name) {
  const Color color = series_color(series, name);
  const std::size_t shape = series.kind == EntryKind::variant ? series.number : 0;
  const bool is_square = shape % 2 == 1, is_hollow = shape / 2 % 2 == 1;
  const Color back = theme(name).background;
  list.rectangles.push_back({x - radius,
                             y - radius,
                             2 * radius,
                             2 * radius,
                             is_hollow ? back : color,
                             is_hollow ? color : 0,
                             radius * 0.5f,
                             is_square ? 0 : radius,
                             {}});
  if (!series.is_live) return;
  const float ring = radius * 1.8f;
  list.rectangles.push_back({x - ring,
                             y - ring,
                             2 * ring,
                             2 * ring,
                             0,
                             theme(name).highlight,
                             std::max(1.0f, radius * 0.3f),
                             ring,
                             {}});
}

void add_series_line(DrawList& list, const ChartSeries& series, Line line) {
  constexpr float kDash = 7, kShortDash = 2, kGap = 4;  // in widths of the line
  if (series.kind == EntryKind::variant) {
    list.lines.push_back(line);
  } else {
    const float dash = series.kind == EntryKind::ceiling ? kDash : kShortDash;
    add_dashed(list, line, dash * line.width, kGap * line.width);
  }
}

}  // namespace warplens::scene
