#include "kernels/ptx/lexer.h"

#include <array>

namespace warplens::ptx {

Error error_at(std::string_view file_name, std::uint32_t line, std::string_view what) {
  Error error{Text(fmt::format("{}:{}: {}", file_name, line, what))};
  error.log = fmt::format("{}({}): error: {}", file_name, line, what);
  return error;
}

namespace {

// Byte positions are 32 bits wide; no real module comes near this.
constexpr std::size_t kMaximumText = std::size_t{1} << 28;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_name(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '$'; }

class Lexer {
 public:
  Lexer(std::string_view text, std::string_view file_name) : text_(text), file_name_(file_name) {}

  Result<std::vector<Token>> run() {
    while (skip_blanks()) {
      const std::size_t begin = at_;
      const std::uint32_t line = line_;
      const Token::Kind kind = take();
      if (!error_.empty()) break;
      tokens_.push_back(
          {kind, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_), line});
    }
    if (!error_.empty()) return fail(error_at(file_name_, line_, error_));
    const auto size = static_cast<std::uint32_t>(text_.size());
    tokens_.push_back({Token::Kind::end, size, size, line_});
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  // Moves to the next token; false at the end of the text or after an error.
  bool skip_blanks() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') ++line_;
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v') {
        ++at_;
      } else if (c == '/' && peek(1) == '/') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (c == '/' && peek(1) == '*') {
        if (!skip_block_comment()) return false;
      } else {
        return true;
      }
    }
    return false;
  }

  bool skip_block_comment() {
    const std::size_t end = text_.find("*/", at_ + 2);
    if (end == std::string_view::npos) {
      error_ = "this comment has no closing */";
      return false;
    }
    for (; at_ < end + 2; ++at_) line_ += text_[at_] == '\n' ? 1 : 0;
    return true;
  }

  Token::Kind take() {
    const char c = peek();
    if (c == '"') return take_string();
    if (is_digit(c)) return take_number();
    if (c == '.' && is_name(peek(1))) return take_dotted();
    if (is_letter(c) || c == '_' || c == '$' ||
        (c == '%' && is_name(peek(1)) && !is_digit(peek(1)))) {
      ++at_;
      while (is_name(peek())) ++at_;
      return Token::Kind::word;
    }
    return take_punctuation();
  }

  Token::Kind take_string() {
    for (++at_; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
      if (text_[at_] == '\\') {
        if (peek(1) != '\n') ++at_;
      } else if (text_[at_] == '"') {
        ++at_;
        return Token::Kind::string;
      }
    }
    error_ = "this string has no closing quote";
    return Token::Kind::string;
  }

  // 12, 0x1F, 017, 0b11, 12U, 0f3F800000, 0d…, 1.5, 1e-3.
  Token::Kind take_number() {
    const std::size_t begin = at_;
    const bool prefixed = peek() == '0' && is_letter(peek(1)) && peek(1) != 'e' && peek(1) != 'E';
    while (is_name(peek())) ++at_;
    if (prefixed) return Token::Kind::number;
    if (peek() == '.' && is_digit(peek(1))) {
      ++at_;
      while (is_name(peek())) ++at_;
    } else if (peek() == '.' && !is_name(peek(1))) {
      ++at_;
    }
    const char last = text_[at_ - 1];
    if (at_ - begin > 1 && (last == 'e' || last == 'E') && (peek() == '+' || peek() == '-')) {
      ++at_;
      while (is_digit(peek())) ++at_;
    }
    return Token::Kind::number;
  }

  Token::Kind take_dotted() {
    ++at_;
    while (is_name(peek()) || (peek() == ':' && peek(1) == ':' && is_name(peek(2)))) {
      at_ += peek() == ':' ? 2 : 1;
    }
    return Token::Kind::dotted;
  }

  Token::Kind take_punctuation() {
    static constexpr std::array<std::string_view, 8> kDouble = {
        "<<", ">>", "<=", ">=", "==", "!=", "&&", "||"};
    for (const std::string_view two : kDouble) {
      if (text_.substr(at_, 2) != two) continue;
      at_ += 2;
      return Token::Kind::punctuation;
    }
    static constexpr std::string_view kSingle = "{}[]()<>,;:=+-*/%&|^~!?@.";
    if (kSingle.find(peek()) == std::string_view::npos || at_ >= text_.size()) {
      error_ = fmt::format("byte 0x{:02x} does not belong in PTX text",
                           static_cast<unsigned char>(text_[at_]));
    }
    ++at_;
    return Token::Kind::punctuation;
  }

  std::string_view text_;
  std::string_view file_name_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  std::string error_;
  std::vector<Token> tokens_;
};

}  // namespace

Result<std::vector<Token>> lex(std::string_view text, std::string_view file_name) {
  // NVRTC and Triton count the terminating zero as part of the text.
  while (text.ends_with('\0')) text.remove_suffix(1);
  if (text.size() > kMaximumText) {
    return fail("{}:1: the text is larger than 256 MiB, which no PTX module is", file_name);
  }
  return Lexer(text, file_name).run();
}

}  // namespace warplens::ptx
