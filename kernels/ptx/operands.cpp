#include "kernels/ptx/operands.h"

#include "kernels/ptx/expression.h"
#include "kernels/ptx/special_registers.h"

namespace warplens::ptx {
namespace {

constexpr int kMaximumDepth = 8;

// .x .y .z .w, or their colour names .r .g .b .a; -1 for another word.
std::int8_t component_of(std::string_view word) {
  if (word.size() != 2) return -1;
  const std::size_t position = std::string_view("xyzwrgba").find(word[1]);
  return position == std::string_view::npos ? std::int8_t{-1}
                                            : static_cast<std::int8_t>(position % 4);
}

bool is_video_selector(std::string_view word) {
  return word.size() == 3 && ((word[1] == 'b' && word[2] >= '0' && word[2] <= '3') ||
                              (word[1] == 'h' && word[2] >= '0' && word[2] <= '1'));
}

}  // namespace

Operand OperandParser::parse_operand(int nesting) {
  Operand first = parse_primary(nesting);
  if (!cursor_.accept("|")) return first;
  Operand pair;
  pair.kind = Operand::Kind::pair;
  pair.elements.push_back(std::move(first));
  pair.elements.push_back(parse_primary(nesting));
  return pair;
}

Operand OperandParser::parse_primary(int nesting) {
  if (nesting > kMaximumDepth) {
    cursor_.fail("operands nested more than {} deep", kMaximumDepth);
    return {};
  }
  if (cursor_.at("[")) return parse_memory(nesting);
  if (cursor_.at("{")) return parse_list(Operand::Kind::vector, "}", nesting);
  if (is_call_ && nesting == 0 && cursor_.at("(")) {
    return parse_list(Operand::Kind::group, ")", nesting);
  }
  const bool sign = cursor_.at("!") || cursor_.at("-");
  if (sign && cursor_.peek(1).kind == Token::Kind::word) return parse_negated(nesting);
  if (cursor_.at("WARP_SZ") || !cursor_.at(Token::Kind::word)) return parse_number();
  return parse_name();
}

Operand OperandParser::parse_negated(int nesting) {
  if (cursor_.text(cursor_.peek(1)) == "WARP_SZ") return parse_number();
  cursor_.take();
  Operand operand = parse_primary(nesting + 1);
  if (operand.kind != Operand::Kind::reg) cursor_.fail("only a register can be negated");
  operand.negated = true;
  return operand;
}

Operand OperandParser::parse_name() {
  const std::string_view name = cursor_.text(cursor_.peek());
  if (name == "_") {
    cursor_.take();
    return {};
  }
  if (const auto index = scopes_.find_register(name)) {
    cursor_.take();
    return parse_register(*index);
  }
  if (is_special_register(name)) {
    cursor_.take();
    return parse_special(name);
  }
  if (name.starts_with('%') && scopes_.find_variable(name) == nullptr) {
    cursor_.fail("register {} is not declared", in_quotes(name));
    return {};
  }
  cursor_.take();
  return parse_symbol(name);
}

Operand OperandParser::parse_register(std::uint32_t index) {
  Operand operand;
  operand.kind = Operand::Kind::reg;
  operand.index = index;
  if (!cursor_.at(Token::Kind::dotted)) return operand;
  const std::string_view word = cursor_.text(cursor_.peek());
  operand.component = component_of(word);
  if (operand.component < 0) {
    if (!is_video_selector(word)) cursor_.fail("a register has no part {}", in_quotes(word));
    operand.text = word.substr(1);
  }
  cursor_.take();
  return operand;
}

Operand OperandParser::parse_special(std::string_view name) {
  Operand operand;
  operand.kind = Operand::Kind::special;
  operand.text = name;
  if (!cursor_.at(Token::Kind::dotted)) return operand;
  const std::string_view word = cursor_.text(cursor_.peek());
  if (component_of(word) < 0) cursor_.fail("{} has no part {}", name, in_quotes(word));
  operand.text += word;
  cursor_.take();
  return operand;
}

Operand OperandParser::parse_symbol(std::string_view name) {
  Operand operand;
  operand.kind = Operand::Kind::symbol;
  const std::string* variable = scopes_.find_variable(name);
  operand.text = variable != nullptr ? *variable : std::string(name);
  if (variable == nullptr) operand.component = kOpenName;
  has_open_names_ |= variable == nullptr;
  operand.bits = parse_offset(cursor_);
  return operand;
}

Operand OperandParser::parse_number() {
  Operand operand;
  if (!at_constant(cursor_)) {
    cursor_.fail_expected("an operand");
    return operand;
  }
  const Constant value = parse_constant(cursor_);
  operand.bits = value.bits;
  operand.kind = value.kind == Constant::Kind::f32   ? Operand::Kind::f32
                 : value.kind == Constant::Kind::f64 ? Operand::Kind::f64
                                                     : Operand::Kind::integer;
  return operand;
}

// [base+offset], or [texture, sampler, {coordinates}].
Operand OperandParser::parse_memory(int nesting) {
  Operand memory;
  memory.kind = Operand::Kind::memory;
  cursor_.take();
  Operand base = parse_operand(nesting + 1);
  if (base.kind == Operand::Kind::reg) memory.bits = parse_offset(cursor_);
  if (base.kind == Operand::Kind::symbol) memory.bits = std::exchange(base.bits, 0);
  memory.elements.push_back(std::move(base));
  while (cursor_.accept(",")) memory.elements.push_back(parse_operand(nesting + 1));
  cursor_.expect("]");
  return memory;
}

Operand OperandParser::parse_list(Operand::Kind kind, std::string_view close, int nesting) {
  Operand list;
  list.kind = kind;
  cursor_.take();
  if (cursor_.accept(close)) return list;
  do {
    list.elements.push_back(parse_operand(nesting + 1));
  } while (cursor_.accept(","));
  cursor_.expect(close);
  return list;
}

}  // namespace warplens::ptx
