// wgmma, dense and sparse.
#include <algorithm>
#include <charconv>

#include "kernels/machine/program/decoder.h"
#include "kernels/machine/program/matrix_form.h"

namespace warplens::machine {
namespace {

using OperandKind = ptx::Operand::Kind;
using WgmmaWords = std::vector<std::string>;

// A number behind `name`, which both are taken off.
std::optional<std::uint32_t> take_number(std::string_view& text, std::string_view name) {
  if (!text.starts_with(name)) return std::nullopt;
  text.remove_prefix(name.size());
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool take_word(std::vector<std::string_view>& words, std::string_view word) {
  const auto found = std::ranges::find(words, word);
  if (found == words.end()) return false;
  words.erase(found);
  return true;
}

// mma_async{.sp}.sync.aligned.m64nNkK{.satfinite}.D.A.B{.and.popc}
std::optional<WgmmaMultiply> read_wgmma_shape(const WgmmaWords& modifiers) {
  std::vector<std::string_view> words(modifiers.begin(), modifiers.end());
  WgmmaMultiply multiply;
  if (take_word(words, "sp")) multiply.sparsity.emplace();
  multiply.saturates = take_word(words, "satfinite");
  const bool counts = take_word(words, "and") && take_word(words, "popc");
  if (words.size() != 7 || words[1] != "sync" || words[2] != "aligned") return std::nullopt;
  std::string_view shape = words[3];
  const auto columns = take_number(shape, "m64n"), depth = take_number(shape, "k");
  const auto d = matrix_element(words[4]);
  const auto a = matrix_element(words[5]), b = matrix_element(words[6]);
  if (!columns || !depth || !shape.empty() || !d || !a || !b) return std::nullopt;
  if (counts != (a == MatrixElement::b1)) return std::nullopt;
  multiply.columns = *columns;
  multiply.depth = *depth;
  multiply.d = *d;
  multiply.a = *a;
  multiply.b = *b;
  return multiply;
}

// imm-scale-a, imm-scale-b: 1 or -1.
bool read_scale(const ptx::Operand& operand, bool& is_negated) {
  is_negated = static_cast<std::int64_t>(operand.bits) == -1;
  return operand.kind == OperandKind::integer && (is_negated || operand.bits == 1);
}

// imm-trans-a, imm-trans-b: 0 or 1.
bool read_transposition(const ptx::Operand& operand, bool& is_mn_major) {
  is_mn_major = operand.bits == 1;
  return operand.kind == OperandKind::integer && operand.bits <= 1;
}

// Reads the immediates behind scale-d.
bool read_immediates(std::span<const ptx::Operand> operands, WgmmaMultiply& multiply) {
  if (is_integer(multiply.a)) return operands.empty();
  if (operands.size() < 2 || !read_scale(operands[0], multiply.a_is_negated) ||
      !read_scale(operands[1], multiply.b_is_negated)) {
    return false;
  }
  operands = operands.subspan(2);
  const bool has_majors = multiply.a == MatrixElement::f16 || multiply.a == MatrixElement::bf16;
  if (!has_majors) return operands.empty();
  if (operands.size() != (multiply.a_has_descriptor ? 2 : 1)) return false;
  return read_transposition(operands.back(), multiply.b_is_mn_major) &&
         (!multiply.a_has_descriptor ||
          read_transposition(operands.front(), multiply.a_is_mn_major));
}

std::size_t scale_d_of(const WgmmaMultiply& multiply) { return multiply.sparsity ? 5 : 3; }

bool is_aligned(const ptx::Instruction& instruction, std::string_view action) {
  const WgmmaWords& modifiers = instruction.modifiers;
  return modifiers.size() == 3 && modifiers[0] == action && modifiers[1] == "sync" &&
         modifiers[2] == "aligned";
}

}  // namespace

std::optional<WgmmaMultiply> read_wgmma(const ptx::Instruction& instruction) {
  auto multiply = read_wgmma_shape(instruction.modifiers);
  if (!multiply) return std::nullopt;
  const std::span<const ptx::Operand> operands = instruction.operands;
  const std::size_t scale_d = scale_d_of(*multiply);
  multiply->a_has_descriptor = !operands.empty();
  if (!operands.empty()) {
    if (operands.size() <= scale_d) return std::nullopt;
    multiply->a_has_descriptor = operands[1].kind != OperandKind::vector;
    if (!read_immediates(operands.subspan(scale_d + 1), *multiply)) return std::nullopt;
  }
  if (!is_known_shape(*multiply)) return std::nullopt;
  return multiply;
}

bool Decoder::decode_wgmma(const Instruction& instruction, Decoded& code) {
  if (is_aligned(instruction, "fence") && instruction.operands.empty()) {
    code.kind = InstructionKind::nop;  // the machine does registers in order anyway
    return true;
  }
  if (is_aligned(instruction, "commit_group") && instruction.operands.empty()) {
    code.kind = InstructionKind::wgmma_commit;
    return true;
  }
  if (is_aligned(instruction, "wait_group")) return decode_wgmma_wait(instruction, code);
  const bool multiplies = !instruction.modifiers.empty() && instruction.modifiers[0] == "mma_async";
  return multiplies && decode_wgmma_multiply(instruction, code);
}

// A wait that is complete for one warp is complete for its warpgroup, whose warps read a tile
// together: one of its threads may say for all that the tile can be overwritten (as CUTLASS'
// PipelineAsync does).
bool Decoder::decode_wgmma_wait(const Instruction& instruction, Decoded& code) {
  const auto& operands = instruction.operands;
  if (operands.size() != 1 || operands[0].kind != OperandKind::integer) return false;
  BarrierUse use;
  use.is_of_warpgroup = true;
  use.groups_left = static_cast<std::uint32_t>(operands[0].bits);
  code.kind = InstructionKind::barrier;
  code.detail = static_cast<std::uint32_t>(image_->barriers.size());
  image_->barriers.push_back(use);
  return true;
}

bool Decoder::decode_wgmma_multiply(const Instruction& instruction, Decoded& code) {
  // {d…}, a's descriptor or {a…}, b's descriptor{, metadata, selector}, scale-d, imm-scale-a,
  // imm-scale-b{, imm-trans…}
  auto multiply = read_wgmma(instruction);
  const std::span<const Operand> operands = instruction.operands;
  if (!multiply || operands.empty()) return false;
  const std::size_t scale_d = scale_d_of(*multiply);
  if (multiply->sparsity && !place_wgmma_metadata(operands, *multiply)) return false;
  if (!place_sums(operands[0], *multiply) || !place_factors(operands, *multiply)) return false;
  multiply->scale_d = source(operands[scale_d], ptx::ScalarType::pred);
  multiply->scale_d_flip = operands[scale_d].negated ? ~0u : 0u;
  if (multiply->scale_d == kNoSlot) return false;
  image_->reads_shared = true;
  image_->has_agents = true;
  code.kind = InstructionKind::wgmma_multiply;
  code.detail = static_cast<std::uint32_t>(image_->wgmma_multiplies.size());
  image_->wgmma_multiplies.push_back(std::move(*multiply));
  return true;
}

bool Decoder::place_wgmma_metadata(std::span<const Operand> operands, WgmmaMultiply& multiply) {
  constexpr std::uint32_t kSteps = 2;  // along k, of 16 bytes of A each
  if (operands[4].kind != OperandKind::integer) return false;
  multiply.sparsity->metadata = source(operands[3], ptx::ScalarType::b32);
  multiply.sparsity->selector = static_cast<std::uint32_t>(operands[4].bits);
  return multiply.sparsity->metadata != kNoSlot &&
         multiply.sparsity->place_steps(multiply.a, kSteps);
}

bool Decoder::place_sums(const Operand& d, WgmmaMultiply& multiply) {
  if (d.kind != OperandKind::vector || d.elements.size() != d_registers(multiply)) return false;
  for (const Operand& element : d.elements) {
    if (element.kind != OperandKind::reg) return false;
    multiply.d_slots.push_back(destination(element, 4));
    if (multiply.d_slots.back() == kNoSlot) return false;
  }
  return true;
}

bool Decoder::place_factors(std::span<const Operand> operands, WgmmaMultiply& multiply) {
  const Operand& a = operands[1];
  multiply.b_slot = source(operands[2], ptx::ScalarType::b64);
  if (multiply.b_slot == kNoSlot) return false;
  if (multiply.a_has_descriptor) {
    multiply.a_slots[0] = source(a, ptx::ScalarType::b64);
    return multiply.a_slots[0] != kNoSlot;
  }
  if (a.elements.size() != multiply.a_registers()) return false;
  for (std::size_t i = 0; i < a.elements.size(); ++i) {
    multiply.a_slots[i] = source(a.elements[i], ptx::ScalarType::b32);
    if (multiply.a_slots[i] == kNoSlot) return false;
  }
  return true;
}

}  // namespace warplens::machine
