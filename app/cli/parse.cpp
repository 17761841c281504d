#include "app/cli/parse.h"

#include <algorithm>
#include <array>

namespace warplens::cli {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::optional<Assignment> parse_assignment(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) return std::nullopt;
  return Assignment{text.substr(0, equals), text.substr(equals + 1)};
}

Result<Dim3> parse_dim3(std::string_view option, std::string_view text) {
  const auto parts = split(text, ',');
  std::array<std::uint32_t, 3> extent{1, 1, 1};
  bool right = parts.size() <= extent.size();
  for (std::size_t i = 0; right && i < parts.size(); ++i) {
    const auto number = parse_number<std::uint32_t>(parts[i]);
    right = number.value_or(0) > 0;
    extent[i] = number.value_or(0);
  }
  if (!right)
    return fail("{} '{}' is no size: give X, X,Y or X,Y,Z, each at least 1", option, text);
  return Dim3{extent[0], extent[1], extent[2]};
}

}  // namespace warplens::cli
