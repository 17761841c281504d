// Pieces of a specification's text.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

#include "kernels/base/trimmed.h"

namespace warplens::swizzle {

// The whole text as a number, from `least` to `most`.
[[nodiscard]] inline std::optional<std::int32_t> number_in(std::string_view text,
                                                           std::int32_t least, std::int32_t most) {
  text = trimmed(text);
  std::int32_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_whole = error == std::errc() && stop == text.data() + text.size();
  if (!is_whole || value < least || value > most) return std::nullopt;
  return value;
}

// The text in "NAME( … )" or "NAME< … >"; nothing if the text is not of that form.
[[nodiscard]] inline std::optional<std::string_view> enclosed(std::string_view text,
                                                              std::string_view name, char open,
                                                              char close) {
  if (!text.starts_with(name)) return std::nullopt;
  text = trimmed(text.substr(name.size()));
  if (text.size() < 2 || text.front() != open || text.back() != close) return std::nullopt;
  return text.substr(1, text.size() - 2);
}

// Takes the text up to the next ',' off its front.
[[nodiscard]] inline std::string_view next_part(std::string_view& text) {
  const std::size_t comma = text.find(',');
  const std::string_view part = trimmed(text.substr(0, comma));
  text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
  return part;
}

}  // namespace warplens::swizzle
