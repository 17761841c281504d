#include "tests/claims/formula.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace warplens::lessons {
namespace {

constexpr double kAlike = 0.05;
constexpr double kRounding = 1e-9;
constexpr std::array<std::string_view, 6> kComparators{"<", ">", "<=", ">=", "=", "~"};
constexpr std::array<std::string_view, 9> kOperators{"+",   "-",  "*", "/", "%",
                                                     "xor", "**", "(", ")"};

struct Product {
  std::string_view name;
  double (*of)(double, double);
};
constexpr std::array kProducts{
    Product{"*", [](double a, double b) { return a * b; }},
    Product{"/", [](double a, double b) { return a / b; }},
    Product{"%", [](double a, double b) { return std::fmod(a, b); }},
    Product{"**", [](double a, double b) { return std::pow(a, b); }},
    Product{"xor", [](double a, double b) {
              return static_cast<double>(std::lround(a) ^ std::lround(b));
            }}};

bool is_comparator(const std::string& word) {
  return std::ranges::find(kComparators, word) != kComparators.end();
}

bool is_operator(const std::string& word) {
  return is_comparator(word) || std::ranges::find(kOperators, word) != kOperators.end();
}

std::optional<double> plain_number(const std::string& word) {
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

bool are_related(double a, const std::string& by, double b) {
  const double size = std::max(std::abs(a), std::abs(b));
  if (by == "<") return a < b;
  if (by == ">") return a > b;
  if (by == "<=") return a <= b;
  if (by == ">=") return a >= b;
  return std::abs(a - b) <= size * (by == "~" ? kAlike : kRounding);
}

class FormulaReader {
 public:
  FormulaReader(std::string_view text, const ValueOf& value_of)
      : text_(text), words_(words_of(text)), value_of_(value_of) {}

  Result<double> sum() {
    TRY(double value, product());
    while (at("+") || at("-")) {
      const bool adds = words_[at_++] == "+";
      TRY(const double next, product());
      value += adds ? next : -next;
    }
    return value;
  }

  Result<Comparison> comparison() {
    Comparison all{true, {}};
    TRY(double left, sum());
    all.values = fmt::format("{:.6g}", left);
    do {
      if (is_at_end() || !is_comparator(words_[at_])) return wrong();
      const std::string by = words_[at_++];
      TRY(const double right, sum());
      all.holds &= are_related(left, by, right);
      all.values += fmt::format(" {} {:.6g}", by, right);
      left = right;
    } while (!is_at_end());
    return all;
  }

  [[nodiscard]] bool is_at_end() const { return at_ == words_.size(); }
  [[nodiscard]] tl::unexpected<Error> wrong() const { return fail("'{}' is no formula", text_); }

 private:
  [[nodiscard]] bool at(std::string_view word) const { return !is_at_end() && words_[at_] == word; }

  Result<double> product() {
    TRY(double value, operand());
    while (!is_at_end() &&
           std::ranges::find(kProducts, words_[at_], &Product::name) != kProducts.end()) {
      const Product& by = *std::ranges::find(kProducts, words_[at_++], &Product::name);
      TRY(const double next, operand());
      value = by.of(value, next);
    }
    return value;
  }

  Result<double> operand() {
    if (at("(")) {
      ++at_;
      TRY(const double value, sum());
      if (!at(")")) return wrong();
      ++at_;
      return value;
    }
    Words named;
    while (!is_at_end() && !is_operator(words_[at_])) named.push_back(words_[at_++]);
    if (named.empty()) return wrong();
    const auto number = named.size() == 1 ? plain_number(named.front()) : std::nullopt;
    return number ? Result<double>(*number) : value_of_(named);
  }

  std::string_view text_;
  Words words_;
  std::size_t at_ = 0;
  const ValueOf& value_of_;
};

}  // namespace

Words words_of(std::string_view text) {
  Words words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

Result<double> formula_value(std::string_view text, const ValueOf& value_of) {
  FormulaReader reader(text, value_of);
  TRY(const double value, reader.sum());
  if (!reader.is_at_end()) return reader.wrong();
  return value;
}

Result<Comparison> compare(std::string_view text, const ValueOf& value_of) {
  return FormulaReader(text, value_of).comparison();
}

}  // namespace warplens::lessons
