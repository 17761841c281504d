// Asynchronous copies and matrix loads and stores.
#include "kernels/machine/program/decoder.h"
#include "kernels/machine/program/matrix_form.h"

namespace warplens::machine {
namespace {

using OperandKind = ptx::Operand::Kind;
using ptx::StateSpace;

// As ptxas (CUDA 13.0) translates it: a constant size of nothing or all needs no zeros of its own.
bool zero_fills(const std::vector<ptx::Operand>& operands, const AsyncCopy& copy) {
  if (copy.source_bytes == kNoSlot) return false;
  const ptx::Operand& size = operands[3];
  if (size.kind != OperandKind::integer) return true;
  return size.bits != 0 && size.bits < copy.width;
}

}  // namespace

bool Decoder::decode_async(const Instruction& instruction, Decoded& code) {
  if (!instruction.has("async")) return false;
  const auto& modifiers = instruction.modifiers;
  const std::string& last = modifiers.back();
  if (modifiers.size() == 2 && last == "commit_group") {
    code.kind = InstructionKind::async_commit;
    return true;
  }
  if (modifiers.size() == 2 && (last == "wait_group" || last == "wait_all")) {
    code.kind = InstructionKind::async_wait;
    if (last == "wait_all") {
      code.detail = kNoIndex;
      return true;
    }
    if (instruction.operands.size() != 1) return false;
    code.detail = static_cast<std::uint32_t>(instruction.operands[0].bits);
    return instruction.operands[0].kind == OperandKind::integer;
  }
  if (instruction.has("bulk")) return decode_bulk(instruction, code);
  if (instruction.has("mbarrier")) return decode_copy_arrival(instruction, code);
  return decode_async_copy(instruction, code);
}

bool Decoder::decode_async_copy(const Instruction& instruction, Decoded& code) {
  // cp.async.{ca,cg}.shared.global [dst], [src], bytes{, source bytes | ignore-source predicate};
  Modifiers modifiers(instruction);
  const auto& operands = instruction.operands;
  AsyncCopy copy;
  modifiers.take("async");
  const auto level = modifiers.take_one_of({"ca", "cg"});
  modifiers.take_cache_hints();
  const bool to_shared = modifiers.take("shared") || modifiers.take("shared::cta");
  if (!level || !to_shared || !modifiers.take("global") || !modifiers.empty()) return false;
  if (operands.size() < 3 || operands.size() > 5) return false;
  if (!decode_address(operands[0], copy.destination)) return false;
  if (!decode_address(operands[1], copy.source)) return false;
  const std::uint64_t width = operands[2].bits;
  if (operands[2].kind != OperandKind::integer) return false;
  if (width != 16 && (*level == 1 || (width != 4 && width != 8))) return false;
  copy.width = static_cast<std::uint8_t>(width);
  if (operands.size() > 3) {
    const Operand& extra = operands[3];
    const bool is_predicate =
        extra.kind == OperandKind::reg && layout_.register_bytes(extra.index) == 0;
    const bool is_policy =
        extra.kind == OperandKind::reg && layout_.register_bytes(extra.index) == 8;
    std::uint32_t& slot = is_predicate ? copy.ignore_source : copy.source_bytes;
    if (!is_policy) {
      slot = source(extra, is_predicate ? ptx::ScalarType::pred : ptx::ScalarType::u32);
      if (slot == kNoSlot) return false;
    }
    copy.ignore_flip = extra.negated ? ~0u : 0u;
  }
  note_read(operands[1], StateSpace::global);
  trace::Site record =
      site(instruction, trace::EventKind::async_copy, trace::Space::shared, copy.width);
  record.traits.is_async_bypass_l1 = *level == 1;
  record.traits.zero_fills = zero_fills(operands, copy);
  copy.site = add_site(std::move(record));
  code.kind = InstructionKind::async_copy;
  code.detail = static_cast<std::uint32_t>(image_->copies.size());
  image_->copies.push_back(copy);
  return true;
}

// ldmatrix.sync.aligned.m8n8.xN{.trans}.shared.b16 {r…}, [row];   stmatrix: [row], {r…}
std::optional<MatrixRows> read_matrix_rows(const ptx::Instruction& instruction) {
  if (instruction.opcode != "ldmatrix" && instruction.opcode != "stmatrix") return std::nullopt;
  Modifiers modifiers(instruction);
  MatrixRows rows;
  rows.is_store = instruction.opcode == "stmatrix";
  constexpr std::uint32_t kCounts[] = {1, 2, 4};
  const bool is_known =
      modifiers.take("sync") && modifiers.take("aligned") && modifiers.take("m8n8");
  const auto count = modifiers.take_one_of({"x1", "x2", "x4"});
  rows.is_transposed = modifiers.take("trans");
  const StateSpace space = modifiers.take_space();
  const auto type = modifiers.take_type();
  if (!is_known || !count || type != ptx::ScalarType::b16 || !modifiers.empty()) {
    return std::nullopt;
  }
  if (space != StateSpace::shared && space != StateSpace::generic) return std::nullopt;
  rows.is_generic = space == StateSpace::generic;
  rows.matrices = kCounts[*count];
  return rows;
}

bool Decoder::decode_matrix(const Instruction& instruction, Decoded& code) {
  const auto rows = read_matrix_rows(instruction);
  if (!rows || instruction.operands.size() != 2) return false;
  const bool is_store = rows->is_store;
  MatrixAccess matrix;
  matrix.is_transposed = rows->is_transposed;
  matrix.is_generic = rows->is_generic;
  matrix.matrices = static_cast<std::uint8_t>(rows->matrices);
  const Operand& data = instruction.operands[is_store ? 1 : 0];
  const std::vector<Operand> elements =
      data.kind == OperandKind::vector ? data.elements : std::vector<Operand>{data};
  if (elements.size() != matrix.matrices) return false;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    matrix.slots[i] =
        is_store ? source(elements[i], ptx::ScalarType::b32) : destination(elements[i], 4);
    if (matrix.slots[i] == kNoSlot) return false;
  }
  if (!decode_address(instruction.operands[is_store ? 0 : 1], matrix.address)) return false;
  trace::Site record =
      site(instruction, is_store ? trace::EventKind::store_matrix : trace::EventKind::load_matrix,
           trace::Space::shared, 16);
  record.traits.matrices = matrix.matrices;
  matrix.site = add_site(std::move(record));
  if (!is_store) image_->reads_shared = true;
  code.kind = is_store ? InstructionKind::store_matrix : InstructionKind::load_matrix;
  code.detail = static_cast<std::uint32_t>(image_->matrices.size());
  image_->matrices.push_back(matrix);
  return true;
}

}  // namespace warplens::machine
