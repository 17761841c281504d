#include "kernels/machine/program/decoder.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/machine/program/register_use.h"
#include "kernels/machine/program/shared_slots.h"

namespace warplens::machine {
namespace {

using OperandKind = ptx::Operand::Kind;

// Instructions that change nothing that the machine models.
bool has_no_effect(std::string_view opcode) {
  constexpr std::string_view kNames[] = {"prefetch",       "prefetchu",   "applypriority",
                                         "discard",        "nanosleep",   "pmevent",
                                         "griddepcontrol", "createpolicy"};
  return std::ranges::find(kNames, opcode) != std::end(kNames);
}

// setmaxnreg.{inc,dec}.sync.aligned.u32: 24 to 256 registers, in steps of 8. How many a thread may
// have changes nothing that the machine models.
bool is_register_limit(const ptx::Instruction& instruction) {
  Modifiers modifiers(instruction);
  const bool is_known = modifiers.take_one_of({"inc", "dec"}) && modifiers.take("sync") &&
                        modifiers.take("aligned") && modifiers.take("u32") && modifiers.empty();
  if (!is_known || instruction.operands.size() != 1) return false;
  const ptx::Operand& count = instruction.operands[0];
  return count.kind == OperandKind::integer && count.bits >= 24 && count.bits <= 256 &&
         count.bits % 8 == 0;
}

double as_double(const ptx::Operand& operand) {
  switch (operand.kind) {
    case OperandKind::f32:
      return std::bit_cast<float>(static_cast<std::uint32_t>(operand.bits));
    case OperandKind::f64:
      return std::bit_cast<double>(operand.bits);
    default:
      return static_cast<double>(static_cast<std::int64_t>(operand.bits));
  }
}

std::optional<std::uint64_t> immediate_bits(const ptx::Operand& operand, ptx::ScalarType type) {
  const bool is_integer = operand.kind == OperandKind::integer;
  switch (type) {
    case ptx::ScalarType::pred:
      return operand.bits != 0 ? 0xffffffffu : 0u;
    case ptx::ScalarType::f32:
      if (operand.kind == OperandKind::f32) return operand.bits;
      return std::bit_cast<std::uint32_t>(static_cast<float>(as_double(operand)));
    case ptx::ScalarType::f64:
      if (operand.kind == OperandKind::f64) return operand.bits;
      return std::bit_cast<std::uint64_t>(as_double(operand));
    case ptx::ScalarType::f16:
    case ptx::ScalarType::bf16:
      if (!is_integer) return std::nullopt;
      return operand.bits;
    default:
      return operand.bits;
  }
}

}  // namespace

Decoder::Decoder(ProgramImage& image, const Symbols& symbols, std::size_t function)
    : image_(&image),
      symbols_(&symbols),
      index_(function),
      function_(&image.functions[function]),
      ptx_(function_->function),
      flow_(ptx::build_control_flow(*ptx_)),
      layout_(*function_, share_slots(*ptx_, flow_)),
      origins_(*ptx_, symbols, function) {
  scan_registers();
}

void Decoder::run() {
  const std::size_t count = ptx_->instructions.size();
  function_->code.resize(count + 1);
  function_->flows.resize(count + 1);
  for (std::size_t i = 0; i < count; ++i) {
    decode(ptx_->instructions[i], function_->code[i], function_->flows[i]);
    function_->code[i].back_edge = flow_.back_edge[i];
    function_->order.push_back((std::uint64_t{flow_.order[i]} << 32) | i);
  }
  // Falling off the end, or branching there, returns.
  function_->code[count].kind = InstructionKind::leave;
  function_->order.push_back((std::uint64_t{0xffffffffu} << 32) | count);
  layout_.finish();
  find_timeless_registers();
  find_loops();
  find_meetings();
  find_guesses();
  find_tensor_load_uses();
  for (const EarlyUse& use : find_early_uses(*ptx_, flow_)) {
    watch_early(function_->code[use.instruction]);
    function_->wgmma_uses.emplace(use.instruction, use);
  }
}

void Decoder::watch_early(Decoded& code) {
  code.may_be_early = true;
  if (code.kind == InstructionKind::arithmetic) code.kind = InstructionKind::early_use;
}

void Decoder::decode(const Instruction& instruction, Decoded& code, Flow& flow) {
  if (instruction.guard != ptx::kNone) {
    code.guard = layout_.register_slot(instruction.guard, -1);
    code.guard_flip = instruction.guard_negated ? ~0u : 0u;
  }
  if (!decode_kind(instruction, code, flow)) code.kind = InstructionKind::opaque;
  if (code.kind != InstructionKind::arithmetic) return;
  if (reads_clock(instruction)) {
    code.kind = InstructionKind::clock_read;
    image_->reads_clock = true;
  } else {
    make_division(instruction, code);
  }
}

bool Decoder::decode_kind(const Instruction& instruction, Decoded& code, Flow& flow) {
  const std::string& opcode = instruction.opcode;
  if (opcode == "setmaxnreg" && !is_register_limit(instruction)) return false;
  if (has_no_effect(opcode) || opcode == "setmaxnreg") {
    code.kind = InstructionKind::nop;
    return true;
  }
  if (opcode == "ret" || opcode == "exit" || opcode == "trap" || opcode == "brkpt") {
    code.kind = opcode == "ret"    ? InstructionKind::leave
                : opcode == "exit" ? InstructionKind::exit
                                   : InstructionKind::trap;
    return true;
  }
  if (opcode == "mapa" || opcode == "getctarank") return decode_map_address(instruction, code);
  const bool is_async = instruction.has("async") && (opcode == "st" || opcode == "red");
  if (is_async) return decode_async_access(instruction, code);
  if (opcode == "ld" || opcode == "ldu" || opcode == "st") return decode_access(instruction, code);
  if (opcode == "multimem") {
    return instruction.has("red") ? decode_atomic(instruction, code)
                                  : decode_access(instruction, code);
  }
  if (opcode == "membar" || opcode == "fence") return decode_fence(instruction, code);
  if (opcode == "bra") return decode_branch(instruction, code);
  if (opcode == "brx") return decode_indexed_branch(instruction, code);
  if (opcode == "call") return decode_call(instruction, code);
  if (opcode == "tex" || opcode == "tld4") return decode_texture(instruction, code);
  if (opcode == "suld" || opcode == "sust" || opcode == "sured")
    return decode_surface(instruction, code);
  if (opcode == "txq" || opcode == "suq") return decode_texture_query(instruction, code);
  if (opcode == "alloca" || opcode == "stacksave" || opcode == "stackrestore") {
    return decode_stack(instruction, code);
  }
  if (opcode == "atom" || opcode == "red") return decode_atomic(instruction, code);
  if (opcode == "bar" || opcode == "barrier") return decode_barrier(instruction, code);
  if (opcode == "shfl") return decode_shuffle(instruction, code);
  if (opcode == "vote") return decode_vote(instruction, code);
  if (opcode == "match") return decode_match(instruction, code);
  if (opcode == "redux") return decode_reduce(instruction, code);
  if (opcode == "elect") return decode_elect(instruction, code);
  if (opcode == "movmatrix") return decode_transpose(instruction, code);
  if (opcode == "activemask") return decode_active_mask(instruction, code);
  if (opcode == "tensormap") return decode_tensor_map_edit(instruction, code);
  if (opcode == "cp") return decode_async(instruction, code);
  if (opcode == "ldmatrix" || opcode == "stmatrix") return decode_matrix(instruction, code);
  if (opcode == "mma") return decode_multiply(instruction, code);
  if (opcode == "wmma") return decode_wmma(instruction, code);
  if (opcode == "wgmma") return decode_wgmma(instruction, code);
  if (opcode == "tcgen05") return decode_tcgen05(instruction, code);
  if (opcode == "mbarrier") return decode_mbarrier(instruction, code, flow);
  if (opcode == "isspacep") return decode_isspacep(instruction, code, flow);
  if (opcode == "cvta" && instruction.has("local") && !instruction.has("to")) {
    return decode_local_address(instruction, code, flow);
  }
  return decode_arithmetic(instruction, code, flow);
}

std::uint32_t Decoder::constant_of(const Operand& operand, ptx::ScalarType type) {
  const std::uint32_t bytes = slot_bytes(type);
  if (operand.kind == OperandKind::symbol || operand.kind == OperandKind::special) {
    const auto address = symbols_->find(index_, operand.text);
    if (!address || bytes < 4) return kNoSlot;
    const bool is_shared = address->space == ptx::StateSpace::shared;
    return layout_.constant(bytes, address->value + operand.bits,
                            is_shared ? kSharedSymbol : address->symbol);
  }
  const auto bits = immediate_bits(operand, type);
  return bits ? layout_.constant(bytes, *bits) : kNoSlot;
}

bool Decoder::is_register(const Operand& operand) const {
  if (operand.kind != OperandKind::reg || operand.index >= ptx_->registers.size()) return false;
  const auto width = static_cast<int>(ptx_->registers[operand.index].vector_width);
  return operand.component < 0 ? width <= 1 : operand.component < std::max(1, width);
}

std::uint32_t Decoder::source(const Operand& operand, ptx::ScalarType type) {
  switch (operand.kind) {
    case OperandKind::reg:
      if (!is_register(operand)) return kNoSlot;
      if (layout_.register_bytes(operand.index) != slot_bytes(type)) return kNoSlot;
      return layout_.register_slot(operand.index, operand.component);
    case OperandKind::special:
      if (symbols_->find(index_, operand.text)) return constant_of(operand, type);
      return layout_.special(operand.text, slot_bytes(type));
    case OperandKind::integer:
    case OperandKind::f32:
    case OperandKind::f64:
    case OperandKind::symbol:
      return constant_of(operand, type);
    case OperandKind::sink:
      return layout_.scratch(slot_bytes(type));
    default:
      return kNoSlot;
  }
}

std::uint32_t Decoder::destination(const Operand& operand, std::uint32_t bytes) {
  if (operand.kind == OperandKind::sink) return layout_.scratch(bytes);
  if (!is_register(operand)) return kNoSlot;
  if (layout_.register_bytes(operand.index) != bytes) return kNoSlot;
  return layout_.register_slot(operand.index, operand.component);
}

std::uint32_t Decoder::any_register(const Operand& operand, std::uint32_t& bytes) const {
  if (!is_register(operand)) return kNoSlot;
  bytes = layout_.register_bytes(operand.index);
  return bytes == 0 ? kNoSlot : layout_.register_slot(operand.index, operand.component);
}

}  // namespace warplens::machine
