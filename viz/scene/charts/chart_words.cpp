#include "viz/scene/charts/chart_words.h"

#include <fmt/format.h>

#include <array>

#include "viz/scene/charts/chart_axis.h"

namespace warplens::scene {
namespace {

constexpr int kExactDigits = 5;  // more than launches repeat to

constexpr TextView kMedian{"median {}", "中位数 {}"};
constexpr TextView kRange{"minimum {} · maximum {}", "最小 {} · 最大 {}"};
constexpr TextView kQuartiles{"quartiles {} – {}", "四分位数 {} – {}"};
constexpr TextView kShare{"{:.1f}% of {}", "{:.1f}%（{} 的百分比）"};
constexpr TextView kRepetitions{"{} repetitions", "重复 {} 次"};
constexpr TextView kLive{"measured live", "实时测量"};

std::string seconds_words(double seconds) { return si_words(seconds, "s", kExactDigits); }

std::string share_words(const Share& share, Language language) {
  return say(kShare, language, 100 * share.part, share.of);
}

void add_times(std::vector<std::string>& lines, const timing::Seconds& took, Language language) {
  lines.push_back(say(kMedian, language, seconds_words(took.median)));
  lines.push_back(say(kRange, language, seconds_words(took.minimum), seconds_words(took.maximum)));
  lines.push_back(say(kQuartiles, language, seconds_words(took.lower_quartile),
                      seconds_words(took.upper_quartile)));
}

}  // namespace

std::string figure_words(double value, ChartFigure figure, int digits, bool plain) {
  constexpr std::array<std::string_view, 3> kUnits{"s", "B/s", "FLOP/s"};
  return si_words(value, kUnits[static_cast<std::size_t>(figure)], digits, plain);
}

std::string_view name_of(ChartFigure figure, Language language) {
  if (figure == ChartFigure::time) return words::time.in(language);
  return (figure == ChartFigure::bandwidth ? words::bandwidth : words::flop_rate).in(language);
}

std::vector<std::string> point_words(const Chart& chart, const ChartSeries& series,
                                     std::int64_t side, Language language) {
  std::vector<std::string> lines{
      fmt::format("{} · {} {}", series.name, words::side.in(language), grouped_digits(side))};
  const auto index = chart.index_of(side);
  const timing::Entry* entry = index ? series.points[*index] : nullptr;
  if (entry == nullptr) {
    lines.emplace_back(words::not_recorded.in(language));
    return lines;
  }
  if (series.is_live) lines.emplace_back(kLive.in(language));
  add_times(lines, entry->seconds, language);
  for (const ChartFigure figure : {ChartFigure::bandwidth, ChartFigure::flop_rate}) {
    const auto value = value_of(*entry, figure);
    if (value) lines.push_back(figure_words(*value, figure, kExactDigits));
  }
  if (const auto share = share_of_ceiling(chart, series, *index)) {
    lines.push_back(share_words(*share, language));
  }
  if (const auto share = share_of_library(chart, series, *index)) {
    lines.push_back(share_words(*share, language));
  }
  if (entry->fits_in_l2) lines.emplace_back(words::in_l2.in(language));
  lines.push_back(say(kRepetitions, language, entry->seconds.repetitions));
  return lines;
}

std::string chart_characters() {
  std::string text = "µ–·,.%/ ";
  for (const TextView& words : {kMedian, kRange, kQuartiles, kShare, kRepetitions, kLive}) {
    text.append(words.en).append(words.zh);
  }
  return text;
}

}  // namespace warplens::scene
