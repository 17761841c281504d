#include "app/state/sheltered_text.h"

#include <fmt/format.h>

#include <charconv>

namespace warplens::link {
namespace {

bool stands_for_itself(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_.,=-").find(c) != std::string_view::npos;
}

}  // namespace

std::string sheltered(std::string_view text) {
  std::string words;
  for (const char c : text) {
    if (stands_for_itself(c)) {
      words += c;
    } else {
      words += c == ' ' ? "+" : fmt::format("~{:02x}", static_cast<unsigned char>(c));
    }
  }
  return words;
}

std::optional<std::string> unsheltered(std::string_view text) {
  std::string words;
  while (!text.empty()) {
    const char c = text.front();
    std::size_t length = 1;
    if (c == '~') {
      unsigned value = 0;
      const std::string_view digits = text.substr(1, 2);
      const char* end = digits.data() + digits.size();
      const auto read = std::from_chars(digits.data(), end, value, 16);
      if (digits.size() != 2 || read.ec != std::errc() || read.ptr != end) return std::nullopt;
      words += static_cast<char>(value);
      length = 3;
    } else if (c == '+') {
      words += ' ';
    } else if (stands_for_itself(c)) {
      words += c;
    } else {
      return std::nullopt;
    }
    text.remove_prefix(length);
  }
  return words;
}

}  // namespace warplens::link
