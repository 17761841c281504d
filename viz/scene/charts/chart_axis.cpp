#include "viz/scene/charts/chart_axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace warplens::scene {
namespace {

constexpr std::array kSteps{1.0, 2.0, 5.0};

std::vector<double> even_ticks(const Axis& axis, double step) {
  std::vector<double> ticks;
  const double slack = step * 1e-9;
  for (double i = std::ceil((axis.low - slack) / step); i * step <= axis.high + slack; ++i) {
    ticks.push_back(i * step);
  }
  return ticks;
}

std::vector<double> linear_ticks(const Axis& axis, std::size_t most) {
  for (double power = std::pow(10, std::floor(std::log10(axis.high - axis.low)) - 2);;
       power *= 10) {
    for (const double step : kSteps) {
      std::vector<double> ticks = even_ticks(axis, step * power);
      if (ticks.size() <= most) return ticks;
    }
  }
}

// Every `decades`-th power of ten, with `parts` of kSteps in each.
std::vector<double> power_ticks(const Axis& axis, int decades, std::size_t parts) {
  std::vector<double> ticks;
  const auto first = static_cast<int>(std::floor(std::log10(axis.low)));
  for (int power = first - ((first % decades) + decades) % decades;
       std::pow(10, power) <= axis.high * (1 + 1e-9); power += decades) {
    for (std::size_t i = 0; i < parts; ++i) {
      const double tick = kSteps[i] * std::pow(10, power);
      if (tick >= axis.low * (1 - 1e-9) && tick <= axis.high * (1 + 1e-9)) ticks.push_back(tick);
    }
  }
  return ticks;
}

std::vector<double> logarithmic_ticks(const Axis& axis, std::size_t most) {
  std::vector<double> ticks = power_ticks(axis, 1, kSteps.size());
  if (ticks.size() < 2) return linear_ticks(axis, most);
  if (ticks.size() <= most) return ticks;
  for (int decades = 1;; ++decades) {
    ticks = power_ticks(axis, decades, 1);
    if (ticks.size() <= most) return ticks;
  }
}

}  // namespace

float Axis::at(double value) const {
  const double share =
      is_logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
  return begin + static_cast<float>(share) * (end - begin);
}

std::vector<double> nice_ticks(const Axis& axis, std::size_t most) {
  most = std::max<std::size_t>(most, 2);
  return axis.is_logarithmic ? logarithmic_ticks(axis, most) : linear_ticks(axis, most);
}

std::string si_phrase(double value, std::string_view unit, int digits, bool plain) {
  constexpr std::array<std::string_view, 9> kPrefixes{"p", "n", "µ", "m", "", "k", "M", "G", "T"};
  constexpr int kNone = 4;
  if (value == 0) return fmt::format("0 {}", unit);
  const double unit_power = std::pow(10, std::floor(std::log10(std::abs(value))) - digits + 1);
  const double rounded = std::round(value / unit_power) * unit_power;
  const auto thousands =
      static_cast<int>(std::floor(std::log10(std::abs(rounded) * (1 + 1e-12)) / 3));
  const int prefix = std::clamp(thousands + kNone, 0, static_cast<int>(kPrefixes.size()) - 1);
  const double shown = rounded / std::pow(1000, prefix - kNone);
  const auto before = static_cast<int>(std::floor(std::log10(std::abs(shown) * (1 + 1e-12)))) + 1;
  std::string number = fmt::format("{:.{}f}", shown, std::max(0, digits - std::max(before, 1)));
  if (plain && number.find('.') != std::string::npos) {
    number.erase(number.find_last_not_of('0') + 1);
    if (number.back() == '.') number.pop_back();
  }
  return fmt::format("{} {}{}", number, kPrefixes[static_cast<std::size_t>(prefix)], unit);
}

std::string grouped_digits(std::int64_t value) {
  std::string digits = std::to_string(value);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > (value < 0 ? 1 : 0);
       at -= 3) {
    digits.insert(static_cast<std::size_t>(at), ",");
  }
  return digits;
}

}  // namespace warplens::scene
