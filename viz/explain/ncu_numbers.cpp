#include "viz/explain/ncu_numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace warplens::explain {

std::optional<double> number_in(std::string_view cell) {
  std::string digits;
  for (const char c : trimmed_cell(cell)) {
    if (c == ',') continue;
    if (c == ' ' || c == '(' || c == ';') break;
    digits += c;
  }
  double value = 0;
  const char* end = digits.data() + digits.size();
  const auto [read, error] = std::from_chars(digits.data(), end, value);
  if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
  if (read != end && *read != '%') return std::nullopt;
  return value;
}

double scale_of(std::string_view unit) {
  struct Prefix {
    std::string_view sign;
    double scale;
  };
  // Before a name that is written small: "Kbyte/s", "Msector"; "%" and "inst" have none.
  constexpr std::array<Prefix, 7> kPrefixes{
      {{"K", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}, {"m", 1e-3}, {"u", 1e-6}, {"n", 1e-9}}};
  constexpr std::array<std::string_view, 9> kNames{"byte",   "sector", "request",   "inst", "cycle",
                                                   "thread", "warp",   "wavefront", "block"};
  if (unit.size() < 2) return 1;
  for (const Prefix& prefix : kPrefixes) {
    if (!unit.starts_with(prefix.sign)) continue;
    const std::string_view name = unit.substr(1);
    for (const std::string_view known : kNames) {
      if (name.starts_with(known)) return prefix.scale;
    }
    if (name == "hz" || name == "Hz" || name == "s" || name == "second") return prefix.scale;
  }
  if (unit == "usecond") return 1e-6;
  if (unit == "nsecond" || unit == "nsec") return 1e-9;
  return 1;
}

std::string trimmed_cell(std::string_view cell) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t begin = cell.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return std::string(cell.substr(begin, cell.find_last_not_of(kSpace) - begin + 1));
}

std::string_view first_table(std::string_view text) {
  std::size_t at = text.starts_with("\xef\xbb\xbf") ? 3 : 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    const bool is_row = line.starts_with('"') || line.find("Kernel Name") != line.npos ||
                        line.find(",Source,") != line.npos;
    if (is_row) return text.substr(at);
    at = end + 1;
  }
  return {};
}

}  // namespace warplens::explain
