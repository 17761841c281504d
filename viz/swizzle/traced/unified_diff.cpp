#include <algorithm>

#include "viz/swizzle/traced/source_patch.h"

namespace warplens::swizzle {

namespace {

constexpr std::size_t kContext = 3;

// Each with its end, the last one perhaps without.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

void add_line(char mark, std::string_view line, std::string& diff) {
  diff += mark;
  diff += line;
  if (!line.ends_with('\n')) diff += "\n\\ No newline at end of file\n";
}

// Lines [first, last) with what changes among them.
void add_hunk(const std::vector<std::string_view>& before,
              const std::vector<std::string_view>& after, std::size_t first, std::size_t last,
              std::string& diff) {
  diff += fmt::format("@@ -{0},{1} +{0},{1} @@\n", first + 1, last - first);
  for (std::size_t at = first; at < last;) {
    if (before[at] == after[at]) {
      add_line(' ', before[at++], diff);
      continue;
    }
    const std::size_t begin = at;
    while (at < last && before[at] != after[at]) ++at;
    for (std::size_t i = begin; i < at; ++i) add_line('-', before[i], diff);
    for (std::size_t i = begin; i < at; ++i) add_line('+', after[i], diff);
  }
}

}  // namespace

std::string unified_diff(std::string_view path, std::string_view before, std::string_view after) {
  const auto old_lines = lines_of(before), new_lines = lines_of(after);
  const std::size_t count = std::min(old_lines.size(), new_lines.size());
  std::string diff;
  for (std::size_t at = 0; at < count; ++at) {
    if (old_lines[at] == new_lines[at]) continue;
    std::size_t last = at;  // that changes in this hunk
    for (std::size_t next = at; next < count && next <= last + 2 * kContext + 1; ++next) {
      if (old_lines[next] != new_lines[next]) last = next;
    }
    if (diff.empty()) diff = fmt::format("--- {0}\n+++ {0}\n", path);
    const std::size_t first = at - std::min(at, kContext);
    add_hunk(old_lines, new_lines, first, std::min(last + kContext + 1, count), diff);
    at = last;
  }
  return diff;
}

}  // namespace warplens::swizzle
