#include "tests/claims/phrase.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "tests/claims/sentences.h"

namespace warplens::lessons {
namespace {

// "formula :2" has two decimals; without them as many as it needs.
Result<std::string> number_of(std::string_view inside, const ValueOf& value_of) {
  const std::size_t colon = inside.rfind(" :");
  const std::string_view formula = inside.substr(0, colon);
  TRY(const double value, formula_value(formula, value_of));
  if (colon == std::string_view::npos) return fmt::format("{:.15g}", value);
  int decimals = 0;
  const std::string_view digits = inside.substr(colon + 2);
  std::from_chars(digits.data(), digits.data() + digits.size(), decimals);
  return fmt::format("{:.{}f}", value, decimals);
}

}  // namespace

Result<RenderedPhrase> render_phrase(std::string_view phrase, const ValueOf& value_of) {
  RenderedPhrase rendered;
  std::string given;
  while (!phrase.empty()) {
    const bool is_reference = phrase.starts_with("{{");
    const bool is_formula = !is_reference && phrase.front() == '{';
    const std::string_view close = is_reference ? "}}" : "}";
    std::size_t end = phrase.find_first_of('{', 1);
    if (is_reference || is_formula) {
      end = phrase.find(close);
      if (end == std::string_view::npos) return fail("'{}' has no end", phrase);
      end += close.size();
    }
    end = std::min(end, phrase.size());
    const std::string_view piece = phrase.substr(0, end);
    phrase.remove_prefix(end);
    if (!is_formula) {
      rendered.text += piece;
      given += piece;
      continue;
    }
    rendered.has_formulas = true;
    TRY(const std::string number, number_of(piece.substr(1, piece.size() - 2), value_of));
    rendered.text += number;
    given += ' ';
  }
  rendered.gives_numbers = !numbers_in(given).empty();
  rendered.text = without_grouping(rendered.text);
  return rendered;
}

}  // namespace warplens::lessons
