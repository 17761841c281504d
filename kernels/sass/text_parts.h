// Cutting lines of text.
#pragma once

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "kernels/base/trimmed.h"

namespace warplens::sass {

// Cuts what stands before the first space.
[[nodiscard]] inline std::string_view take_word(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
  const std::string_view word = text.substr(0, end);
  text = trimmed(text.substr(end));
  return word;
}

// Cuts what stands before the first end of a line.
[[nodiscard]] inline std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

// The number that `text` begins with.
template <class Number>
[[nodiscard]] std::optional<Number> number(std::string_view text, int base) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{}) return std::nullopt;
  return value;
}

// The number that all of `text` is.
template <class Number>
[[nodiscard]] std::optional<Number> whole_number(std::string_view text) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || last != end) return std::nullopt;
  return value;
}

}  // namespace warplens::sass
