#include "viz/scene/charts/chart_words.h"

#include <fmt/format.h>

#include <array>

#include "viz/scene/charts/chart_axis.h"

namespace warplens::scene {
namespace {

constexpr int kExactDigits = 5;  // more than launches repeat to

struct Phrases {
  fmt::string_view median, range, quartiles, share, repetitions;
  std::string_view live;
};
constexpr Phrases kEnglish{"median {}",     "minimum {} · maximum {}", "quartiles {} – {}",
                           "{:.1f}% of {}", "{} repetitions",          "measured live"};
constexpr Phrases kChinese{"中位数 {}",        "最小 {} · 最大 {}",
                           "四分位数 {} – {}", "{:.1f}%（{} 的百分比）",
                           "重复 {} 次",       "实时测量"};

std::string seconds_words(double seconds) { return si_words(seconds, "s", kExactDigits); }

std::string share_words(const Phrases& say, const Share& share) {
  return fmt::format(fmt::runtime(say.share), 100 * share.part, share.of);
}

void add_times(std::vector<std::string>& lines, const Phrases& say, const timing::Seconds& took) {
  lines.push_back(fmt::format(fmt::runtime(say.median), seconds_words(took.median)));
  lines.push_back(fmt::format(fmt::runtime(say.range), seconds_words(took.minimum),
                              seconds_words(took.maximum)));
  lines.push_back(fmt::format(fmt::runtime(say.quartiles), seconds_words(took.lower_quartile),
                              seconds_words(took.upper_quartile)));
}

}  // namespace

std::string figure_words(double value, ChartFigure figure, int digits, bool plain) {
  constexpr std::array<std::string_view, 3> kUnits{"s", "B/s", "FLOP/s"};
  return si_words(value, kUnits[static_cast<std::size_t>(figure)], digits, plain);
}

std::string_view name_of(ChartFigure figure, Language language) {
  constexpr std::array kNames{Word::time, Word::bandwidth, Word::flop_rate};
  return word(kNames[static_cast<std::size_t>(figure)], language);
}

std::vector<std::string> point_words(const Chart& chart, const ChartSeries& series,
                                     std::int64_t side, Language language) {
  const Phrases& say = language == Language::zh ? kChinese : kEnglish;
  std::vector<std::string> lines{
      fmt::format("{} · {} {}", series.name, word(Word::side, language), grouped_digits(side))};
  const auto index = chart.index_of(side);
  const timing::Entry* entry = index ? series.points[*index] : nullptr;
  if (entry == nullptr) {
    lines.emplace_back(word(Word::not_recorded, language));
    return lines;
  }
  if (series.is_live) lines.emplace_back(say.live);
  add_times(lines, say, entry->seconds);
  for (const ChartFigure figure : {ChartFigure::bandwidth, ChartFigure::flop_rate}) {
    const auto value = value_of(*entry, figure);
    if (value) lines.push_back(figure_words(*value, figure, kExactDigits));
  }
  if (const auto share = share_of_ceiling(chart, series, *index)) {
    lines.push_back(share_words(say, *share));
  }
  if (const auto share = share_of_library(chart, series, *index)) {
    lines.push_back(share_words(say, *share));
  }
  if (entry->fits_in_l2) lines.emplace_back(word(Word::in_l2, language));
  lines.push_back(fmt::format(fmt::runtime(say.repetitions), entry->seconds.repetitions));
  return lines;
}

}  // namespace warplens::scene
