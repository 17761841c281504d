#include "kernels/machine/operations/operations_convert.h"

namespace warplens::machine {

double round_to_integral(double x, Rounding rounding) {
  switch (rounding) {
    case Rounding::nearest_even:
      return std::nearbyint(x);
    case Rounding::nearest_away:
      return std::round(x);
    case Rounding::to_zero:
      return std::trunc(x);
    case Rounding::down:
      return std::floor(x);
    case Rounding::up:
      return std::ceil(x);
  }
  return x;
}

double odd_double(std::uint64_t magnitude) {
  constexpr std::uint64_t kDropped = (std::uint64_t{1} << 11) - 1;
  if (magnitude >> 53 == 0) return static_cast<double>(magnitude);
  const std::uint64_t sticky = (magnitude & kDropped) != 0 ? kDropped + 1 : 0;
  return static_cast<double>((magnitude & ~kDropped) | sticky);
}

double round_to_double(std::uint64_t magnitude, bool is_negative, Rounding rounding) {
  __extension__ using Exact = __int128;
  double result = static_cast<double>(magnitude);
  const auto error = static_cast<Exact>(result) - static_cast<Exact>(magnitude);
  const bool outward = rounding == (is_negative ? Rounding::down : Rounding::up);
  const bool inward =
      rounding == Rounding::to_zero || rounding == (is_negative ? Rounding::up : Rounding::down);
  if (outward && error < 0) result = std::nextafter(result, HUGE_VAL);
  if (inward && error > 0) result = std::nextafter(result, 0.0);
  return is_negative ? -result : result;
}

}  // namespace warplens::machine
