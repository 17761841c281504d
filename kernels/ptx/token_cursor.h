// Reads tokens one after another. The first failure is kept and moves the cursor to the end of the
// text, where every loop of the parser stops; what is parsed after that is thrown away.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/ptx/lexer.h"

namespace warplens::ptx {

class TokenCursor {
 public:
  TokenCursor(std::string_view text, const std::vector<Token>& tokens)
      : text_(text), tokens_(tokens) {}

  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const;
  [[nodiscard]] std::string_view text(const Token& token) const;
  [[nodiscard]] std::string_view peek_text() const { return text(peek()); }
  [[nodiscard]] std::uint32_t line() const { return peek().line; }
  [[nodiscard]] bool at_end() const { return peek().kind == Token::Kind::end; }
  [[nodiscard]] bool at(Token::Kind kind) const { return peek().kind == kind; }
  // Strings never match: their quotes are part of their text.
  [[nodiscard]] bool at(std::string_view word) const { return peek_text() == word; }

  Token take();
  bool accept(std::string_view word);
  bool expect(std::string_view word);
  // A name (Kind::word), or a failure that says what was wanted.
  std::string_view expect_word(std::string_view what);
  // Skips a balanced { } starting at the cursor.
  void skip_braces();

  template <class... Args>
  void fail(fmt::format_string<Args...> format, Args&&... args) {
    fail_at(line(), fmt::format(format, std::forward<Args>(args)...));
  }
  void fail_at(std::uint32_t line, std::string message);
  // "what was wanted", found "what is there".
  void fail_expected(std::string_view wanted);
  [[nodiscard]] bool failed() const { return !message_.empty(); }
  [[nodiscard]] const std::string& message() const { return message_; }
  [[nodiscard]] std::uint32_t failed_line() const { return failed_line_; }

 private:
  std::string_view text_;
  const std::vector<Token>& tokens_;
  std::size_t at_ = 0;
  std::string message_;
  std::uint32_t failed_line_ = 0;
};

// A long or strange piece of the text, fit for a one-line message.
[[nodiscard]] std::string in_quotes(std::string_view piece);

}  // namespace warplens::ptx
