#include "viz/swizzle/own_index.h"

#include <vector>

namespace warplens::swizzle {

namespace {

std::vector<std::string_view> names_of(const OwnIndex& index) {
  std::vector<std::string_view> names;
  for (const OwnIndex::Argument& argument : index.arguments) names.push_back(argument.name);
  for (const auto& [name, value] : index.constants) names.push_back(name);
  return names;
}

// "place_of(15, 127)", for messages.
std::string called(const OwnIndex& index, std::span<const std::int32_t> values) {
  std::string words;
  for (std::size_t i = 0; i < index.arguments.size(); ++i) {
    words += fmt::format("{}{}", i == 0 ? "" : ", ", values[i]);
  }
  return fmt::format("{}({})", index.function, words);
}

// Steps to the next arguments, the last one fastest; false after the last.
bool next(const OwnIndex& index, std::vector<std::int32_t>& values) {
  for (std::size_t i = index.arguments.size(); i-- > 0;) {
    if (++values[i] < index.arguments[i].count) return true;
    values[i] = 0;
  }
  return false;
}

// Checks the value for all arguments.
Result<void> check_values(const OwnIndex& index, const IntExpression& expression) {
  std::vector<std::int32_t> values(index.arguments.size());
  for (const auto& [name, value] : index.constants) values.push_back(value);
  do {
    TRY(const auto value, expression.evaluate(values));
    if (value < 0 || value >= index.places) {
      return fail(tr("{} is {}: there are the places 0 to {}", called(index, values), value,
                     index.places - 1));
    }
  } while (next(index, values));
  return {};
}

}  // namespace

Result<IntExpression> parse_index(const OwnIndex& index, std::string_view text) {
  const std::vector<std::string_view> names = names_of(index);
  TRY(auto expression, IntExpression::parse(text, names));
  TRY(check_values(index, expression));
  return expression;
}

}  // namespace warplens::swizzle
