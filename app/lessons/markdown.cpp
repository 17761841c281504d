#include "app/lessons/markdown.h"

#include <md4c.h>

namespace warplens::lessons {
namespace {

struct Builder {
  Markdown blocks;
  std::vector<int> lists;  // next number of each open list; -1 in a bullet list
  int bold = 0, code = 0;
  bool at_item_start = false;

  void open(Block::Kind kind, int number = 0) { blocks.push_back({kind, number, {}}); }

  void add(std::string_view text) {
    if (blocks.empty()) open(Block::Kind::paragraph);
    std::vector<Span>& spans = blocks.back().spans;
    if (!spans.empty() && spans.back().bold == (bold > 0) && spans.back().code == (code > 0)) {
      spans.back().text += text;
    } else {
      spans.push_back({std::string(text), bold > 0, code > 0});
    }
  }
};

void open_item(Builder& builder) {
  int& next = builder.lists.back();
  if (next < 0) {
    builder.open(Block::Kind::bullet);
  } else {
    builder.open(Block::Kind::numbered, next++);
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
      builder.open(Block::Kind::paragraph);
      break;
    case MD_BLOCK_CODE:
      builder.open(Block::Kind::code);
      break;
    case MD_BLOCK_P:
    case MD_BLOCK_HTML:
      if (!builder.at_item_start) builder.open(Block::Kind::paragraph);
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
int enter_span(MD_SPANTYPE type, void*, void* user) { return change_span(type, 1, user); }
int leave_span(MD_SPANTYPE type, void*, void* user) { return change_span(type, -1, user); }

bool is_wide(unsigned char lead) { return lead >= 0xe3; }  // CJK characters start at U+3000

// A line break inside a paragraph is a space, but none stands between Chinese characters.
void soft_break(Builder& builder) {
  const auto& spans = builder.blocks.back().spans;
  const bool after_wide = !spans.empty() && spans.back().text.size() >= 3 &&
                          is_wide(static_cast<unsigned char>(*(spans.back().text.end() - 3)));
  if (!after_wide) builder.add(" ");
}

int add_text(MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* user) {
  auto& builder = *static_cast<Builder*>(user);
  if (type == MD_TEXT_SOFTBR && !builder.blocks.empty()) {
    soft_break(builder);
  } else if (type == MD_TEXT_BR || type == MD_TEXT_SOFTBR) {
    builder.add("\n");
  } else if (type != MD_TEXT_NULLCHAR) {
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
  for (const Block& block : markdown) {
    for (const Span& span : block.spans) text += span.text;
    text += '\n';
  }
  return text;
}

}  // namespace warplens::lessons
