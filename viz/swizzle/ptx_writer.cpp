#include "viz/swizzle/ptx_writer.h"

namespace warplens::swizzle {

namespace {

std::string_view opcode(IntExpression::Code code) {
  using Code = IntExpression::Code;
  switch (code) {
    case Code::bit_or:
      return "or.b32";
    case Code::bit_xor:
      return "xor.b32";
    case Code::bit_and:
      return "and.b32";
    case Code::shift_left:
      return "shl.b32";
    case Code::shift_right:
      return "shr.s32";
    case Code::add:
      return "add.s32";
    case Code::subtract:
      return "sub.s32";
    case Code::multiply:
      return "mul.lo.s32";
    case Code::divide:
      return "div.s32";
    default:
      return "rem.s32";
  }
}

}  // namespace

Result<std::string> PtxWriter::value(const std::string& expression, const Names& names) {
  std::vector<std::string_view> known;
  for (const auto& [name, place] : names) known.push_back(name);
  TRY(const auto parsed, IntExpression::parse(expression, known));
  std::vector<std::string> stack;
  for (const IntExpression::Step& step : parsed.steps()) {
    if (step.code == IntExpression::Code::number) {
      stack.push_back(std::to_string(step.value));
    } else if (step.code == IntExpression::Code::name) {
      stack.push_back(names.find(known[static_cast<std::size_t>(step.value)])->second);
    } else {
      const std::string b = stack.back();
      stack.pop_back();
      const std::string result = integer();
      line("{} {}, {}, {};", opcode(step.code), result, stack.back(), b);
      stack.back() = result;
    }
  }
  return stack.back();
}

Result<void> PtxWriter::state(const std::vector<Statement>& statements, Names& names) {
  for (const Statement& statement : statements) {
    TRY(auto place, value(statement.value, names));
    names[statement.name] = std::move(place);
  }
  return {};
}

std::string PtxWriter::declarations() const {
  return fmt::format(
      "\t.reg .pred %p<{}>;\n\t.reg .b16 %h<{}>;\n\t.reg .b32 %r<{}>;\n\t.reg .b64 %rd<{}>;\n",
      predicates_, halves_, integers_, addresses_);
}

}  // namespace warplens::swizzle
