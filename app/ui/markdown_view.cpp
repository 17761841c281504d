#include "app/ui/markdown_view.h"

#include <algorithm>
#include <map>

#include "app/lessons/documents.h"
#include "app/lessons/glossary.h"
#include "app/ui/term_help.h"
#include "app/ui/wanted_item.h"
#include "app/ui/widgets.h"
#include "viz/scene/draw/line_breaks.h"

namespace warplens::ui {
namespace {

using lessons::MarkdownBlock;
using lessons::MarkdownSpan;

constexpr float kLineHeight = 1.38f;  // of the font's size
constexpr float kPadding = 3;         // left and right of code

class Writer {
 public:
  Writer(Ui& ui, ImVec2 origin, float width, Terms terms)
      : ui_(ui),
        out_(*ImGui::GetWindowDrawList()),
        origin_(origin),
        width_(width),
        explains_(terms == Terms::explained && ui.glossary != nullptr),
        y_(origin.y) {
    line_ = ui.fonts.body->FontSize * kLineHeight;
  }

  void block(const MarkdownBlock& block) {
    if (y_ > origin_.y) y_ += line_ * (block.kind == MarkdownBlock::Kind::paragraph ? 0.45f : 0.2f);
    const float indent = bullet(block);
    const scene::BrokenText broken = broken_lines(block, width_ - indent);
    std::size_t line = 0;
    for (const scene::LinePiece& piece : broken.pieces) {
      for (; line < piece.line; ++line) y_ += line_;
      write({origin_.x + indent + piece.x, y_}, block, piece);
    }
    for (; line < broken.lines; ++line) y_ += line_;
  }
  [[nodiscard]] float height() const { return y_ - origin_.y; }

 private:
  float bullet(const MarkdownBlock& block) {
    const float indent = ui_.fonts.body->FontSize * 1.1f;
    if (block.kind == MarkdownBlock::Kind::bullet) {
      out_.AddCircleFilled(origin_ + ImVec2{indent * 0.45f, y_ - origin_.y + line_ * 0.5f},
                           2.3f * ui_.scale, packed(ui_.theme->muted));
    } else if (block.kind == MarkdownBlock::Kind::numbered) {
      put(ui_.fonts.body, {origin_.x, y_}, fmt::format("{}.", block.number), ui_.theme->muted);
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

  static bool is_code(const MarkdownBlock& block, const MarkdownSpan& span) {
    return span.code || block.kind == MarkdownBlock::Kind::code;
  }
  [[nodiscard]] ImFont* font_of(const MarkdownBlock& block, const MarkdownSpan& span) const {
    return is_code(block, span) ? ui_.fonts.mono : span.bold ? ui_.fonts.bold : ui_.fonts.body;
  }

  [[nodiscard]] scene::BrokenText broken_lines(const MarkdownBlock& block, float width) const {
    std::vector<scene::TextSpan> spans;
    for (const MarkdownSpan& span : block.spans) {
      spans.push_back({span.text, span.code, is_code(block, span) ? kPadding * ui_.scale : 0});
    }
    return scene::break_lines(spans, width, [&](std::size_t span, std::string_view part) {
      return text_width(part, font_of(block, block.spans[span]));
    });
  }

  void write(ImVec2 at, const MarkdownBlock& block, const scene::LinePiece& piece) {
    const MarkdownSpan& span = block.spans[piece.span];
    const bool code = is_code(block, span);
    if (code) {
      out_.AddRectFilled({at.x, at.y + line_ * 0.1f}, {at.x + piece.width, at.y + line_ * 0.92f},
                         packed(ui_.theme->code), 3 * ui_.scale);
    }
    const float padding = code ? kPadding * ui_.scale : 0;
    if (!span.link.empty()) return write_link(at, font_of(block, span), span, piece);
    put(font_of(block, span), {at.x + padding, at.y}, piece.text, ui_.theme->text);
    if (explains_ && !code) mark_terms(span, piece, at, font_of(block, span));
  }

  // A piece of a link; a long one stands in several lines.
  void write_link(ImVec2 at, ImFont* font, const MarkdownSpan& span,
                  const scene::LinePiece& piece) {
    put(font, at, piece.text, ui_.theme->accent);
    out_.AddLine({at.x, at.y + line_ * 0.9f}, {at.x + piece.width, at.y + line_ * 0.9f},
                 packed(ui_.theme->accent), ui_.scale);
    ImGui::SetCursorScreenPos(at);
    ImGui::PushID(piece.text.data());
    const bool pressed = ImGui::InvisibleButton("link", {std::max(piece.width, 1.0f), line_});
    ImGui::PopID();
    mark(ui_, "lesson.link." + span.link);
    if (pressed) ui_.state<WantedItem>().id = span.link.substr(lessons::kDocumentLink.size());
  }

  void mark_terms(const MarkdownSpan& span, const scene::LinePiece& piece, ImVec2 at,
                  ImFont* font) {
    const auto begin = static_cast<std::size_t>(piece.text.data() - span.text.data());
    const std::size_t end = begin + piece.text.size();
    for (const lessons::Mention& mention : mentions_in(span)) {
      if (mention.end <= begin || mention.begin >= end) continue;
      const std::size_t from = std::max(mention.begin, begin) - begin;
      const std::size_t to = std::min(mention.end, end) - begin;
      const float right = text_width(piece.text.substr(to), font);
      mark_term(mention, piece.text.substr(from, to - from), font,
                {at.x + piece.width - right, at.y});
    }
  }

  // Pieces come span by span.
  const std::vector<lessons::Mention>& mentions_in(const MarkdownSpan& span) {
    if (mentioning_ != &span) mentions_ = ui_.glossary->mentions(span.text);
    mentioning_ = &span;
    return mentions_;
  }

  // Dots below a part of a term's name that ends at `end`.
  void mark_term(const lessons::Mention& mention, std::string_view part, ImFont* font, ImVec2 end) {
    const float left = end.x - text_width(part, font), right = end.x;
    const bool is_hovered = ImGui::IsWindowHovered() &&
                            ImGui::IsMouseHoveringRect({left, end.y}, {right, end.y + line_}, true);
    if (is_hovered) term_tooltip(ui_, mention.term);
    const auto [first, is_new] = first_.emplace(mention.term, mention.begin);
    if (!is_hovered && !is_new && first->second != mention.begin) return;
    const float size = std::max(1.0f, 1.2f * ui_.scale);
    const float y = end.y + line_ * 0.9f;
    const Color color = is_hovered ? ui_.theme->accent : ui_.theme->muted;
    for (float x = left; x + size <= right; x += 3 * size) {
      out_.AddRectFilled({x, y}, {x + size, y + size}, packed(color));
    }
    ui_.widget_log.shown({"term.", ui_.glossary->terms()[mention.term].name.en}, [&] {
      return fmt::format("{:.0f} {:.0f}", (left + right) / 2, end.y + line_ / 2);
    });
  }

  Ui& ui_;
  ImDrawList& out_;
  ImVec2 origin_;
  float width_, line_ = 0;
  bool explains_;
  const MarkdownSpan* mentioning_ = nullptr;  // the span that mentions_ are of
  std::vector<lessons::Mention> mentions_;
  std::map<std::size_t, std::size_t> first_;  // the first mention of each term
  float y_;
};

// A full stop may stand a little right of the text, in the panel's padding.
void push_clip_for_hanging_marks(const Ui& ui) {
  const ImDrawList& out = *ImGui::GetWindowDrawList();
  const ImVec2 right = out.GetClipRectMax() + ImVec2{ui.fonts.body->FontSize, 0};
  ImGui::PushClipRect(out.GetClipRectMin(), right, false);
}

}  // namespace

void draw_markdown(Ui& ui, const lessons::Markdown& markdown, float width, Terms terms) {
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  Writer writer(ui, origin, width, terms);
  push_clip_for_hanging_marks(ui);
  for (const MarkdownBlock& block : markdown) writer.block(block);
  ImGui::PopClipRect();
  ImGui::SetCursorScreenPos(origin);
  ImGui::Dummy({width, writer.height()});
}

}  // namespace warplens::ui
