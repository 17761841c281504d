#include "kernels/own/source_words.h"

#include <algorithm>
#include <cctype>

namespace warplens::own {
namespace {

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

}  // namespace

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  std::string result;
  for (const char c : text) {
    if (!is_blank(c)) result += c;
    if (is_blank(c) && result.back() != ' ') result += ' ';
  }
  return result;
}

std::size_t find_word(std::string_view text, std::string_view name, std::size_t from) {
  for (std::size_t at = text.find(name, from); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    const bool begins = at == 0 || !is_word(text[at - 1]);
    const std::size_t end = at + name.size();
    if (begins && (end >= text.size() || !is_word(text[end]))) return at;
  }
  return std::string_view::npos;
}

std::size_t end_of_word(std::string_view text, std::size_t at) {
  while (at < text.size() && is_word(text[at])) ++at;
  return at;
}

std::size_t behind_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

std::size_t behind_bracket(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '{' || text[i] == '[') ++depth;
    if (text[i] == ')' || text[i] == '}' || text[i] == ']') --depth;
    if (depth == 0) return i + 1;
  }
  return std::string_view::npos;
}

std::size_t behind_angle(std::string_view text, std::size_t open) {
  text = text.substr(0, open + kLongestStatement);
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '[') {
      i = behind_bracket(text, i);
      if (i == std::string_view::npos) return i;
      --i;
      continue;
    }
    if (std::string_view(";{})]").find(text[i]) != std::string_view::npos) break;
    if (text[i] == '<') ++depth;
    if (text[i] == '>') --depth;
    if (depth == 0) return i + 1;
  }
  return std::string_view::npos;
}

std::vector<std::string> split_list(std::string_view list) {
  std::vector<std::string> parameters;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= list.size(); ++i) {
    const char c = i < list.size() ? list[i] : ',';
    if (c == '<' || c == '(' || c == '[') ++depth;
    if (c == '>' || c == ')' || c == ']') --depth;
    if (c != ',' || (depth > 0 && i < list.size())) continue;
    parameters.push_back(trimmed(list.substr(begin, i - begin)));
    begin = i + 1;
  }
  if (parameters.size() == 1 && parameters[0].empty()) parameters.clear();
  return parameters;
}

std::vector<std::string> template_parameters_before(std::string_view text, std::size_t at) {
  std::string_view before = statement_to(text, at);
  before.remove_prefix(before.find_last_of(";{}") + 1);  // npos + 1: 0
  const std::size_t word = find_word(before, "template", 0);
  const std::size_t open = word == std::string_view::npos ? word : before.find('<', word);
  const std::size_t close = before.rfind('>');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return {};
  return split_list(before.substr(open + 1, close - open - 1));
}

}  // namespace warplens::own
