// A file's lines as they come, each of at most some bytes: what is longer is left out to its end.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace warplens::mcp {

struct Lines {
  std::size_t longest = 0;
  std::function<void(std::string_view line)> take;
  std::function<void()> take_too_long;
};

// Until the end of the file. Lines of nothing but spaces are nobody's.
void read_lines(int file, const Lines& lines);

}  // namespace warplens::mcp
