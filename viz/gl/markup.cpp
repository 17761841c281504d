#include "viz/gl/markup.h"

#include <fmt/format.h>

#include <cmath>

#include "kernels/base/visible_text.h"

namespace warplens::svg {
namespace {

std::string_view entity(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    default:
      return {};
  }
}

}  // namespace

std::string number(float value) {
  if (!std::isfinite(value)) return "0";
  std::string digits = fmt::format("{:.2f}", value);
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.back() == '.') digits.pop_back();
  return digits == "-0" ? "0" : digits;
}

std::string paint(std::string_view name, scene::Color color) {
  const unsigned alpha = color & 0xff;
  std::string words = fmt::format(" {}=\"#{:06x}\"", name, color >> 8);
  if (alpha != 0xff)
    words += fmt::format(" {}-opacity=\"{:.3f}\"", name, static_cast<float>(alpha) / 255);
  return words;
}

std::string escaped(std::string_view text) {
  std::string words;
  for (const char c : visible_text(text)) {
    const std::string_view instead = entity(c);
    instead.empty() ? words.push_back(c) : static_cast<void>(words.append(instead));
  }
  return words;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto byte = [bytes](std::size_t i) {
    return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0u;
  };
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const unsigned group = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    for (const int shift : {18, 12, 6, 0}) text += kDigits[group >> shift & 63];
  }
  const std::size_t missing = (3 - bytes.size() % 3) % 3;
  text.replace(text.size() - missing, missing, missing, '=');
  return text;
}

}  // namespace warplens::svg
