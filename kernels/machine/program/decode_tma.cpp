// cp.async.bulk, cp.reduce.async.bulk, those of tensors, and the bulk groups; changes of tensor
// maps.
#include <algorithm>

#include "kernels/machine/program/bulk_copy_form.h"
#include "kernels/machine/program/decoder.h"

namespace warplens::machine {
namespace {

using OperandKind = ptx::Operand::Kind;
using ptx::ScalarType;
using ptx::StateSpace;
using Way = TmaCopy::Way;

// A tensor's type is its map's.
bool may_round(const TmaCopy& copy) {
  if (copy.reduction != "add") return false;
  return copy.dimensions != 0 || copy.type == ScalarType::f16 || copy.type == ScalarType::bf16 ||
         copy.type == ScalarType::f32 || copy.type == ScalarType::f64;
}

trace::EventKind kind_of(Way way) {
  if (way == Way::to_shared) return trace::EventKind::bulk_load;
  return way == Way::to_global ? trace::EventKind::bulk_store : trace::EventKind::bulk_send;
}

}  // namespace

bool Decoder::decode_bulk(const Instruction& instruction, Decoded& code) {
  Modifiers modifiers(instruction);
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
  return decode_bulk_copy(instruction, code);
}

bool Decoder::decode_bulk_copy(const Instruction& instruction, Decoded& code) {
  const auto form = read_bulk_copy_form(instruction);
  TmaCopy copy;
  if (!form || !decode_bulk_operands(*form, copy)) return false;
  // The order in which blocks come shows where a sum is rounded, and by what .inc and .dec wrap.
  if (!copy.reduction.empty() && copy.way == Way::to_global &&
      (copy.reduction == "inc" || copy.reduction == "dec" || may_round(copy))) {
    image_->order_dependent = true;
  }
  image_->has_agents = true;
  if (copy.way != Way::to_shared) image_->stores_by_tma = image_->reads_shared = true;
  if (copy.way == Way::to_block || copy.blocks != kNoSlot || copy.is_of_pair) {
    image_->uses_cluster = image_->maps_cluster = true;
  }
  code.kind = InstructionKind::tma_copy;
  code.detail = static_cast<std::uint32_t>(image_->tma_copies.size());
  code.site =
      add_site(site(instruction, kind_of(copy.way), trace::Space::none, trace::BulkCopy::kUnit));
  image_->tma_copies.push_back(copy);
  return true;
}

bool Decoder::decode_bulk_operands(const BulkCopyForm& form, TmaCopy& copy) {
  copy.way = form.way;
  copy.dimensions = form.dimensions;
  copy.is_im2col = form.is_im2col;
  copy.is_of_pair = form.is_of_pair;
  copy.reduction = form.reduction;
  copy.type = form.type;
  Operand other = *form.other;
  if (form.dimensions != 0) other.elements.pop_back();
  const auto decode = [&](const Operand* operand, ScalarType type, std::uint32_t& slot) {
    if (operand != nullptr) slot = source(*operand, type);
    return operand == nullptr || slot != kNoSlot;
  };
  if (!decode_address(*form.shared, copy.shared) || !decode_address(other, copy.other) ||
      (form.barrier != nullptr && !decode_address(*form.barrier, copy.barrier)) ||
      !decode(form.bytes, ScalarType::u32, copy.bytes) ||
      !decode(form.blocks, ScalarType::u16, copy.blocks) ||
      !decode(form.byte_mask, ScalarType::u16, copy.byte_mask)) {
    return false;
  }
  for (std::size_t d = 0; d < form.coordinates.size(); ++d) {
    if (!decode(&form.coordinates[d], ScalarType::s32, copy.coordinates[d])) return false;
  }
  for (std::size_t d = 0; d < form.offsets.size(); ++d) {
    if (!decode(&form.offsets[d], ScalarType::u16, copy.offsets[d])) return false;
  }
  note_global_side(form);
  return true;
}

void Decoder::note_global_side(const BulkCopyForm& form) {
  if (form.dimensions != 0) {
    (form.way == Way::to_shared ? image_->reads_anywhere : image_->writes_anywhere) = true;
  } else if (form.way == Way::to_shared) {
    note_read(*form.other, StateSpace::global);
  } else if (form.way == Way::to_global) {
    note_write(*form.other, StateSpace::global);
  }
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
