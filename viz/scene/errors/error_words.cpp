#include "viz/scene/errors/error_words.h"

#include <cmath>

#include "viz/scene/charts/chart_axis.h"

namespace warplens::scene {
namespace {

constexpr TextView kEqual{"all terms equal", "各项都相等"};
constexpr TextView kPositive{"random, 0 to 1", "随机，0 到 1"};
constexpr TextView kMixed{"random, −1 to 1", "随机，−1 到 1"};
constexpr TextView kPoint{
    "{} · {} terms\nlargest error: {} roundings of a float, {:.2g} of the sum\n"
    "root mean square: {}\nof {} sums",
    "{} · {} 项\n最大误差：{} 次 float 舍入，相当于和的 {:.2g}\n均方根：{}\n共 {} 个和"};
constexpr TextView kOneResult{"the same result each time", "每次结果都相同"};
constexpr TextView kResults{"{} different results", "{} 种不同的结果"};

}  // namespace

std::string error_words(double roundings) {
  if (roundings == 0) return "0";
  if (roundings < 0.005) return "<0.01";
  if (roundings < 9.95) return fmt::format("{:.2f}", roundings);
  if (roundings < 99.95) return fmt::format("{:.1f}", roundings);
  return grouped_digits(std::llround(roundings));
}

TextView words_of(run::Inputs inputs) {
  switch (inputs) {
    case run::Inputs::equal:
      return kEqual;
    case run::Inputs::positive:
      return kPositive;
    case run::Inputs::mixed:
      break;
  }
  return kMixed;
}

std::string point_words(const std::string& name, const run::SumError& error, Language language) {
  return say(kPoint, language, name, grouped_digits(error.size), error_words(error.largest),
             error.largest * run::kRounding, error_words(error.rms), error.sums);
}

std::string distinct_words(const run::OrderResults& orders, Language language) {
  if (orders.distinct() == 1) return std::string(kOneResult.in(language));
  return say(kResults, language, orders.distinct());
}

std::string error_characters() {
  std::string all;
  for (const TextView& each :
       {words::largest_error, words::largest_error_short, words::rms_error, words::rms_error_short,
        words::terms_axis, words::one_rounding, words::bound, words::bound_short,
        words::order_error, words::order_error_short, words::exact, words::under_way, kEqual,
        kPositive, kMixed, kPoint, kOneResult, kResults}) {
    all += fmt::format("{}{}", each.en, each.zh);
  }
  return all;
}

}  // namespace warplens::scene
