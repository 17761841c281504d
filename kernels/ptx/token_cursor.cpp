#include "kernels/ptx/token_cursor.h"

#include <algorithm>

namespace warplens::ptx {

const Token& TokenCursor::peek(std::size_t ahead) const {
  return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

std::string_view TokenCursor::text(const Token& token) const {
  return text_.substr(token.begin, token.end - token.begin);
}

Token TokenCursor::take() {
  const Token token = peek();
  if (at_ + 1 < tokens_.size()) ++at_;
  return token;
}

bool TokenCursor::accept(std::string_view word) {
  if (at_end() || !at(word)) return false;
  take();
  return true;
}

bool TokenCursor::expect(std::string_view word) {
  if (accept(word)) return true;
  fail_expected(fmt::format("'{}'", word));
  return false;
}

std::string_view TokenCursor::expect_word(std::string_view what) {
  if (at(Token::Kind::word)) return text(take());
  fail_expected(what);
  return {};
}

void TokenCursor::skip_braces() {
  const std::uint32_t opened = line();
  if (!expect("{")) return;
  for (std::size_t depth = 1; depth > 0;) {
    if (at_end()) return fail_at(opened, "this { is never closed");
    const std::string_view word = text(take());
    if (word == "{") ++depth;
    if (word == "}") --depth;
  }
}

void TokenCursor::fail_at(std::uint32_t line, std::string message) {
  if (failed()) return;
  message_ = std::move(message);
  failed_line_ = line;
  at_ = tokens_.size() - 1;
}

void TokenCursor::fail_expected(std::string_view wanted) {
  fail("expected {}, found {}", wanted, at_end() ? "the end of the text" : in_quotes(peek_text()));
}

std::string in_quotes(std::string_view piece) {
  constexpr std::size_t kLongest = 60;
  std::string shown = "'";
  for (const char c : piece.substr(0, kLongest)) shown += c >= ' ' && c <= '~' ? c : '?';
  return shown + (piece.size() > kLongest ? "…'" : "'");
}

}  // namespace warplens::ptx
