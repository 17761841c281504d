// Constants and constant expressions (PTX ISA 4.5): 64-bit integers, 0f and 0d bit patterns,
// decimal floats, and the C operators over integers.
#pragma once

#include <cstdint>

#include "kernels/ptx/token_cursor.h"

namespace warplens::ptx {

struct Constant {
  enum class Kind : std::uint8_t { integer, f32, f64 };
  Kind kind = Kind::integer;
  bool is_unsigned = false;
  std::uint64_t bits = 0;
};

// The whole expression at the cursor.
Constant parse_constant(TokenCursor& cursor);
// Parses what may follow `symbol +`: a signed constant without binary operators of lower rank than
// + and -.
std::uint64_t parse_offset(TokenCursor& cursor);
// A non-negative integer constant that fits in 32 bits, such as a dimension or an alignment.
std::uint32_t parse_count(TokenCursor& cursor, std::string_view what);
// The same for `<N>`, where > closes: a plain literal.
std::uint32_t parse_count_atom(TokenCursor& cursor, std::string_view what);
// True when a constant expression may start here.
[[nodiscard]] bool at_constant(const TokenCursor& cursor);

// One literal; false when the text is no number.
[[nodiscard]] bool read_literal(std::string_view text, Constant& constant);

}  // namespace warplens::ptx
