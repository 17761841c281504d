#include "kernels/sass/instruction.h"

#include "kernels/sass/memory_opcode.h"
#include "kernels/sass/text_parts.h"

namespace warplens::sass {

namespace {

// "R2" and 0x10 of "R4, desc[UR6][R2+0x10]".
void set_address(std::string_view operands, Access& access) {
  const std::size_t open = operands.rfind('[');
  if (open == std::string_view::npos) return;
  std::string_view inside = operands.substr(open + 1);
  inside = inside.substr(0, inside.find(']'));
  access.base = inside;
  const std::size_t hex = inside.rfind("0x");
  if (hex == std::string_view::npos) return;
  const auto offset = number<std::uint64_t>(inside.substr(hex + 2), 16);
  if (!offset.has_value()) return;
  std::string_view base = inside.substr(0, hex);
  const bool is_negative = base.ends_with('-');
  while (base.ends_with('-') || base.ends_with('+')) base.remove_suffix(1);
  access.base = base;
  access.offset = static_cast<std::int64_t>(is_negative ? 0 - *offset : *offset);
}

}  // namespace

Instruction instruction_of(std::string_view text) {
  Instruction result{text, {}, {}, {}};
  if (text.starts_with('@')) result.predicate = take_word(text).substr(1);
  result.opcode = take_word(text);
  result.operands = text;
  return result;
}

std::optional<Access> access_of(const Instruction& instruction) {
  std::optional<Access> access = memory_opcode(instruction.opcode);
  if (!access.has_value()) return std::nullopt;
  const std::string_view predicate = instruction.predicate;
  access->text = instruction.text;
  access->is_never_run = predicate == "!PT" || predicate == "!UPT";
  access->is_predicated = !predicate.empty() && predicate != "PT" && predicate != "UPT";
  set_address(instruction.operands, *access);
  return access;
}

}  // namespace warplens::sass
