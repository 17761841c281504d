// Axes of charts: where a value lies, which ticks it has, and how values read with SI units.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::scene {

// Maps values to pixels; `begin` is the pixel of `low`. On a logarithmic axis low is above 0.
struct Axis {
  double low = 0, high = 1;
  float begin = 0, end = 1;
  bool is_logarithmic = false;

  [[nodiscard]] float at(double value) const;
};

// 1, 2 or 5 times a power of ten, within the axis, at most `most` of them (at least 2).
[[nodiscard]] std::vector<double> nice_ticks(const Axis& axis, std::size_t most);

// "1.24 ms", "812 GB/s", "0 s": as many digits as asked for, without zeros at the end when `plain`.
[[nodiscard]] std::string si_phrase(double value, std::string_view unit, int digits = 3,
                                    bool plain = false);

// "16,384".
[[nodiscard]] std::string grouped_digits(std::int64_t value);

}  // namespace warplens::scene
