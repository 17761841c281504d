#include "kernels/own/source_text.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "kernels/own/expression.h"

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
  Declaration declaration{split_parameters(text.substr(open + 1, close - open - 2)), {}, {}};
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

// What stands behind NAME in "NAME = 2 * TILE;" or "#define NAME (TILE + 1)".
std::string_view value_behind(std::string_view text, std::size_t at, bool is_define) {
  const auto skip = [&] {
    while (at < text.size() && text[at] == ' ') ++at;
  };
  skip();
  if (!is_define && (at >= text.size() || text[at++] != '=')) return {};
  const std::size_t end = std::min(text.find_first_of(is_define ? "\n" : ";,\n}", at), text.size());
  return text.substr(at, end - at);
}

// Constants of any name, with their values as text.
std::vector<std::pair<std::string_view, std::string_view>> definitions_in(std::string_view text) {
  std::vector<std::pair<std::string_view, std::string_view>> all;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end == at) {
      ++at;
      continue;
    }
    const bool is_define = at >= 8 && text.substr(at - 8, 8) == "#define ";
    const std::string_view value = value_behind(text, end, is_define);
    if (!value.empty()) all.emplace_back(text.substr(at, end - at), value);
    at = end;
  }
  return all;
}

// The names of "typename T, int kTile = 4".
std::vector<std::string> template_parameters_before(std::string_view text, std::size_t global) {
  const std::size_t begin = std::string_view(text.substr(0, global)).find_last_of(";{}") + 1;
  const std::string_view before = text.substr(begin, global - begin);
  const std::size_t word = find_word(before, "template", 0);
  const std::size_t open = word == std::string_view::npos ? word : before.find('<', word);
  const std::size_t close = before.rfind('>');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return {};
  return split_parameters(before.substr(open + 1, close - open - 1));
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
    if (!declaration.has_value()) continue;
    declaration->template_parameters = template_parameters_before(text, at);
    declarations.push_back(std::move(*declaration));
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

bool names_a_block(std::string_view name) {
  const std::string upper = uppercase(name);
  return upper.find("BLOCK") != std::string::npos || upper.find("TILE") != std::string::npos ||
         upper.find("THREADS") != std::string::npos;
}

bool names_threads_of_block(std::string_view name) {
  const std::string upper = uppercase(name);
  constexpr std::string_view kParts[] = {"THREADS", "BLOCKSIZE", "BLOCK_SIZE", "BLOCKDIM",
                                         "BLOCK_DIM"};
  return upper.find("WARP") == std::string::npos &&
         std::ranges::any_of(
             kParts, [&](std::string_view part) { return upper.find(part) != std::string::npos; });
}

std::vector<NamedConstant> block_constants(std::string_view source,
                                           const std::vector<NamedConstant>& known) {
  constexpr std::size_t kMostValues = 1000;
  Values values;
  for (const NamedConstant& constant : known) values[constant.name] = constant.value;
  std::vector<NamedConstant> constants;
  const std::string text = without_comments(source);
  for (const auto& [name, expression] : definitions_in(text)) {
    const auto value = evaluate(trimmed(expression), values);
    if (!value.has_value() || values.size() >= kMostValues) continue;
    values.insert_or_assign(std::string(name), *value);
    if (names_a_block(name)) constants.push_back({std::string(name), *value});
  }
  return constants;
}

}  // namespace warplens::own
