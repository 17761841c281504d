// mma.sync, dense and sparse, or scaled block by block; sparse and scaled ones are not known.
#include "kernels/machine/program/decoder.h"
#include "kernels/machine/program/matrix_form.h"

namespace warplens::machine {
namespace {

using ptx::ScalarType;

struct MmaShape {
  std::string_view name;
  std::uint32_t m, k;
};
constexpr MmaShape kMmaShapes[] = {
    {"m16n8k4", 16, 4},   {"m16n8k8", 16, 8},     {"m16n8k16", 16, 16},   {"m16n8k32", 16, 32},
    {"m16n8k64", 16, 64}, {"m16n8k128", 16, 128}, {"m16n8k256", 16, 256}, {"m8n8k4", 8, 4},
    {"m8n8k16", 8, 16},   {"m8n8k32", 8, 32},     {"m8n8k128", 8, 128},
};

ScalarType register_type(MatrixElement element) {
  return element == MatrixElement::f64   ? ScalarType::f64
         : element == MatrixElement::f32 ? ScalarType::f32
                                         : ScalarType::b32;
}

bool is_float8(MatrixElement element) {
  return element == MatrixElement::e4m3 || element == MatrixElement::e5m2;
}

bool is_smaller(MatrixElement element) { return is_byte_float(element) && !is_float8(element); }

enum class MmaKind : std::uint8_t { any, f8f6f4, mxf8f6f4, mxf4, mxf4nvf4 };

MmaKind take_mma_kind(Modifiers& modifiers) {
  const auto kind =
      modifiers.take_one_of({"kind::f8f6f4", "kind::mxf8f6f4", "kind::mxf4", "kind::mxf4nvf4"});
  return kind ? static_cast<MmaKind>(*kind + 1) : MmaKind::any;
}

// .block_scale{.scale_vec::NX} … .STYPE; false where there are no such scales.
bool read_scales(Modifiers& modifiers, MmaKind kind, MatrixMultiply& multiply) {
  const bool has_scales = modifiers.take("block_scale");
  if (has_scales != (kind > MmaKind::f8f6f4)) return false;
  if (!has_scales) return true;
  BlockScales scales;
  const auto chunks = modifiers.take_one_of({"scale_vec::1X", "scale_vec::2X", "scale_vec::4X"});
  const auto format = modifiers.take_one_of({"ue4m3", "ue8m0"});
  if (!format || (!chunks && kind == MmaKind::mxf4nvf4)) return false;
  scales.format = static_cast<ScaleFormat>(*format);
  scales.chunks = chunks ? 1u << *chunks : kind == MmaKind::mxf8f6f4 ? 1 : 2;
  const bool is_ue8m0 = scales.format == ScaleFormat::ue8m0;
  multiply.scales = scales;
  if (kind == MmaKind::mxf8f6f4) return is_ue8m0 && scales.chunks == 1;
  if (kind == MmaKind::mxf4) return is_ue8m0 && scales.chunks == 2;
  return scales.chunks == 4 || (scales.chunks == 2 && is_ue8m0);
}

// Whether these are the kind's elements; those of mxf4 come two to a byte.
bool settle_elements(MmaKind kind, MatrixMultiply& multiply) {
  MatrixElement& a = multiply.a.element;
  MatrixElement& b = multiply.b.element;
  const bool are_bytes = is_byte_float(a) && is_byte_float(b);
  if (kind == MmaKind::any) return !is_smaller(a) && !is_smaller(b);
  if (kind < MmaKind::mxf4) return are_bytes;
  if (a != MatrixElement::e2m1 || b != MatrixElement::e2m1) return false;
  a = b = MatrixElement::e2m1_packed;
  return true;
}

// k where a shape is not all that there is.
bool has_depth(MmaKind kind, const MatrixMultiply& multiply) {
  const std::uint32_t k = multiply.shape.k;
  if (kind == MmaKind::mxf4 || kind == MmaKind::mxf4nvf4) return k == 64;
  const bool is_any = !is_smaller(multiply.a.element) && !is_smaller(multiply.b.element);
  if (multiply.sparsity) return is_any || multiply.sparsity->is_ordered;
  return k == 32 || (is_any && kind != MmaKind::mxf8f6f4);
}

// What stands between the opcode and the types: false where it is none of mma's.
bool read_variant(const ptx::Instruction& instruction, Modifiers& modifiers,
                  MatrixMultiply& multiply) {
  const bool is_ordered = modifiers.take("sp::ordered_metadata");
  if (is_ordered || modifiers.take("sp")) multiply.sparsity = Sparsity{.is_ordered = is_ordered};
  if (!modifiers.take("sync") || !modifiers.take("aligned")) return false;
  multiply.saturates = modifiers.take("satfinite");
  std::vector<bool> are_rows;
  for (const std::string& word : instruction.modifiers) {
    if (word == "row" || word == "col") are_rows.push_back(word == "row");
    if (are_rows.size() > 2) return false;
  }
  if (are_rows.size() != 2) return false;
  while (modifiers.take_one_of({"row", "col"})) {
  }
  multiply.quads = QuadLayouts{are_rows[0], are_rows[1]};
  return true;
}

// Volta's form alone has its layouts chosen.
bool settle_layouts(MatrixMultiply& multiply, std::string_view shape) {
  const bool is_usual = multiply.quads->a_is_row && !multiply.quads->b_is_row;
  if (shape == "m8n8k4" && multiply.a.element == MatrixElement::f16) return !multiply.sparsity;
  multiply.quads.reset();
  return is_usual;
}

// The shapes of sparse products are all of 16 rows, and of no f64 and no single bits.
bool may_be_sparse(const MatrixMultiply& multiply) {
  const MatrixElement a = multiply.a.element;
  if (multiply.shape.m != 16 || a == MatrixElement::f64 || a == MatrixElement::b1) return false;
  return !is_byte_float(a) || multiply.shape.k == 64;
}

}  // namespace

// mma{.sp}.sync.aligned.SHAPE.row.col{.kind::f8f6f4}{.satfinite}.D.A.B.C{.xor|and.popc}
// mma.sync.aligned.SHAPE.row.col.kind::KIND.block_scale{.scale_vec::NX}.D.A.B.C.STYPE
std::optional<MatrixMultiply> read_mma(const ptx::Instruction& instruction) {
  Modifiers modifiers(instruction);
  MatrixMultiply multiply;
  if (!read_variant(instruction, modifiers, multiply)) return std::nullopt;
  const MmaKind kind = take_mma_kind(modifiers);
  if (!read_scales(modifiers, kind, multiply)) return std::nullopt;
  if (multiply.scales && (multiply.sparsity || multiply.saturates)) return std::nullopt;
  const bool counts = modifiers.take("popc");
  multiply.is_exclusive = modifiers.take("xor");
  const bool conjoins = modifiers.take("and");
  const std::vector<std::string_view> rest = modifiers.left();
  if (rest.size() != 5 || (multiply.is_exclusive && conjoins)) return std::nullopt;
  MatrixFragment* const places[] = {&multiply.d, &multiply.a, &multiply.b, &multiply.c};
  for (std::size_t i = 0; i < 4; ++i) {
    const auto element = matrix_element(rest[i + 1]);
    if (!element) return std::nullopt;
    places[i]->element = *element;
  }
  const bool has_bits = multiply.a.element == MatrixElement::b1;
  if (counts != has_bits || has_bits != (multiply.is_exclusive || conjoins)) return std::nullopt;
  if (!settle_elements(kind, multiply)) return std::nullopt;
  if (!settle_layouts(multiply, rest[0])) return std::nullopt;
  for (const MmaShape& shape : kMmaShapes) {
    if (shape.name != rest[0]) continue;
    multiply.shape = {shape.m, 8, shape.k};
    if (is_byte_float(multiply.a.element) || multiply.scales) {
      if (!has_depth(kind, multiply)) return std::nullopt;
    }
    if (!multiply.sparsity || may_be_sparse(multiply)) return multiply;
  }
  return std::nullopt;
}

std::vector<ptx::Operand> registers_of(const ptx::Operand& operand) {
  if (operand.kind == ptx::Operand::Kind::vector) return operand.elements;
  return {operand};
}

// The slots of its registers; those of later copies go to `all` alone.
bool Decoder::place_fragment(const Operand& operand, bool is_written, MatrixFragment& fragment,
                             std::vector<std::uint32_t>* all) {
  const std::vector<Operand> registers = registers_of(operand);
  if (registers.size() != std::size_t{fragment.registers} * fragment.copies) return false;
  for (std::uint32_t i = 0; i < registers.size(); ++i) {
    const std::uint32_t slot = is_written
                                   ? destination(registers[i], register_bytes(fragment.element))
                                   : source(registers[i], register_type(fragment.element));
    if (slot == kNoSlot) return false;
    if (i < fragment.registers) fragment.slots[i] = slot;
    if (all != nullptr) all->push_back(slot);
  }
  return true;
}

bool Decoder::place_multiply(const Instruction& instruction, MatrixMultiply& multiply,
                             Decoded& code) {
  const auto& operands = instruction.operands;
  const std::size_t count = multiply.scales ? 8 : multiply.sparsity ? 6 : 4;
  if (operands.size() != count || !place_fragment(operands[0], true, multiply.d) ||
      !place_fragment(operands[1], false, multiply.a) ||
      !place_fragment(operands[2], false, multiply.b) ||
      !place_fragment(operands[3], false, multiply.c)) {
    return false;
  }
  code.kind = InstructionKind::matrix_multiply;
  code.detail = static_cast<std::uint32_t>(image_->multiplies.size());
  image_->multiplies.push_back(multiply);
  return true;
}

bool Decoder::decode_multiply(const Instruction& instruction, Decoded& code) {
  auto multiply = read_mma(instruction);
  if (!multiply || !place_metadata(instruction, *multiply)) return false;
  if (!place_scales(instruction, *multiply) || !place_mma(*multiply)) return false;
  return place_multiply(instruction, *multiply, code);
}

bool Decoder::place_scales(const Instruction& instruction, MatrixMultiply& multiply) {
  // …, data of A, {byte, thread}, data of B, {byte, thread}
  if (!multiply.scales) return true;
  const auto& operands = instruction.operands;
  if (operands.size() != 8) return false;
  const auto place = [&](std::size_t index, BlockScales::Source& from) {
    const std::vector<Operand> data = registers_of(operands[index]);
    const std::vector<Operand> selector = registers_of(operands[index + 1]);
    if (data.size() != 1 || selector.size() != 2) return false;
    from = {source(data[0], ScalarType::b32), source(selector[0], ScalarType::b16),
            source(selector[1], ScalarType::b16)};
    return from.data != kNoSlot && from.byte != kNoSlot && from.thread != kNoSlot;
  };
  return place(4, multiply.scales->a) && place(6, multiply.scales->b);
}

bool Decoder::place_metadata(const Instruction& instruction, MatrixMultiply& multiply) {
  if (!multiply.sparsity) return true;
  const auto& operands = instruction.operands;
  if (operands.size() != 6 || operands[5].kind != ptx::Operand::Kind::integer) return false;
  multiply.sparsity->metadata = source(operands[4], ScalarType::b32);
  multiply.sparsity->selector = static_cast<std::uint32_t>(operands[5].bits);
  return multiply.sparsity->metadata != kNoSlot;
}

}  // namespace warplens::machine
