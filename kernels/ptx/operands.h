// The operands of one instruction.
#pragma once

#include <utility>

#include "kernels/ptx/module.h"
#include "kernels/ptx/scope.h"
#include "kernels/ptx/token_cursor.h"

namespace warplens::ptx {

// Marks, in Operand::component and only while its function is being read, a name that is no
// register and no variable of the function: it may be a label further down or a symbol of the
// module.
inline constexpr std::int8_t kOpenName = -2;

class OperandParser {
 public:
  OperandParser(TokenCursor& cursor, Scopes& scopes) : cursor_(cursor), scopes_(scopes) {}

  // The operands of call may be lists in parentheses; elsewhere those hold a constant expression.
  Operand parse(bool is_call) {
    is_call_ = is_call;
    return parse_operand(0);
  }
  // Whether any operand read since the last call of this holds an open name.
  [[nodiscard]] bool take_open_names() { return std::exchange(has_open_names_, false); }

 private:
  Operand parse_operand(int nesting);
  Operand parse_primary(int nesting);
  Operand parse_negated(int nesting);
  Operand parse_name();
  Operand parse_register(std::uint32_t index);
  Operand parse_special(std::string_view name);
  Operand parse_symbol(std::string_view name);
  Operand parse_number();
  Operand parse_memory(int nesting);
  Operand parse_list(Operand::Kind kind, std::string_view close, int nesting);

  TokenCursor& cursor_;
  Scopes& scopes_;
  bool is_call_ = false;
  bool has_open_names_ = false;
};

}  // namespace warplens::ptx
