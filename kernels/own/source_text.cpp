#include "kernels/own/source_text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

namespace warplens::own {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

// The end of the comment, string or character that begins at `at`; `at` if none does.
std::size_t end_of_aside(std::string_view text, std::size_t at) {
  const auto end_behind = [&](std::string_view end) {
    const std::size_t found = text.find(end, at + 2);
    return found == std::string_view::npos ? text.size() : found + end.size();
  };
  if (text.substr(at, 2) == "//") return std::min(text.find('\n', at), text.size());
  if (text.substr(at, 2) == "/*") return end_behind("*/");
  const char quote = text[at];
  const bool is_separator = quote == '\'' && at > 0 && is_word(text[at - 1]);
  if ((quote != '"' && quote != '\'') || is_separator) return at;
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != quote && text[end] != '\n')
    end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
}

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

// Behind the bracket that closes the one at `open`; npos when none does.
std::size_t behind_bracket(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '{' || text[i] == '[') ++depth;
    if (text[i] == ')' || text[i] == '}' || text[i] == ']') --depth;
    if (depth == 0) return i + 1;
  }
  return std::string_view::npos;
}

std::vector<std::string> split_parameters(std::string_view list) {
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

// The whole word `name` at or behind `from`.
std::size_t find_word(std::string_view text, std::string_view name, std::size_t from) {
  for (std::size_t at = text.find(name, from); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    const bool begins = at == 0 || !is_word(text[at - 1]);
    const std::size_t end = at + name.size();
    if (begins && (end >= text.size() || !is_word(text[end]))) return at;
  }
  return std::string_view::npos;
}

// The declaration whose __global__ stands right before `from`, if it is of `name`.
std::optional<Declaration> declaration_at(std::string_view text, std::size_t from,
                                          std::string_view name) {
  const std::size_t stop = std::min(text.find_first_of(";{", from), text.size());
  const std::size_t at = find_word(text, name, from);
  if (at >= stop) return std::nullopt;
  const std::size_t open = text.find_first_not_of(" \t\r\n", at + name.size());
  if (open == std::string_view::npos || text[open] != '(') return std::nullopt;
  const std::size_t close = behind_bracket(text, open);
  if (close == std::string_view::npos) return std::nullopt;
  Declaration declaration{split_parameters(text.substr(open + 1, close - open - 2)), {}};
  const std::size_t body = text.find_first_not_of(" \t\r\n", close);
  const std::size_t end = body != std::string_view::npos && text[body] == '{'
                              ? behind_bracket(text, body)
                              : std::string_view::npos;
  if (end != std::string_view::npos) declaration.body = text.substr(body, end - body);
  return declaration;
}

std::string uppercase(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return result;
}

bool names_a_block(std::string_view word) {
  const std::string name = uppercase(word);
  return name.find("BLOCK") != std::string::npos || name.find("TILE") != std::string::npos ||
         name.find("THREADS") != std::string::npos;
}

// The number behind NAME in "NAME = 256;" or "#define NAME 256".
std::optional<std::int64_t> number_behind(std::string_view text, std::size_t at, bool is_define) {
  const auto skip = [&] {
    while (at < text.size() && (text[at] == ' ' || text[at] == '(')) ++at;
  };
  skip();
  if (!is_define && (at >= text.size() || text[at++] != '=')) return std::nullopt;
  skip();
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + at, end, value);
  if (error != std::errc() || (stop != end && *stop == '.')) return std::nullopt;
  return value;
}

}  // namespace

std::string without_comments(std::string_view source) {
  std::string text(source);
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t end = end_of_aside(text, at);
    for (; at < end; ++at)
      if (text[at] != '\n') text[at] = ' ';
  }
  return text;
}

std::vector<Declaration> kernel_declarations(std::string_view source, std::string_view name) {
  std::vector<Declaration> declarations;
  const std::string text = without_comments(source);
  constexpr std::string_view kGlobal = "__global__";
  for (std::size_t at = find_word(text, kGlobal, 0); at != std::string::npos;
       at = find_word(text, kGlobal, at + 1)) {
    auto declaration = declaration_at(text, at + kGlobal.size(), name);
    if (declaration.has_value()) declarations.push_back(std::move(*declaration));
  }
  return declarations;
}

bool mentions(std::string_view text, std::string_view name) {
  return find_word(text, name, 0) != std::string_view::npos;
}

std::string variable_type(std::string_view source, std::string_view name) {
  const std::string text = without_comments(source);
  for (std::size_t at = find_word(text, name, 0); at != std::string::npos;
       at = find_word(text, name, at + 1)) {
    const std::size_t begin = text.find_last_of(";{}#", at) + 1;  // npos + 1: 0
    const std::string_view before = std::string_view(text).substr(begin, at - begin);
    for (const std::string_view space : {"__constant__", "__device__"}) {
      const std::size_t word = find_word(before, space, 0);
      if (word != std::string_view::npos) return trimmed(before.substr(word + space.size()));
    }
  }
  return {};
}

std::vector<NamedConstant> block_constants(std::string_view source) {
  std::vector<NamedConstant> constants;
  const std::string text = without_comments(source);
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end == at) {
      ++at;
      continue;
    }
    const std::string_view word = std::string_view(text).substr(at, end - at);
    const bool is_define = at >= 8 && text.compare(at - 8, 8, "#define ") == 0;
    const auto value = names_a_block(word) ? number_behind(text, end, is_define) : std::nullopt;
    if (value.has_value()) constants.push_back({std::string(word), *value});
    at = end;
  }
  return constants;
}

}  // namespace warplens::own
