#include "app/ui/markdown_view.h"

#include <algorithm>
#include <map>

#include "app/ui/term_help.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

using lessons::MarkdownBlock;
using lessons::MarkdownSpan;

constexpr float kLineHeight = 1.38f;  // of the font's size

std::size_t character_bytes(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t bytes = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  return std::min(bytes, text.size());
}

// Chinese characters and their punctuation: a line may break beside them.
bool is_wide(std::string_view character) {
  return static_cast<unsigned char>(character.front()) >= 0xe3;
}

bool may_not_start_a_line(std::string_view character) {
  constexpr std::string_view kClosing = "，。、：；！？）》”’…,.;:!?)";
  return kClosing.find(character) != std::string_view::npos;
}
bool may_not_end_a_line(std::string_view character) {
  constexpr std::string_view kOpening = "（《“‘";
  return character.size() > 1 && kOpening.find(character) != std::string_view::npos;
}

std::string_view leading_closing_marks(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size()) {
    const std::string_view character = text.substr(end, character_bytes(text.substr(end)));
    if (!may_not_start_a_line(character)) break;
    end += character.size();
  }
  return text.substr(0, end);
}

// The longest piece at the start of `text` that no line may break within.
std::string_view next_piece(std::string_view text) {
  if (text.front() == '\n' || text.front() == ' ') return text.substr(0, 1);
  std::size_t end = 0;
  bool held = false;  // by an opening mark
  while (end < text.size()) {
    const std::string_view character = text.substr(end, character_bytes(text.substr(end)));
    if (character == " " || character == "\n") break;
    const bool glued = may_not_start_a_line(character);
    if (end > 0 && is_wide(character) && !glued && !held) break;
    end += character.size();
    held = may_not_end_a_line(character);
    if (is_wide(character) && !held) {
      const std::string_view rest = text.substr(end);
      if (rest.empty() || !may_not_start_a_line(rest.substr(0, character_bytes(rest)))) break;
    }
  }
  return text.substr(0, end);
}

class Writer {
 public:
  Writer(Ui& ui, ImVec2 origin, float width, Terms terms)
      : ui_(ui),
        out_(*ImGui::GetWindowDrawList()),
        origin_(origin),
        width_(width),
        explains_(terms == Terms::explained && ui.glossary != nullptr),
        at_(origin) {
    line_ = ui.fonts.body->FontSize * kLineHeight;
  }

  void block(const MarkdownBlock& block) {
    if (at_.y > origin_.y)
      at_.y += line_ * (block.kind == MarkdownBlock::Kind::paragraph ? 0.45f : 0.2f);
    indent_ = bullet(block);
    at_.x = origin_.x + indent_;
    for (std::size_t i = 0; i < block.spans.size(); ++i) {
      next_span_ = i + 1 < block.spans.size() ? &block.spans[i + 1] : nullptr;
      write(block.spans[i], block.kind == MarkdownBlock::Kind::code);
    }
    at_.y += line_;
  }
  [[nodiscard]] float height() const { return at_.y - origin_.y; }

 private:
  float bullet(const MarkdownBlock& block) {
    const float indent = ui_.fonts.body->FontSize * 1.1f;
    if (block.kind == MarkdownBlock::Kind::bullet) {
      out_.AddCircleFilled(origin_ + ImVec2{indent * 0.45f, at_.y - origin_.y + line_ * 0.5f},
                           2.3f * ui_.scale, packed(ui_.look->muted));
    } else if (block.kind == MarkdownBlock::Kind::numbered) {
      put(ui_.fonts.body, {origin_.x, at_.y}, fmt::format("{}.", block.number), ui_.look->muted);
    } else {
      return 0;
    }
    return indent;
  }

  void put(ImFont* font, ImVec2 at, std::string_view words, Color color) {
    const float drop = (line_ - font->FontSize) / 2;
    out_.AddText(font, font->FontSize, {at.x, at.y + drop}, packed(color), words.data(),
                 words.data() + words.size());
  }

  void break_line() {
    at_.x = origin_.x + indent_;
    at_.y += line_;
  }

  [[nodiscard]] ImFont* font_of(const MarkdownSpan& span, bool code) const {
    return code ? ui_.fonts.mono : span.bold ? ui_.fonts.bold : ui_.fonts.body;
  }

  // Of what the next span begins with that may not be parted from the end of this one: behind an
  // opening mark its first piece, else several closing marks; a single one hangs.
  [[nodiscard]] float held_width(std::string_view piece, std::string_view rest) const {
    if (!rest.empty() || next_span_ == nullptr || next_span_->text.empty()) return 0;
    const std::string_view next = next_span_->text;
    const std::size_t last = piece.size() < 3 ? piece.size() : 3;  // an opening mark has 3 bytes
    std::string_view held = leading_closing_marks(next);
    if (held.size() <= character_bytes(next)) held = {};
    if (may_not_end_a_line(piece.substr(piece.size() - last))) {
      held = next_span_->code ? next : next_piece(next);
    }
    return held.empty() ? 0 : text_width(held, font_of(*next_span_, next_span_->code));
  }

  void write(const MarkdownSpan& span, bool block_code) {
    const bool code = span.code || block_code;
    ImFont* font = font_of(span, code);
    std::string_view rest = span.text;
    const std::vector<lessons::Mention> mentions =
        explains_ && !code ? ui_.glossary->mentions(rest) : std::vector<lessons::Mention>{};
    std::size_t next = 0;  // mention
    while (!rest.empty()) {
      // Inline code stays in one piece unless it is longer than a line.
      const bool whole =
          span.code && rest.front() != ' ' && text_width(rest, font) <= width_ - indent_;
      const std::string_view piece = whole ? rest : next_piece(rest);
      const auto begin = static_cast<std::size_t>(piece.data() - span.text.data());
      rest.remove_prefix(piece.size());
      write_piece(piece, font, code, held_width(piece, rest));
      const std::size_t end = begin + piece.size();
      while (next < mentions.size() && mentions[next].end <= begin) ++next;
      for (std::size_t i = next; i < mentions.size() && mentions[i].begin < end; ++i) {
        const std::size_t from = std::max(mentions[i].begin, begin) - begin;
        const std::size_t to = std::min(mentions[i].end, end) - begin;
        const float right = text_width(piece.substr(to), font);
        mark_term(mentions[i], piece.substr(from, to - from), font, at_.x - right);
      }
    }
  }

  void write_piece(std::string_view piece, ImFont* font, bool code, float held) {
    const bool at_start = at_.x <= origin_.x + indent_ + 0.5f;
    if (piece == "\n") return break_line();
    if (piece == " " && at_start) return;
    const float wide = text_width(piece, font);
    const float pad = code ? 3 * ui_.scale : 0;
    const bool hangs = piece.size() == character_bytes(piece) && may_not_start_a_line(piece);
    if (!at_start && !hangs && at_.x + wide + held + 2 * pad > origin_.x + width_) {
      break_line();
      if (piece == " ") return;
    }
    if (code) {
      out_.AddRectFilled({at_.x, at_.y + line_ * 0.1f},
                         {at_.x + wide + 2 * pad, at_.y + line_ * 0.92f}, packed(ui_.look->code),
                         3 * ui_.scale);
    }
    put(font, {at_.x + pad, at_.y}, piece, ui_.look->text);
    at_.x += wide + 2 * pad;
  }

  // Dots below a part of a term's name that ends at `right`.
  void mark_term(const lessons::Mention& mention, std::string_view part, ImFont* font,
                 float right) {
    const float left = right - text_width(part, font);
    const bool is_hovered = ImGui::IsWindowHovered() &&
                            ImGui::IsMouseHoveringRect({left, at_.y}, {right, at_.y + line_}, true);
    if (is_hovered) term_tooltip(ui_, mention.term);
    const auto [first, is_new] = first_.emplace(mention.term, mention.begin);
    if (!is_hovered && !is_new && first->second != mention.begin) return;
    const float size = std::max(1.0f, 1.2f * ui_.scale);
    const float y = at_.y + line_ * 0.9f;
    const Color color = is_hovered ? ui_.look->accent : ui_.look->muted;
    for (float x = left; x + size <= right; x += 3 * size) {
      out_.AddRectFilled({x, y}, {x + size, y + size}, packed(color));
    }
    ui_.recorder.shown("term." + ui_.glossary->terms()[mention.term].name.en,
                       fmt::format("{:.0f} {:.0f}", (left + right) / 2, at_.y + line_ / 2));
  }

  Ui& ui_;
  ImDrawList& out_;
  ImVec2 origin_;
  float width_, line_ = 0, indent_ = 0;
  bool explains_;
  const MarkdownSpan* next_span_ = nullptr;   // behind the one that is written
  std::map<std::size_t, std::size_t> first_;  // the first mention of each term
  ImVec2 at_;
};

// A full stop may stand a little right of the text, in the panel's padding.
void push_clip_for_hanging_marks(const Ui& ui) {
  const ImDrawList& out = *ImGui::GetWindowDrawList();
  const ImVec2 right = out.GetClipRectMax() + ImVec2{ui.fonts.body->FontSize, 0};
  ImGui::PushClipRect(out.GetClipRectMin(), right, false);
}

}  // namespace

void draw_markdown(Ui& ui, const lessons::Markdown& markdown, float width, Terms terms) {
  Writer writer(ui, ImGui::GetCursorScreenPos(), width, terms);
  push_clip_for_hanging_marks(ui);
  for (const MarkdownBlock& block : markdown) writer.block(block);
  ImGui::PopClipRect();
  ImGui::Dummy({width, writer.height()});
}

std::string_view unbreakable_piece(std::string_view text) { return next_piece(text); }

}  // namespace warplens::ui
