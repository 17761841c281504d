#include "kernels/own/source_text.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "kernels/own/source_words.h"

namespace warplens::own {
namespace {

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

constexpr std::size_t kLongestBody = std::size_t{1} << 20;  // characters
constexpr std::size_t kMostDeclarations = 100;

// Behind the name in the declaration whose __global__ stands right before `from`; npos: it is
// another's.
std::size_t behind_name(std::string_view text, std::size_t from, std::string_view name) {
  const std::string_view head = statement_from(text, from);
  const std::size_t at = find_word(head.substr(0, head.find_first_of(";{")), name, 0);
  return at == std::string_view::npos ? at : from + at + name.size();
}

// The declaration whose name ends at `at`.
std::optional<Declaration> declaration_at(std::string_view text, std::size_t at) {
  text = text.substr(0, at + kLongestBody);
  const std::size_t open = text.find_first_not_of(" \t\r\n", at);
  if (open == std::string_view::npos || text[open] != '(') return std::nullopt;
  const std::size_t close = behind_bracket(text, open);
  if (close == std::string_view::npos) return std::nullopt;
  Declaration declaration{split_list(text.substr(open + 1, close - open - 2)), {}, {}};
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
  std::size_t named = 0;
  for (std::size_t at = find_word(text, kGlobal, 0);
       at != std::string::npos && named < kMostDeclarations;
       at = find_word(text, kGlobal, at + 1)) {
    const std::size_t end = behind_name(text, at + kGlobal.size(), name);
    if (end == std::string_view::npos) continue;
    ++named;
    auto declaration = declaration_at(text, end);
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
    std::string_view before = statement_to(text, at);
    before.remove_prefix(before.find_last_of(";{}#") + 1);  // npos + 1: 0
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

}  // namespace warplens::own
