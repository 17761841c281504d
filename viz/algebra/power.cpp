#include "viz/algebra/power.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string_view>

namespace warplens::algebra {
namespace {

std::string raised(int exponent) {
  constexpr std::array<std::string_view, 10> kDigits{"⁰", "¹", "²", "³", "⁴",
                                                     "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  for (const char c : fmt::format("{}", exponent)) {
    text += c == '-' ? std::string_view("⁻") : kDigits[static_cast<std::size_t>(c - '0')];
  }
  return text;
}

// The decimal without zeros at its end.
std::string short_decimal(double number) {
  std::string text = fmt::format("{:.4f}", number);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

}  // namespace

RealMatrix power(const RealMatrix& matrix, std::uint32_t n) {
  RealMatrix result, square = matrix;
  for (; n > 0; n /= 2) {
    if (n % 2 == 1) result = square * result;
    square = square * square;
  }
  return result;
}

RealMatrix power(const Diagonal& diagonal, std::uint32_t n) {
  const RealMatrix raised_values{std::pow(diagonal.d.a.value(), n), 0, 0,
                                 std::pow(diagonal.d.d.value(), n)};
  return real(diagonal.p) * raised_values * real(diagonal.inverse);
}

std::string printed(double number) {
  constexpr double kLongest = 1e6, kShortest = 1e-3;
  const double size = std::abs(number);
  std::string text;
  if (size == 0 || (size < kLongest && size >= kShortest)) {
    text = short_decimal(number);
  } else {
    auto exponent = static_cast<int>(std::floor(std::log10(size)));
    double digits = number / std::pow(10.0, exponent);
    // 9.9996 is 1.000 of the next power.
    if (std::abs(digits) >= 9.9995) digits = number / std::pow(10.0, ++exponent);
    text = fmt::format("{:.3f} × 10{}", digits, raised(exponent));
  }
  return text.starts_with('-') ? "−" + text.substr(1) : text;
}

}  // namespace warplens::algebra
