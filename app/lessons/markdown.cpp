#include "app/lessons/markdown.h"

#include <md4c.h>

#include <optional>
#include <utility>

#include "app/lessons/documents.h"

namespace warplens::lessons {
namespace {

struct Builder {
  Markdown blocks;
  std::vector<int> lists;  // next number of each open list; -1 in a bullet list
  int bold = 0, code = 0;
  std::string link;  // that text is in; empty: in none
  bool at_item_start = false;
  std::optional<std::string> before_break;  // the character; the break is the last text added

  void open(MarkdownBlock::Kind kind, int number = 0) {
    blocks.push_back({kind, number, {}});
    before_break.reset();
  }

  void add(std::string_view text) {
    if (blocks.empty()) open(MarkdownBlock::Kind::paragraph);
    std::vector<MarkdownSpan>& spans = blocks.back().spans;
    if (!spans.empty() && is_alike(spans.back())) {
      spans.back().text += text;
    } else {
      spans.push_back({std::string(text), bold > 0, code > 0, link});
    }
  }

  [[nodiscard]] bool is_alike(const MarkdownSpan& span) const {
    return span.bold == (bold > 0) && span.code == (code > 0) && span.link == link;
  }
};

void open_item(Builder& builder) {
  int& next = builder.lists.back();
  if (next < 0) {
    builder.open(MarkdownBlock::Kind::bullet);
  } else {
    builder.open(MarkdownBlock::Kind::numbered, next++);
  }
  builder.at_item_start = true;
}

int enter_block(MD_BLOCKTYPE type, void* detail, void* user) {
  auto& builder = *static_cast<Builder*>(user);
  switch (type) {
    case MD_BLOCK_UL:
      builder.lists.push_back(-1);
      break;
    case MD_BLOCK_OL:
      builder.lists.push_back(static_cast<int>(static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start));
      break;
    case MD_BLOCK_LI:
      open_item(builder);
      break;
    case MD_BLOCK_H:
      ++builder.bold;
      builder.open(MarkdownBlock::Kind::paragraph);
      break;
    case MD_BLOCK_CODE:
      builder.open(MarkdownBlock::Kind::code);
      break;
    case MD_BLOCK_P:
    case MD_BLOCK_HTML:
      if (!builder.at_item_start) builder.open(MarkdownBlock::Kind::paragraph);
      builder.at_item_start = false;
      break;
    default:
      break;
  }
  return 0;
}

int leave_block(MD_BLOCKTYPE type, void*, void* user) {
  auto& builder = *static_cast<Builder*>(user);
  if (type == MD_BLOCK_UL || type == MD_BLOCK_OL) builder.lists.pop_back();
  if (type == MD_BLOCK_H) --builder.bold;
  if (type == MD_BLOCK_LI) builder.at_item_start = false;
  return 0;
}

int change_span(MD_SPANTYPE type, int by, void* user) {
  auto& builder = *static_cast<Builder*>(user);
  if (type == MD_SPAN_STRONG || type == MD_SPAN_EM) builder.bold += by;
  if (type == MD_SPAN_CODE) builder.code += by;
  return 0;
}

int enter_span(MD_SPANTYPE type, void* detail, void* user) {
  if (type == MD_SPAN_A) {
    const MD_ATTRIBUTE& to = static_cast<MD_SPAN_A_DETAIL*>(detail)->href;
    const std::string_view target(to.text == nullptr ? "" : to.text, to.size);
    if (target.starts_with(kDocumentLink)) static_cast<Builder*>(user)->link = target;
  }
  return change_span(type, 1, user);
}

int leave_span(MD_SPANTYPE type, void*, void* user) {
  if (type == MD_SPAN_A) static_cast<Builder*>(user)->link.clear();
  return change_span(type, -1, user);
}

std::string_view first_character(std::string_view text) {
  std::size_t end = text.empty() ? 0 : 1;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) ++end;
  return text.substr(0, end);
}

std::string_view last_character(std::string_view text) {
  std::size_t begin = text.size();
  while (begin > 0 && (static_cast<unsigned char>(text[--begin]) & 0xc0) == 0x80) continue;
  return text.substr(begin);
}

// Chinese characters and their punctuation, which start at U+3000.
bool is_wide(std::string_view character) {
  return !character.empty() && static_cast<unsigned char>(character.front()) >= 0xe3;
}

// Punctuation as wide as a character has its own blank.
bool is_wide_mark(std::string_view character) {
  return character.starts_with("\xe3\x80") || character.starts_with("\xef\xbc") ||
         character.starts_with("\xef\xbd");
}

// Marks that both languages use: they belong to what they stand beside.
bool is_shared_mark(std::string_view character) {
  constexpr std::string_view kMarks = "“”‘’…—";
  return character.size() == 3 && kMarks.find(character) != std::string_view::npos;
}

// A line break inside a paragraph is a space, but none stands between Chinese characters.
bool is_space_between(std::string_view before, std::string_view after) {
  if (is_wide_mark(before) || is_wide_mark(after)) return false;
  if (is_wide(before)) return !is_wide(after) && !is_shared_mark(after);
  return !(is_shared_mark(before) && is_wide(after));
}

void soft_break(Builder& builder) {
  const auto& spans = builder.blocks.back().spans;
  const std::string before(spans.empty() ? "" : last_character(spans.back().text));
  builder.add(" ");
  builder.before_break = before;
}

// What follows a line break decides whether its space stays.
void settle_break(Builder& builder, std::string_view next) {
  const auto before = std::exchange(builder.before_break, std::nullopt);
  if (!before || is_space_between(*before, first_character(next))) return;
  auto& spans = builder.blocks.back().spans;
  spans.back().text.pop_back();
  if (spans.back().text.empty()) spans.pop_back();
}

int add_text(MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* user) {
  auto& builder = *static_cast<Builder*>(user);
  if (type == MD_TEXT_SOFTBR && !builder.blocks.empty()) {
    soft_break(builder);
  } else if (type == MD_TEXT_BR || type == MD_TEXT_SOFTBR) {
    builder.add("\n");
  } else if (type != MD_TEXT_NULLCHAR) {
    settle_break(builder, {text, size});
    builder.add({text, size});
  }
  return 0;
}

}  // namespace

Markdown parse_markdown(std::string_view text) {
  Builder builder;
  MD_PARSER parser{};
  parser.flags = MD_FLAG_NOHTML;
  parser.enter_block = enter_block;
  parser.leave_block = leave_block;
  parser.enter_span = enter_span;
  parser.leave_span = leave_span;
  parser.text = add_text;
  md_parse(text.data(), static_cast<MD_SIZE>(text.size()), &parser, &builder);
  return std::move(builder.blocks);
}

std::string plain_text(const Markdown& markdown) {
  std::string text;
  for (const MarkdownBlock& block : markdown) {
    for (const MarkdownSpan& span : block.spans) text += span.text;
    text += '\n';
  }
  return text;
}

}  // namespace warplens::lessons
