// Values on the command line: whole words or nothing, never a prefix.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/dim3.h"
#include "kernels/base/result.h"
#include "kernels/catalog/family.h"

namespace warplens::cli {

template <class T>
[[nodiscard]] std::optional<T> parse_number(std::string_view text) {
  T value{};
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (result.ec != std::errc() || result.ptr != end) return std::nullopt;
  return value;
}

[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);

// "name=value" at its first '='; nullopt without one or without a name.
struct Assignment {
  std::string_view name, value;
};
[[nodiscard]] std::optional<Assignment> parse_assignment(std::string_view text);

// Each "name=number" of `--set`.
Result<catalog::Parameters> parse_settings(const std::vector<std::string>& texts);

// `--sizes`: "64,100,1024..4096" are numbers, and all powers of two from one to another.
Result<std::vector<std::int64_t>> parse_sizes(std::string_view text);

// "X", "X,Y" or "X,Y,Z", each at least 1. `option` names the option in the error.
Result<Dim3> parse_dim3(std::string_view option, std::string_view text);

// "WxH" of `--size`, in pixels.
struct PictureSize {
  int width = 0, height = 0;
};
Result<PictureSize> parse_picture_size(std::string_view text);

}  // namespace warplens::cli
