// tcgen05: what allocates tensor memory, moves it from and to registers, and waits for that.
#include "kernels/machine/program/decoder.h"
#include "kernels/machine/program/matrix_form.h"

namespace warplens::machine {
namespace {

using OperandKind = ptx::Operand::Kind;
using ptx::ScalarType;
using ptx::StateSpace;

bool takes_aligned(Modifiers& modifiers) {
  return modifiers.take("sync") && modifiers.take("aligned");
}

// tcgen05.{ld,st}.sync.aligned.SHAPE.xN{.pack::16b,.unpack::16b}.b32
std::optional<TensorMove> read_move(Modifiers& modifiers) {
  TensorMove move;
  move.is_store = modifiers.take("st");
  if (!move.is_store && !modifiers.take("ld")) return std::nullopt;
  if (!takes_aligned(modifiers)) return std::nullopt;
  for (const std::string_view word : modifiers.left()) {
    const auto shape = tensor_shape(word);
    if (!shape) continue;
    move.image.shape = *shape;
    modifiers.take(word);
    const auto repeats =
        modifiers.take_one_of({"x1", "x2", "x4", "x8", "x16", "x32", "x64", "x128"});
    if (!repeats) return std::nullopt;
    move.image.repeats = 1u << *repeats;
    move.image.is_packed = modifiers.take(move.is_store ? "unpack::16b" : "pack::16b");
    if (!modifiers.take("b32") || !modifiers.empty()) return std::nullopt;
    if (move.image.registers() > TensorImage::kMostRegisters) return std::nullopt;
    return move;
  }
  return std::nullopt;
}

}  // namespace

std::optional<TensorImage> read_tensor_image(const ptx::Instruction& instruction) {
  Modifiers modifiers(instruction);
  const auto move = read_move(modifiers);
  return move ? std::optional(move->image) : std::nullopt;
}

std::optional<bool> Decoder::take_cta_group(Modifiers& modifiers) {
  const auto group = modifiers.take_one_of({"cta_group::1", "cta_group::2"});
  if (!group) return std::nullopt;
  const bool is_of_pair = *group != 0;
  if (is_of_pair) image_->uses_cluster = image_->maps_cluster = true;
  return is_of_pair;
}

bool Decoder::decode_tcgen05(const Instruction& instruction, Decoded& code) {
  image_->uses_tensor_memory = true;
  if (instruction.modifiers.empty()) return false;
  const std::string& action = instruction.modifiers.front();
  if (action == "ld" || action == "st") return decode_tensor_move(instruction, code);
  if (action == "mma") return decode_tensor_multiply(instruction, code);
  if (action == "cp") return decode_tensor_copy(instruction, code);
  if (action == "commit") return decode_tensor_commit(instruction, code);
  Modifiers modifiers(instruction);
  const auto wait = modifiers.take_one_of({"wait::ld", "wait::st"});
  if (wait) {
    code.kind = InstructionKind::tensor_wait;
    code.detail = static_cast<std::uint32_t>(*wait);
    return takes_aligned(modifiers) && modifiers.empty() && instruction.operands.empty();
  }
  if (modifiers.take_one_of({"fence::before_thread_sync", "fence::after_thread_sync"})) {
    code.kind = InstructionKind::nop;  // who waits is ordered without them
    return modifiers.empty() && instruction.operands.empty();
  }
  return decode_tensor_allocation(instruction, code);
}

bool Decoder::decode_tensor_allocation(const Instruction& instruction, Decoded& code) {
  // alloc [destination], columns;  dealloc address, columns;  relinquish_alloc_permit;
  using Action = TensorAllocation::Action;
  Modifiers modifiers(instruction);
  const auto& operands = instruction.operands;
  TensorAllocation allocation;
  const auto action = modifiers.take_one_of({"alloc", "dealloc", "relinquish_alloc_permit"});
  const auto is_of_pair = take_cta_group(modifiers);
  if (!action || !is_of_pair || !takes_aligned(modifiers)) return false;
  allocation.is_of_pair = *is_of_pair;
  allocation.action = static_cast<Action>(*action);
  if (allocation.action == Action::allocate) {
    const StateSpace space = modifiers.take_space();
    allocation.is_generic = space == StateSpace::generic;
    if (space != StateSpace::shared && !allocation.is_generic) return false;
    if (operands.size() != 2 || !decode_address(operands[0], allocation.destination)) return false;
  } else if (allocation.action == Action::free) {
    if (operands.size() != 2) return false;
    allocation.address = source(operands[0], ScalarType::b32);
    if (allocation.address == kNoSlot) return false;
  }
  if (allocation.action == Action::relinquish) {
    if (!operands.empty()) return false;
  } else {
    allocation.columns = source(operands[1], ScalarType::b32);
    if (allocation.columns == kNoSlot || !modifiers.take("b32")) return false;
  }
  if (!modifiers.empty()) return false;
  code.kind = InstructionKind::tensor_allocation;
  code.detail = static_cast<std::uint32_t>(image_->tensor_allocations.size());
  image_->tensor_allocations.push_back(allocation);
  return true;
}

bool Decoder::decode_tensor_move(const Instruction& instruction, Decoded& code) {
  // ld {r…}, [address]{, split};  st [address]{, split}, {r…};
  Modifiers modifiers(instruction);
  auto move = read_move(modifiers);
  if (!move) return false;
  const auto& operands = instruction.operands;
  const bool has_split = move->image.shape == TensorImage::Shape::b32x2;
  if (operands.size() != (has_split ? 3 : 2)) return false;
  if (has_split) {
    const Operand& split = operands[move->is_store ? 1 : 2];
    if (split.kind != OperandKind::integer) return false;
    move->image.split = static_cast<std::uint32_t>(split.bits);
  }
  if (!decode_address(operands[move->is_store ? 0 : 1], move->address)) return false;
  const Operand& data = move->is_store ? operands.back() : operands.front();
  const std::vector<Operand> registers =
      data.kind == OperandKind::vector ? data.elements : std::vector<Operand>{data};
  if (registers.size() != move->image.registers()) return false;
  for (const Operand& element : registers) {
    move->slots.push_back(move->is_store ? source(element, ScalarType::b32)
                                         : destination(element, 4));
    if (move->slots.back() == kNoSlot) return false;
  }
  image_->reads_shared = image_->reads_shared || !move->is_store;
  code.kind = InstructionKind::tensor_move;
  code.detail = static_cast<std::uint32_t>(image_->tensor_moves.size());
  image_->tensor_moves.push_back(std::move(*move));
  return true;
}

}  // namespace warplens::machine
