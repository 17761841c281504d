#include "viz/algebra/fraction.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

namespace warplens::algebra {
namespace {

std::optional<std::int64_t> whole_root(std::int64_t square) {
  if (square < 0) return std::nullopt;
  auto root = static_cast<std::int64_t>(std::llround(std::sqrt(static_cast<double>(square))));
  if (root * root != square) return std::nullopt;
  return root;
}

std::optional<std::int64_t> digits_in(std::string_view text) {
  constexpr std::size_t kMostDigits = 6;
  if (text.empty() || text.size() > kMostDigits) return std::nullopt;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_whole = error == std::errc() && end == text.data() + text.size() && value >= 0;
  return is_whole && text.front() != '-' ? std::optional(value) : std::nullopt;
}

// "3", "1/2", "0.25", without a sign.
std::optional<Fraction> magnitude_in(std::string_view text) {
  if (const std::size_t bar = text.find('/'); bar != std::string_view::npos) {
    const auto top = digits_in(text.substr(0, bar)), bottom = digits_in(text.substr(bar + 1));
    if (!top || !bottom || *bottom == 0) return std::nullopt;
    return Fraction(*top, *bottom);
  }
  const std::size_t point = text.find('.');
  const std::string_view before = text.substr(0, point);
  const auto whole = before.empty() ? std::optional<std::int64_t>(0) : digits_in(before);
  if (!whole) return std::nullopt;
  if (point == std::string_view::npos) {
    return before.empty() ? std::nullopt : std::optional<Fraction>(*whole);
  }
  const std::string_view behind = text.substr(point + 1);
  const auto part = digits_in(behind);
  if (!part) return std::nullopt;
  std::int64_t parts = 1;
  for (std::size_t i = 0; i < behind.size(); ++i) parts *= 10;
  return Fraction(*whole) + Fraction(*part, parts);
}

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

}  // namespace

Fraction::Fraction(std::int64_t top, std::int64_t bottom) {
  const std::int64_t common = std::gcd(top, bottom) * (bottom < 0 ? -1 : 1);
  top_ = top / common;
  bottom_ = bottom / common;
}

// Over the least common denominator: the products of both would not fit.
Fraction operator+(const Fraction& a, const Fraction& b) {
  const std::int64_t common = std::gcd(a.bottom_, b.bottom_);
  return {a.top_ * (b.bottom_ / common) + b.top_ * (a.bottom_ / common),
          a.bottom_ / common * b.bottom_};
}

Fraction operator-(const Fraction& a, const Fraction& b) {
  return a + Fraction(-b.top_, b.bottom_);
}

Fraction operator*(const Fraction& a, const Fraction& b) {
  const std::int64_t one = std::gcd(a.top_, b.bottom_), other = std::gcd(b.top_, a.bottom_);
  return {(a.top_ / one) * (b.top_ / other), (a.bottom_ / other) * (b.bottom_ / one)};
}

Fraction operator/(const Fraction& a, const Fraction& b) { return a * Fraction(b.bottom_, b.top_); }

std::optional<Fraction> square_root(const Fraction& square) {
  const auto top = whole_root(square.top()), bottom = whole_root(square.bottom());
  if (!top || !bottom) return std::nullopt;
  return Fraction(*top, *bottom);
}

Fraction nearest(double value, std::int64_t parts) {
  const auto most = static_cast<double>(kLargestEntry * parts);
  const double counted = std::clamp(std::round(value * static_cast<double>(parts)), -most, most);
  return {std::isnan(counted) ? 0 : static_cast<std::int64_t>(counted), parts};
}

std::string text_of(const Fraction& number) {
  if (number.bottom() == 1) return fmt::format("{}", number.top());
  return fmt::format("{}/{}", number.top(), number.bottom());
}

std::string printed(const Fraction& number) {
  const std::string text = text_of(number);
  return number.sign() < 0 ? "−" + text.substr(1) : text;
}

Result<Fraction> parse_fraction(std::string_view text) {
  std::string_view rest = without_blanks(text);
  const bool is_negative = rest.starts_with('-');
  if (is_negative) rest.remove_prefix(1);
  const auto magnitude = magnitude_in(rest);
  if (!magnitude) {
    return fail(tr("'{}' is no number: write 3, -1/2 or 0.25", text.substr(0, 24)));
  }
  if (magnitude->bottom() > kLargestDenominator ||
      magnitude->top() > kLargestEntry * magnitude->bottom()) {
    return fail(tr("'{}': a number from -{} to {} in parts of at most {}", text.substr(0, 24),
                   kLargestEntry, kLargestEntry, kLargestDenominator));
  }
  return is_negative ? -*magnitude : *magnitude;
}

}  // namespace warplens::algebra
