// A rational number, exactly. What a person types or drags is one, so that a determinant, a product
// or "this eigenvalue is double" is true or false and never nearly so.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/base/result.h"

namespace warplens::algebra {

// The largest entry of a matrix: sums of four products of eight of them then fit into 64 bits.
inline constexpr std::int64_t kLargestEntry = 20;
inline constexpr std::int64_t kLargestDenominator = 20;

class Fraction {
 public:
  constexpr Fraction() = default;
  constexpr Fraction(std::int64_t whole) : top_(whole) {}  // NOLINT: a whole number is one
  // Lowest terms; `bottom` is not 0.
  Fraction(std::int64_t top, std::int64_t bottom);

  [[nodiscard]] constexpr std::int64_t top() const { return top_; }
  [[nodiscard]] constexpr std::int64_t bottom() const { return bottom_; }  // above 0
  [[nodiscard]] double value() const {
    return static_cast<double>(top_) / static_cast<double>(bottom_);
  }
  [[nodiscard]] int sign() const { return top_ == 0 ? 0 : top_ < 0 ? -1 : 1; }

  friend bool operator==(const Fraction&, const Fraction&) = default;
  friend Fraction operator+(const Fraction& a, const Fraction& b);
  friend Fraction operator-(const Fraction& a, const Fraction& b);
  friend Fraction operator*(const Fraction& a, const Fraction& b);
  friend Fraction operator/(const Fraction& a, const Fraction& b);  // b is not 0
  friend Fraction operator-(const Fraction& a) { return Fraction(0) - a; }

 private:
  std::int64_t top_ = 0, bottom_ = 1;
};

// The rational square root; nothing where it is not rational.
[[nodiscard]] std::optional<Fraction> square_root(const Fraction& square);

// The nearest that is a whole number of `parts`, within what an entry may be.
[[nodiscard]] Fraction nearest(double value, std::int64_t parts);

// "3", "-1/2".
[[nodiscard]] std::string text_of(const Fraction& number);
// The number as text, with a typographic minus sign (U+2212).
[[nodiscard]] std::string printed(const Fraction& number);

// "3", "-1/2", "0.25". Errors: it is none, or beyond what an entry may be.
Result<Fraction> parse_fraction(std::string_view text);

}  // namespace warplens::algebra
