#include "kernels/base/visible_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens {
namespace {

struct Character {
  std::size_t bytes = 1;
  char32_t code = 0;
};

std::size_t bytes_of(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) return 2;
  if (first >= 0xE0 && first < 0xF0) return 3;
  return first >= 0xF0 && first < 0xF5 ? 4 : 0;
}

char32_t first_bits(unsigned char first, std::size_t bytes) {
  return bytes == 1 ? first : first & (0x7Fu >> bytes);
}

// The next character; nothing is decoded of a byte that begins none.
Character next(std::string_view text, bool& is_valid) {
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t bytes = bytes_of(first);
  is_valid = bytes != 0 && bytes <= text.size();
  if (!is_valid) return {1, first};
  Character character{bytes, first_bits(first, bytes)};
  for (const char byte : text.substr(1, bytes - 1)) {
    const auto bits = static_cast<unsigned char>(byte);
    if ((bits & 0xC0) != 0x80) is_valid = false;
    character.code = character.code << 6 | (bits & 0x3F);
  }
  return is_valid ? character : Character{1, first};
}

bool is_control(char32_t code) {
  const bool is_kept = code == '\n' || code == '\t';
  return (code < 0x20 && !is_kept) || (code >= 0x7F && code < 0xA0);
}

bool is_plain(char byte) { return (byte >= 0x20 && byte < 0x7F) || byte == '\n' || byte == '\t'; }

}  // namespace

std::string visible_text(std::string_view text) {
  if (std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  std::string shown;
  while (!text.empty()) {
    bool is_valid = true;
    const Character character = next(text, is_valid);
    if (is_valid && !is_control(character.code)) {
      shown += text.substr(0, character.bytes);
    } else {
      shown += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(character.code));
    }
    text.remove_prefix(character.bytes);
  }
  return shown;
}

std::string visible_line(std::string_view text) {
  std::string line = visible_text(text);
  for (std::size_t at = line.find('\n'); at != std::string::npos; at = line.find('\n', at))
    line.replace(at, 1, "\\u000a");
  return line;
}

bool is_one_line(std::string_view name) {
  return std::ranges::none_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

}  // namespace warplens
