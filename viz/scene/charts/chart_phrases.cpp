#include "viz/scene/charts/chart_phrases.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "viz/scene/charts/chart_axis.h"

namespace warplens::scene {
namespace {

constexpr int kExactDigits = 5;  // more than launches repeat to

constexpr TextView kMedian = tr("median {}");
constexpr TextView kRange = tr("minimum {} · maximum {}");
constexpr TextView kQuartiles = tr("quartiles {} – {}");
constexpr TextView kShare = tr("{:.1f}% of {}");
constexpr TextView kRepetitions = tr("{} repetitions");
constexpr TextView kRecordedOn = tr("recorded {}");  // where the others are of another day
constexpr TextView kLive = tr("measured live");
constexpr TextView kLiveName = tr("{}, live");
constexpr TextView kLimitName = tr("{}, limit");
constexpr TextView kLimit = tr("no run takes less than {}");
constexpr TextView kLimitBy = tr("reckoned from the chip's limits, not measured");
constexpr TextView kSharedBandwidth = tr("bandwidth of shared memory");
constexpr TextView kShareOf = tr("share of {}");
constexpr TextView kOddSizesWhy = tr("odd sizes (no multiples of 32): {}");
constexpr TextView kOddSizes = tr("odd sizes: {}");
constexpr TextView kOdd = tr("odd sizes");

// "78.4", "0.0912"; without zeros at the end when `plain`.
std::string digits_phrase(double value, int digits, bool plain) {
  if (value <= 0) return "0";
  const auto before = static_cast<int>(std::floor(std::log10(value) + 1e-9)) + 1;
  std::string words = fmt::format("{:.{}f}", value, std::max(0, digits - before));
  if (plain && words.find('.') != std::string::npos) {
    words.erase(words.find_last_not_of('0') + 1);
    if (words.back() == '.') words.pop_back();
  }
  return words;
}

std::string seconds_phrase(double seconds) { return si_phrase(seconds, "s", kExactDigits); }

std::string share_phrase(const Share& share, Language language) {
  return say(kShare, language, 100 * share.part, share.of);
}

void add_times(std::vector<std::string>& lines, const timing::Seconds& took, Language language) {
  lines.push_back(say(kMedian, language, seconds_phrase(took.median)));
  lines.push_back(
      say(kRange, language, seconds_phrase(took.minimum), seconds_phrase(took.maximum)));
  lines.push_back(say(kQuartiles, language, seconds_phrase(took.lower_quartile),
                      seconds_phrase(took.upper_quartile)));
}

}  // namespace

std::string figure_phrase(double value, ChartFigure figure, int digits, bool plain) {
  constexpr std::array<std::string_view, 3> kUnits{"s", "B/s", "FLOP/s"};
  if (figure == ChartFigure::share)
    return fmt::format("{}%", digits_phrase(100 * value, digits, plain));
  return si_phrase(value, kUnits[static_cast<std::size_t>(figure)], digits, plain);
}

std::string_view name_of(ChartFigure figure, Language language) {
  if (figure == ChartFigure::time) return phrases::time.in(language);
  if (figure == ChartFigure::share) return phrases::share.in(language);
  return (figure == ChartFigure::bandwidth ? phrases::bandwidth : phrases::flop_rate).in(language);
}

std::string title_of(const Chart& chart, ChartFigure figure, Language language) {
  const ChartSeries* ceiling = ceiling_of(chart);
  if (figure == ChartFigure::bandwidth && chart.of_shared_memory)
    return std::string(kSharedBandwidth.in(language));
  if (figure != ChartFigure::share || ceiling == nullptr)
    return std::string(name_of(figure, language));
  return say(kShareOf, language, ceiling->name);
}

std::string axis_title(const Chart& chart, Language language) {
  return chart.swept.value_or(phrases::side).in(language);
}

std::string ratio_phrase(double ratio) {
  constexpr double kSmall = 0.0995, kLarge = 99.95;  // below it two digits count, above it none
  if (ratio < kSmall) return digits_phrase(ratio, 2, false) + "×";
  return fmt::format("{:.{}f}×", ratio, ratio < kLarge ? 2 : 0);
}

std::string series_phrase(const ChartSeries& series, Language language) {
  if (series.is_least) return say(kLimitName, language, series.name);
  return series.is_live ? say(kLiveName, language, series.name) : series.name;
}

std::vector<std::string> odd_sizes_wordings(const Chart& chart, Language language) {
  std::string sizes;
  for (const std::size_t i : size_runs(chart).odd) {
    sizes += (sizes.empty() ? "" : " · ") + grouped_digits(chart.sides[i]);
  }
  if (sizes.empty()) return {};
  return {say(kOddSizesWhy, language, sizes), say(kOddSizes, language, sizes),
          std::string(kOdd.in(language))};
}

std::string elided(const Style& style, std::string_view name, float width) {
  const auto fits = [&](std::string_view words) {
    return style.measure(words, style.text_size, false) <= width;
  };
  if (fits(name)) return std::string(name);
  const auto is_continuation = [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
  };
  for (std::size_t kept = name.size(); kept-- > 2;) {
    std::size_t head = kept / 2, tail = name.size() - (kept - head);
    while (head > 0 && is_continuation(name[head])) --head;
    while (tail < name.size() && is_continuation(name[tail])) ++tail;
    std::string words = fmt::format("{}…{}", name.substr(0, head), name.substr(tail));
    if (fits(words)) return words;
  }
  return {};
}

std::vector<std::string> point_phrase(const Chart& chart, const ChartSeries& series,
                                      std::int64_t side, Language language) {
  const std::string series_name = series.is_least ? series_phrase(series, language) : series.name;
  std::vector<std::string> lines{
      fmt::format("{} · {} {}", series_name, axis_title(chart, language), grouped_digits(side))};
  const auto index = chart.index_of(side);
  const timing::Entry* entry = index ? series.points[*index] : nullptr;
  if (entry == nullptr) {
    lines.emplace_back(phrases::not_recorded.in(language));
    return lines;
  }
  if (series.is_least) {
    lines.push_back(say(kLimit, language, seconds_phrase(seconds_of(series, *entry))));
    lines.emplace_back(kLimitBy.in(language));
    return lines;
  }
  if (series.is_live) lines.emplace_back(kLive.in(language));
  add_times(lines, entry->seconds, language);
  for (const ChartFigure figure : {ChartFigure::bandwidth, ChartFigure::flop_rate}) {
    const auto value = value_of(*entry, figure);
    if (value) lines.push_back(figure_phrase(*value, figure, kExactDigits));
  }
  if (const auto share = share_of_ceiling(chart, series, *index)) {
    lines.push_back(share_phrase(*share, language));
  }
  if (const auto share = share_of_library(chart, series, *index)) {
    lines.push_back(share_phrase(*share, language));
  }
  if (entry->fits_in_l2) lines.emplace_back(phrases::in_l2.in(language));
  lines.push_back(say(kRepetitions, language, entry->seconds.repetitions));
  if (!entry->date.empty()) lines.push_back(say(kRecordedOn, language, entry->date));
  return lines;
}

}  // namespace warplens::scene
