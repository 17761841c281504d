#include "kernels/own/size_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <utility>

namespace warplens::own {
namespace {

std::string lowercase(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

template <std::size_t N>
bool is_one_of(const std::string& name, const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

template <std::size_t N>
bool has_part_of(const std::string& name, const std::array<std::string_view, N>& parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return name.find(part) != std::string::npos; });
}

std::optional<std::int64_t> usual_value_of(std::string_view name) {
  const std::string low = lowercase(name);
  constexpr std::array<std::pair<std::string_view, std::int64_t>, 17> kValues{{{"radius", 2},
                                                                               {"seed", 1},
                                                                               {"shift", 0},
                                                                               {"offset", 0},
                                                                               {"step", 4},
                                                                               {"iter", 4},
                                                                               {"trials", 8},
                                                                               {"limit", 16},
                                                                               {"log", 5},
                                                                               {"threshold", 1},
                                                                               {"level", 1},
                                                                               {"first", 0},
                                                                               {"inc", 1},
                                                                               {"dilat", 1},
                                                                               {"pad", 1},
                                                                               {"factor", 2},
                                                                               {"scale", 2}}};
  for (const auto& [part, value] : kValues)
    if (low.find(part) != std::string::npos) return value;
  return std::nullopt;
}

}  // namespace

bool is_pitch_name(std::string_view name) {
  const std::string low = lowercase(name);
  constexpr std::array<std::string_view, 3> kParts{"stride", "pitch", "leading"};
  return has_part_of(low, kParts) || (low.starts_with("ld") && low.size() <= 3);
}

bool is_size_name(std::string_view name) {
  const std::string low = lowercase(name);
  constexpr std::array<std::string_view, 14> kWhole{"n",  "m",  "k",  "h",  "w",  "d",  "c",
                                                    "nx", "ny", "nz", "sz", "nn", "mm", "kk"};
  constexpr std::array<std::string_view, 37> kParts{
      "size",     "count",   "len",    "rows",    "cols",  "columns", "width",  "height",
      "depth",    "batch",   "words",  "groups",  "pairs", "quads",   "items",  "elems",
      "points",   "units",   "total",  "dim",     "class", "vocab",   "tokens", "seq",
      "heads",    "channel", "hidden", "feature", "bins",  "bucket",  "nodes",  "edges",
      "vertices", "pixels",  "slots",  "entries", "lines"};
  return is_one_of(low, kWhole) || has_part_of(low, kParts) || low.starts_with("num") ||
         low.starts_with("n_") || is_pitch_name(name);
}

bool is_outer_name(std::string_view name) {
  const std::string low = lowercase(name);
  constexpr std::array<std::string_view, 4> kParts{"rows", "height", "batch", "num"};
  return has_part_of(low, kParts);
}

std::int64_t usual_value(std::string_view name) { return usual_value_of(name).value_or(1); }

bool has_usual_value(std::string_view name) { return usual_value_of(name).has_value(); }

}  // namespace warplens::own
