// Letters of UTF-8 text as the glossary and the search compare them; private to this folder.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace warplens::lessons {

[[nodiscard]] inline char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}
[[nodiscard]] inline std::string lower(std::string_view text) {
  std::string lowered(text);
  std::ranges::transform(lowered, lowered.begin(), [](char letter) { return lower(letter); });
  return lowered;
}
[[nodiscard]] inline bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }
// Of a Latin word or an identifier.
[[nodiscard]] inline bool is_word(char letter) {
  const char low = lower(letter);
  return (low >= 'a' && low <= 'z') || is_digit(letter) || letter == '_';
}
[[nodiscard]] inline bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}
// Chinese characters and their punctuation lie at U+3000 and above: three bytes from 0xe3 on.
[[nodiscard]] inline bool is_chinese(char lead) { return static_cast<unsigned char>(lead) >= 0xe3; }
[[nodiscard]] inline bool has_chinese(std::string_view text) {
  return std::ranges::any_of(text, is_chinese);
}
[[nodiscard]] inline std::string_view trimmed_view(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

}  // namespace warplens::lessons
