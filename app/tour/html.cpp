#include "app/tour/html.h"

#include <fmt/format.h>

#include "app/lessons/documents.h"

namespace warplens::ui {
namespace {

using lessons::MarkdownBlock;

std::string span_html(const lessons::MarkdownSpan& span, DocumentLinks links) {
  std::string text = escaped(span.text);
  if (span.code) text = fmt::format("<code>{}</code>", text);
  if (span.bold) text = fmt::format("<strong>{}</strong>", text);
  if (!span.link.empty() && links == DocumentLinks::beside) {
    const std::string item = span.link.substr(lessons::kDocumentLink.size());
    text = fmt::format("<a href=\"{}#{}\">{}</a>", kDocumentsPage, address_of(item), text);
  }
  return text;
}

std::string_view list_tag(MarkdownBlock::Kind kind) {
  if (kind == MarkdownBlock::Kind::bullet) return "ul";
  return kind == MarkdownBlock::Kind::numbered ? "ol" : "";
}

std::string block_html(const MarkdownBlock& block, DocumentLinks links) {
  std::string text;
  if (block.kind == MarkdownBlock::Kind::code) {
    for (const lessons::MarkdownSpan& span : block.spans) text += escaped(span.text);
    return fmt::format("<pre><code>{}</code></pre>\n", text);
  }
  for (const lessons::MarkdownSpan& span : block.spans) text += span_html(span, links);
  if (block.kind == MarkdownBlock::Kind::bullet) return fmt::format("<li>{}</li>\n", text);
  if (block.kind == MarkdownBlock::Kind::numbered) {
    return fmt::format("<li value=\"{}\">{}</li>\n", block.number, text);
  }
  return fmt::format("<p>{}</p>\n", text);
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      case '\'':
        safe += "&#39;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

std::string address_of(std::string_view path) {
  constexpr std::string_view kPlain = "/-._~";
  std::string address;
  for (const char c : path) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || kPlain.find(c) != std::string_view::npos;
    address += is_plain
                   ? std::string(1, c)
                   : fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  }
  return address;
}

std::string html_of(const lessons::Markdown& markdown, DocumentLinks links) {
  std::string html;
  std::string_view open;
  for (const MarkdownBlock& block : markdown) {
    const std::string_view list = list_tag(block.kind);
    if (list != open) {
      if (!open.empty()) html += fmt::format("</{}>\n", open);
      if (!list.empty()) html += fmt::format("<{}>\n", list);
      open = list;
    }
    html += block_html(block, links);
  }
  if (!open.empty()) html += fmt::format("</{}>\n", open);
  return html;
}

}  // namespace warplens::ui
