#include "kernels/own/split_outside.h"

#include "kernels/base/trimmed.h"

namespace warplens::own {

std::vector<std::string_view> split_outside(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[' || text[i] == '(') ++depth;
    if (text[i] == ']' || text[i] == ')') --depth;
    if (text[i] != ',' || depth > 0) continue;
    parts.push_back(warplens::trimmed(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  parts.push_back(warplens::trimmed(text.substr(begin)));
  return parts;
}

}  // namespace warplens::own
