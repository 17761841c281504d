#include "app/cli/text/parse.h"

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
    return fail(tr("{} '{}' is no size: give X, X,Y or X,Y,Z, each at least 1", option, text));
  return Dim3{extent[0], extent[1], extent[2]};
}

Result<catalog::Parameters> parse_settings(const std::vector<std::string>& texts) {
  catalog::Parameters settings;
  for (const std::string& text : texts) {
    const auto parts = parse_assignment(text);
    const auto value = parts.has_value() ? parse_number<std::int64_t>(parts->value) : std::nullopt;
    if (!value.has_value()) {
      return fail(tr("--set '{}': write NAME=NUMBER, as in rows=64 (see: warplens list)", text));
    }
    settings[std::string(parts->name)] = *value;
  }
  return settings;
}

Result<PictureSize> parse_picture_size(std::string_view text) {
  const auto cross = text.find('x');
  if (cross != std::string_view::npos) {
    const auto width = parse_number<int>(text.substr(0, cross));
    const auto height = parse_number<int>(text.substr(cross + 1));
    const bool sensible =
        width && height && *width >= 320 && *height >= 240 && *width <= 16384 && *height <= 16384;
    if (sensible) return PictureSize{*width, *height};
  }
  return fail(tr("--size '{}' is no picture size: give WxH, from 320x240 to 16384x16384", text));
}

Result<std::vector<std::int64_t>> parse_sizes(std::string_view text) {
  std::vector<std::int64_t> sizes;
  for (const std::string_view part : split(text, ',')) {
    const std::size_t dots = part.find("..");
    const auto first = parse_number<std::int64_t>(part.substr(0, dots));
    const auto last =
        dots == std::string_view::npos ? first : parse_number<std::int64_t>(part.substr(dots + 2));
    if (!first.has_value() || !last.has_value() || *first < 1 || *last < *first) {
      return fail(tr("--sizes '{}' are no sizes: write 1024..16384 or 64,100,1024", text));
    }
    if (dots == std::string_view::npos) sizes.push_back(*first);
    if (dots == std::string_view::npos) continue;
    for (std::int64_t power = 1; power <= *last && power > 0; power *= 2) {
      if (power >= *first) sizes.push_back(power);
    }
  }
  if (sizes.empty()) return fail(tr("--sizes '{}' holds no power of two", text));
  return sizes;
}

}  // namespace warplens::cli
