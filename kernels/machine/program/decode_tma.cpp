// cp.async.bulk, cp.reduce.async.bulk, those of tensors, and the bulk groups. Those of Blackwell
// (gather4, scatter4, im2col::w) are not known.
#include <algorithm>

#include "kernels/machine/operations/atomic_update.h"
#include "kernels/machine/program/decoder.h"

namespace warplens::machine {
namespace {

using OperandKind = ptx::Operand::Kind;
using ptx::ScalarType;
using ptx::StateSpace;
using Way = TmaCopy::Way;

constexpr std::uint32_t kLeastOfIm2col = 3;  // dimensions

constexpr std::array<std::string_view, 8> kReductions{"add", "min", "max", "inc",
                                                      "dec", "and", "or",  "xor"};

std::optional<Way> take_way(Modifiers& modifiers) {
  const bool to_cluster = modifiers.take("shared::cluster");
  const bool is_of_block = modifiers.take("shared::cta");
  const bool is_global = modifiers.take("global");
  if (modifiers.take("bulk_group")) {
    return is_global && is_of_block && !to_cluster ? std::optional(Way::to_global) : std::nullopt;
  }
  if (!modifiers.take("mbarrier::complete_tx::bytes")) return std::nullopt;
  if (is_global) return to_cluster != is_of_block ? std::optional(Way::to_shared) : std::nullopt;
  return to_cluster && is_of_block ? std::optional(Way::to_block) : std::nullopt;
}

bool take_reduction(Modifiers& modifiers, TmaCopy& copy) {
  const auto word = modifiers.take_one_of({"add", "min", "max", "inc", "dec", "and", "or", "xor"});
  if (!word) return false;
  copy.reduction = kReductions[*word];
  modifiers.take("noftz");
  if (copy.dimensions != 0) return true;
  const auto type = modifiers.take_type();
  if (!type || !find_atomic(copy.reduction, *type)) return false;
  copy.type = *type;
  return true;
}

// A tensor's type is its map's.
bool may_round(const TmaCopy& copy) {
  if (copy.reduction != "add") return false;
  return copy.dimensions != 0 || copy.type == ScalarType::f16 || copy.type == ScalarType::bf16 ||
         copy.type == ScalarType::f32 || copy.type == ScalarType::f64;
}

// Which of a tensor's elements: a tile, or pixels.
bool take_mode(Modifiers& modifiers, TmaCopy& copy) {
  const bool is_store = copy.way == Way::to_global;
  copy.is_im2col = modifiers.take(is_store ? "im2col_no_offs" : "im2col");
  return copy.is_im2col ? copy.dimensions >= kLeastOfIm2col
                        : modifiers.take("tile") || !modifiers.take("im2col");
}

}  // namespace

bool Decoder::decode_tma(const Instruction& instruction, Decoded& code) {
  // cp{.reduce}.async.bulk{.tensor.Nd}.TO.FROM{.MODE}.COMPLETION{.multicast::cluster}{.OP}{.type}
  Modifiers modifiers(instruction);
  TmaCopy copy;
  const bool reduces = modifiers.take("reduce");
  modifiers.take("async");
  modifiers.take("bulk");
  if (modifiers.take("commit_group")) {
    code.kind = InstructionKind::tma_commit;
    return modifiers.empty();
  }
  if (modifiers.take("wait_group")) {
    // What is read is written, too: `.read` waits for both here.
    modifiers.take("read");
    code.kind = InstructionKind::tma_wait;
    if (instruction.operands.size() != 1 || !modifiers.empty()) return false;
    code.detail = static_cast<std::uint32_t>(instruction.operands[0].bits);
    return instruction.operands[0].kind == OperandKind::integer;
  }
  if (modifiers.take("prefetch")) {  // into L2
    code.kind = InstructionKind::nop;
    return true;
  }
  if (modifiers.take("tensor")) {
    const auto dimensions = modifiers.take_one_of({"1d", "2d", "3d", "4d", "5d"});
    if (!dimensions) return false;
    copy.dimensions = static_cast<std::uint32_t>(*dimensions) + 1;
  }
  const auto way = take_way(modifiers);
  if (!way || (copy.dimensions != 0 && *way == Way::to_block)) return false;
  copy.way = *way;
  modifiers.take_cache_hints();
  if (reduces && (copy.way == Way::to_shared || !take_reduction(modifiers, copy))) return false;
  if (copy.dimensions != 0 && !take_mode(modifiers, copy)) return false;
  if (modifiers.take("multicast::cluster")) copy.blocks = 0;
  if (modifiers.take("cp_mask")) copy.byte_mask = 0;
  if (!modifiers.empty() || !decode_tma_operands(instruction, copy)) return false;
  // The order in which blocks come shows where a sum is rounded, and by what .inc and .dec wrap.
  if (!copy.reduction.empty() && copy.way == Way::to_global &&
      (copy.reduction == "inc" || copy.reduction == "dec" || may_round(copy))) {
    image_->order_dependent = true;
  }
  image_->has_agents = true;
  if (copy.way != Way::to_shared) image_->stores_by_tma = image_->reads_shared = true;
  if (copy.way == Way::to_block || copy.blocks != kNoSlot) {
    image_->uses_cluster = image_->maps_cluster = true;
  }
  code.kind = InstructionKind::tma_copy;
  code.detail = static_cast<std::uint32_t>(image_->tma_copies.size());
  image_->tma_copies.push_back(copy);
  return true;
}

// [to], [from] {, bytes} {, [mbarrier]} {, {offsets}} {, blocks} {, cache policy} {, byte mask}
bool Decoder::decode_tma_operands(const Instruction& instruction, TmaCopy& copy) {
  const auto& operands = instruction.operands;
  if (operands.size() < 2) return false;
  const bool to_shared = copy.way == Way::to_shared;
  const Operand& global = operands[to_shared ? 1 : 0];
  if (!decode_address(operands[to_shared ? 0 : 1], copy.shared)) return false;
  if (copy.dimensions != 0 ? !decode_tensor(global, copy) : !decode_address(global, copy.other)) {
    return false;
  }
  std::span<const Operand> left = std::span(operands).subspan(2);
  if (copy.dimensions == 0) {
    if (left.empty()) return false;
    copy.bytes = source(left.front(), ScalarType::u32);
    if (copy.bytes == kNoSlot) return false;
    left = left.subspan(1);
    if (copy.way == Way::to_shared) note_read(global, StateSpace::global);
    if (copy.way == Way::to_global) note_write(global, StateSpace::global);
  }
  if (copy.way != Way::to_global) {
    if (left.empty() || !decode_address(left.front(), copy.barrier)) return false;
    left = left.subspan(1);
  }
  if (instruction.has("L2::cache_hint")) {
    // Before the byte mask, where there is one.
    const std::size_t behind = copy.byte_mask != kNoSlot ? 1 : 0;
    if (left.size() < 1 + behind) return false;
    std::vector<Operand> others(left.begin(), left.end());
    others.erase(others.end() - 1 - static_cast<std::ptrdiff_t>(behind));
    return decode_tma_extras(others, copy);
  }
  return decode_tma_extras(left, copy);
}

// {offsets}, blocks, byte mask: those that there are.
bool Decoder::decode_tma_extras(std::span<const Operand> operands, TmaCopy& copy) {
  if (copy.is_im2col && copy.way == Way::to_shared) {
    const std::size_t count = copy.dimensions - 2;
    if (operands.empty() || operands.front().kind != OperandKind::vector ||
        operands.front().elements.size() != count) {
      return false;
    }
    for (std::size_t i = 0; i < count; ++i) {
      copy.offsets[i] = source(operands.front().elements[i], ScalarType::u16);
      if (copy.offsets[i] == kNoSlot) return false;
    }
    operands = operands.subspan(1);
  }
  for (std::uint32_t* const slot : {&copy.blocks, &copy.byte_mask}) {
    if (*slot == kNoSlot) continue;
    if (operands.empty()) return false;
    *slot = source(operands.front(), ScalarType::u16);
    if (*slot == kNoSlot) return false;
    operands = operands.subspan(1);
  }
  return operands.empty();
}

// [map, {coordinates}]
bool Decoder::decode_tensor(const Operand& operand, TmaCopy& copy) {
  if (operand.kind != OperandKind::memory || operand.elements.size() != 2) return false;
  const Operand& coordinates = operand.elements[1];
  if (coordinates.kind != OperandKind::vector || coordinates.elements.size() != copy.dimensions) {
    return false;
  }
  Operand map = operand;
  map.elements.pop_back();
  if (!decode_address(map, copy.other)) return false;
  for (std::uint32_t d = 0; d < copy.dimensions; ++d) {
    copy.coordinates[d] = source(coordinates.elements[d], ScalarType::s32);
    if (copy.coordinates[d] == kNoSlot) return false;
  }
  (copy.way == Way::to_shared ? image_->reads_anywhere : image_->writes_anywhere) = true;
  return true;
}

bool Decoder::decode_tensor_map_edit(const Instruction& instruction, Decoded& code) {
  // tensormap.replace.tile.FIELD{.SPACE}.b1024.TYPE [map], {dimension,} value;
  // tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.SCOPE.sync.aligned
  //   [map], [source], 128;
  Modifiers modifiers(instruction);
  const auto& operands = instruction.operands;
  TensorMapEdit edit;
  if (operands.size() < 2 || !decode_address(operands[0], edit.map)) return false;
  if (modifiers.take("cp_fenceproxy")) {
    edit.is_copy = true;
    edit.space = StateSpace::global;
    const bool fits = modifiers.take("global") && modifiers.take("shared::cta") &&
                      operands.size() == 3 && decode_address(operands[1], edit.source);
    if (!fits) return false;
  } else if (!modifiers.take("replace") || !modifiers.take("tile") ||
             !decode_tensor_map_field(instruction, modifiers, edit)) {
    return false;
  }
  if (edit.space != StateSpace::shared) note_write(operands[0], edit.space);
  code.kind = InstructionKind::tensor_map_edit;
  code.detail = static_cast<std::uint32_t>(image_->tensor_map_edits.size());
  image_->tensor_map_edits.push_back(edit);
  return true;
}

bool Decoder::decode_tensor_map_field(const Instruction& instruction, Modifiers& modifiers,
                                      TensorMapEdit& edit) {
  const auto field = modifiers.take_one_of({"global_address", "rank", "box_dim", "global_dim",
                                            "global_stride", "element_stride", "elemtype",
                                            "interleave_layout", "swizzle_mode", "fill_mode"});
  if (!field) return false;
  edit.field = static_cast<TensorMapField>(*field);
  edit.space = modifiers.take_space();
  const bool is_sized = modifiers.take("b1024");
  const auto type = modifiers.take_type();
  if (!is_sized || !type || !modifiers.empty()) return false;
  edit.value_bytes = slot_bytes(*type);
  const auto& operands = instruction.operands;
  const bool is_of_dimension =
      edit.field >= TensorMapField::box && edit.field <= TensorMapField::element_stride;
  if (operands.size() != (is_of_dimension ? 3 : 2)) return false;
  if (is_of_dimension) {
    if (operands[1].kind != OperandKind::integer) return false;
    edit.dimension = static_cast<std::uint32_t>(operands[1].bits);
  }
  edit.value = source(operands.back(), *type);
  return edit.value != kNoSlot;
}

}  // namespace warplens::machine
