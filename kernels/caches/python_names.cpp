#include "kernels/caches/python_names.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::caches {
namespace {

constexpr std::size_t kLongestList = 10000;

bool is_part_of_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::string_view trimmed_name(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n\\");
  if (begin == std::string_view::npos) return {};
  text.remove_prefix(begin);
  return text.substr(0, text.find_first_of(" \t\r\n:=\\"));
}

// Behind "def NAME(", without comments; empty: there is none.
std::string list_behind(std::string_view source, std::string_view function) {
  const std::string begin = fmt::format("def {}(", function);
  const std::size_t at = source.find(begin);
  if (at == std::string_view::npos) return {};
  std::string list;
  bool is_comment = false;
  int depth = 1;
  for (const char c : source.substr(at + begin.size(), kLongestList)) {
    if (c == '#') is_comment = true;
    if (c == '\n') is_comment = false;
    if (is_comment) continue;
    if (c == '(' || c == '[') ++depth;
    if ((c == ')' || c == ']') && --depth == 0) return list;
    list += c;
  }
  return {};
}

}  // namespace

std::vector<std::string> python_parameters(std::string_view source, std::string_view function) {
  const std::string list = list_behind(source, function);
  std::vector<std::string> names;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= list.size(); ++i) {
    const char c = i < list.size() ? list[i] : ',';
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (c != ',' || depth != 0) continue;
    const std::string_view part = std::string_view(list).substr(begin, i - begin);
    begin = i + 1;
    const std::string_view name = trimmed_name(part);
    if (name.empty() || name == "/" || part.find("constexpr") != std::string_view::npos) continue;
    if (!std::ranges::all_of(name, is_part_of_name)) return {};
    names.emplace_back(name);
  }
  return names;
}

}  // namespace warplens::caches
