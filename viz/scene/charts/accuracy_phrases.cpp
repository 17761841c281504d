#include "viz/scene/charts/accuracy_phrases.h"

#include <cmath>

#include "viz/scene/charts/chart_axis.h"

namespace warplens::scene {
namespace {

constexpr TextView kEqual = tr("all terms equal");
constexpr TextView kPositive = tr("random, 0 to 1");
constexpr TextView kMixed = tr("random, −1 to 1");
constexpr TextView kPoint =
    tr("{} · {} terms\nlargest error: {} roundings of a float, {:.2g} of the sum\n"
       "root mean square: {}\nof {} sums");
constexpr TextView kOneResult = tr("the same result each time");
constexpr TextView kResults = tr("{} different results");

}  // namespace

std::string roundings_phrase(double roundings) {
  if (roundings == 0) return "0";
  if (roundings < 0.005) return "<0.01";
  if (roundings < 9.95) return fmt::format("{:.2f}", roundings);
  if (roundings < 99.95) return fmt::format("{:.1f}", roundings);
  return grouped_digits(std::llround(roundings));
}

TextView phrase_of(run::Inputs inputs) {
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

std::string point_phrase(const std::string& name, const run::SizeAccuracy& error,
                         Language language) {
  return say(kPoint, language, name, grouped_digits(error.size), roundings_phrase(error.largest),
             error.largest * run::kRounding, roundings_phrase(error.rms), error.sums);
}

std::string distinct_phrase(const run::OrderResults& orders, Language language) {
  if (orders.distinct() == 1) return std::string(kOneResult.in(language));
  return say(kResults, language, orders.distinct());
}

}  // namespace warplens::scene
