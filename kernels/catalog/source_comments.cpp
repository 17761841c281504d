#include "kernels/catalog/source_comments.h"

#include <fmt/format.h>

#include <cctype>

#include "kernels/base/sha256.h"

namespace warplens::catalog {
namespace {

constexpr std::string_view kHashLine = "# of ";

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

bool is_part_of_a_number(std::string_view line, std::size_t quote) {
  return line[quote] == '\'' && quote > 0 &&
         std::isxdigit(static_cast<unsigned char>(line[quote - 1])) != 0;
}

// Behind the literal that begins at `quote`.
std::size_t end_of_literal(std::string_view line, std::size_t quote) {
  std::size_t at = quote + 1;
  while (at < line.size() && line[at] != line[quote]) at += line[at] == '\\' ? 2 : 1;
  return at + 1;
}

// The offset at which "//" begins a comment; npos: there is none.
std::size_t comment_in(std::string_view line) {
  std::size_t at = 0;
  while (at < line.size()) {
    const bool is_quote = line[at] == '"' || line[at] == '\'';
    if (line.substr(at).starts_with("//")) return at;
    at = is_quote && !is_part_of_a_number(line, at) ? end_of_literal(line, at) : at + 1;
  }
  return std::string_view::npos;
}

std::string_view comment_text(std::string_view line, std::size_t comment) {
  const std::string_view text = line.substr(comment + 2);
  return text.starts_with(' ') ? text.substr(1) : text;
}

}  // namespace

std::vector<std::string_view> comments_of(std::string_view source) {
  std::vector<std::string_view> comments;
  for (const std::string_view line : lines_of(source)) {
    const std::size_t comment = comment_in(line);
    if (comment != std::string_view::npos) comments.push_back(comment_text(line, comment));
  }
  return comments;
}

std::string comments_hash(std::string_view source) {
  std::string all;
  for (const std::string_view comment : comments_of(source)) (all += comment) += '\n';
  return sha256(all).substr(0, 16);
}

std::optional<std::string> localized_source(std::string_view source, std::string_view translation) {
  const std::vector<std::string_view> words = lines_of(translation);
  if (words.empty() || words.front() != std::string(kHashLine) + comments_hash(source)) return {};
  if (words.size() != comments_of(source).size() + 1) return {};
  std::string localized;
  std::size_t next = 1;
  for (const std::string_view line : lines_of(source)) {
    const std::size_t comment = comment_in(line);
    localized += line.substr(0, comment);
    if (comment != std::string_view::npos) {
      const std::string_view word = words[next++];
      (localized += word.empty() ? "//" : "// ") += word;
    }
    localized += '\n';
  }
  if (!source.ends_with('\n') && !localized.empty()) localized.pop_back();
  return localized;
}

std::string chinese_comments_path(std::string_view source_path) {
  constexpr std::string_view kCatalogue = "kernels/catalog/", kSource = ".cu";
  if (!source_path.starts_with(kCatalogue) || !source_path.ends_with(kSource)) return {};
  source_path.remove_prefix(kCatalogue.size());
  source_path.remove_suffix(kSource.size());
  return fmt::format("{}zh/{}.txt", kCatalogue, source_path);
}

}  // namespace warplens::catalog
