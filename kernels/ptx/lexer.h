// PTX text → tokens. Words keep their leading % or $, dotted words their dot (".global",
// ".L2::128B").
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"

namespace warplens::ptx {

struct Token {
  enum class Kind : std::uint8_t { word, dotted, number, string, punctuation, end };
  Kind kind = Kind::end;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t line = 0;
};

// "k.ptx:3: what is wrong".
[[nodiscard]] Error error_at(std::string_view file_name, std::uint32_t line, std::string_view what);

// The last token is always Kind::end. Comments and white space are dropped.
Result<std::vector<Token>> lex(std::string_view text, std::string_view file_name);

}  // namespace warplens::ptx
