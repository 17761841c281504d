// cp.async.bulk and cp.async.bulk.tensor from global to shared memory. Those to global memory, to
// several blocks of a cluster, or by im2col are not known.
#include "kernels/machine/program/decoder.h"

namespace warplens::machine {
namespace {

using OperandKind = ptx::Operand::Kind;
using ptx::StateSpace;

// The coordinates of the operand [map, {coordinates}].
const ptx::Operand* coordinates_in(const ptx::Operand& memory, std::uint32_t dimensions) {
  if (memory.kind != OperandKind::memory || memory.elements.size() != 2) return nullptr;
  const ptx::Operand& coordinates = memory.elements[1];
  const bool fits =
      coordinates.kind == OperandKind::vector && coordinates.elements.size() == dimensions;
  return fits ? &coordinates : nullptr;
}

}  // namespace

bool Decoder::decode_tma(const Instruction& instruction, Decoded& code) {
  // cp.async.bulk{.tensor.Nd}.shared::….global{.tile}.mbarrier::complete_tx::bytes
  Modifiers modifiers(instruction);
  TmaCopy copy;
  modifiers.take("async");
  modifiers.take("bulk");
  if (modifiers.take("prefetch")) {  // into L2
    code.kind = InstructionKind::nop;
    return true;
  }
  if (modifiers.take("tensor")) {
    const auto dimensions = modifiers.take_one_of({"1d", "2d", "3d", "4d", "5d"});
    if (!dimensions) return false;
    copy.dimensions = static_cast<std::uint32_t>(*dimensions) + 1;
    modifiers.take("tile");
  }
  modifiers.take_cache_hints();
  const bool to_shared = modifiers.take_one_of({"shared::cluster", "shared::cta"}).has_value();
  if (!to_shared || !modifiers.take("global") || !modifiers.take("mbarrier::complete_tx::bytes") ||
      !modifiers.empty()) {
    return false;
  }
  const bool fits =
      copy.dimensions == 0 ? decode_plain_bytes(instruction, copy) : decode_box(instruction, copy);
  if (!fits) return false;
  image_->has_agents = true;
  code.kind = InstructionKind::tma_copy;
  code.detail = static_cast<std::uint32_t>(image_->tma_copies.size());
  image_->tma_copies.push_back(copy);
  return true;
}

// [to], [from], bytes, [mbarrier] {, cache policy}
bool Decoder::decode_plain_bytes(const Instruction& instruction, TmaCopy& copy) {
  const auto& operands = instruction.operands;
  if (operands.size() != (instruction.has("L2::cache_hint") ? 5 : 4)) return false;
  copy.bytes = source(operands[2], ptx::ScalarType::u32);
  if (copy.bytes == kNoSlot || !decode_address(operands[0], copy.destination) ||
      !decode_address(operands[1], copy.source) || !decode_address(operands[3], copy.barrier)) {
    return false;
  }
  note_read(operands[1], StateSpace::global);
  return true;
}

// [to], [map, {coordinates}], [mbarrier] {, cache policy}
bool Decoder::decode_box(const Instruction& instruction, TmaCopy& copy) {
  const auto& operands = instruction.operands;
  if (operands.size() != (instruction.has("L2::cache_hint") ? 4 : 3)) return false;
  const Operand* const coordinates = coordinates_in(operands[1], copy.dimensions);
  if (coordinates == nullptr) return false;
  Operand map = operands[1];
  map.elements.pop_back();
  if (!decode_address(operands[0], copy.destination) || !decode_address(map, copy.source) ||
      !decode_address(operands[2], copy.barrier)) {
    return false;
  }
  for (std::uint32_t d = 0; d < copy.dimensions; ++d) {
    copy.coordinates[d] = source(coordinates->elements[d], ptx::ScalarType::s32);
    if (copy.coordinates[d] == kNoSlot) return false;
  }
  image_->reads_anywhere = true;
  return true;
}

}  // namespace warplens::machine
