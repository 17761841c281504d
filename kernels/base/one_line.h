// A text of others within a line of ours.
#pragma once

#include <algorithm>
#include <string>

namespace warplens {

// Line ends, tabs and other control characters as blanks.
[[nodiscard]] inline std::string in_one_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return text;
}

}  // namespace warplens
