// Lesson text as blocks and styled spans, parsed once by md4c and drawn every frame.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::lessons {

struct MarkdownSpan {
  std::string text;
  bool bold = false;
  bool code = false;
  std::string link{};  // "document:t4-blocks"; empty: none
};

struct MarkdownBlock {
  enum class Kind : std::uint8_t { paragraph, bullet, numbered, code };
  Kind kind = Kind::paragraph;
  int number = 0;  // of a numbered item
  std::vector<MarkdownSpan> spans;
};

using Markdown = std::vector<MarkdownBlock>;

// Any bytes are text of some kind: there is no error. Headings become bold paragraphs, links their
// text, but for those to an item of the documents (documents.h); HTML is kept as it is written.
[[nodiscard]] Markdown parse_markdown(std::string_view text);

// The text alone, blocks separated by line breaks.
[[nodiscard]] std::string plain_text(const Markdown& markdown);

}  // namespace warplens::lessons
