// wmma.load, wmma.store and wmma.mma.
#include <algorithm>

#include "kernels/machine/program/decoder.h"
#include "kernels/machine/program/matrix_form.h"

namespace warplens::machine {
namespace {

using ptx::ScalarType;
using ptx::StateSpace;

// What is next to what: rows of A and of a sum, columns of B, are long ones in registers.
bool is_along(const WmmaForm& form, bool is_row_major) {
  return is_row_major != (form.role == MatrixRole::b || form.fragment.is_transposed);
}

std::optional<WmmaForm> read_access(Modifiers& modifiers, WmmaForm form) {
  const auto layout = modifiers.take_one_of({"row", "col"});
  const bool is_usual = modifiers.take("sync") && modifiers.take("aligned");
  form.space = modifiers.take_space();
  const auto rest = modifiers.left();
  if (!layout || !is_usual || rest.size() != 2) return std::nullopt;
  if (form.space != StateSpace::generic && form.space != StateSpace::global &&
      form.space != StateSpace::shared) {
    return std::nullopt;
  }
  const auto shape = wmma_shape(rest[0]);
  const auto element = matrix_element(rest[1]);
  const auto fragment =
      shape && element ? wmma_fragment(form.role, *shape, *element) : std::nullopt;
  if (!fragment) return std::nullopt;
  const bool is_row_major = *layout == 0;
  // 4-bit and single-bit factors lie one way alone.
  if (bits_of(*element) < 8 && is_row_major == (form.role == MatrixRole::b)) return std::nullopt;
  form.shape = *shape;
  form.fragment = *fragment;
  form.parts = wmma_pieces(*fragment, form.role, is_along(form, is_row_major),
                           form.space == StateSpace::shared);
  const std::uint32_t rows = form.role == MatrixRole::b ? shape->k : shape->m;
  const std::uint32_t columns = form.role == MatrixRole::a ? shape->k : shape->n;
  form.least_stride = is_row_major ? columns : rows;
  return form;
}

// The layouts as they are written: 4-bit and single-bit factors have but these.
bool has_layouts(const ptx::Instruction& instruction, MatrixElement factor) {
  return bits_of(factor) >= 8 || (instruction.has("row") && instruction.has("col"));
}

}  // namespace

// wmma.mma{.xor|.and.popc}.sync.aligned.LAYOUT.LAYOUT.SHAPE{.rn}.D{.A.B}.C{.satfinite}
std::optional<MatrixMultiply> read_wmma_multiply(const ptx::Instruction& instruction) {
  Modifiers modifiers(instruction);
  MatrixMultiply multiply;
  multiply.opcode = "wmma.mma";
  const bool is_usual =
      modifiers.take("mma") && modifiers.take("sync") && modifiers.take("aligned");
  multiply.saturates = modifiers.take("satfinite");
  const bool counts = modifiers.take("popc");
  multiply.is_exclusive = modifiers.take("xor");
  const bool conjoins = modifiers.take("and");
  const auto a_layout = modifiers.take_one_of({"row", "col"});
  const auto b_layout = modifiers.take_one_of({"row", "col"});
  const bool rounds = modifiers.take("rn");
  const std::vector<std::string_view> rest = modifiers.left();
  if (!is_usual || !a_layout || !b_layout || (rest.size() != 3 && rest.size() != 5)) {
    return std::nullopt;
  }
  const auto shape = wmma_shape(rest[0]);
  const bool names_factors = rest.size() == 5;
  const auto d = matrix_element(rest[1]), c = matrix_element(rest.back());
  const auto a = names_factors ? matrix_element(rest[2]) : MatrixElement::f16;
  const auto b = names_factors ? matrix_element(rest[3]) : MatrixElement::f16;
  if (!shape || !a || !b || !c || !d) return std::nullopt;
  const bool has_bits = a == MatrixElement::b1;
  if (counts != has_bits || has_bits != (multiply.is_exclusive != conjoins)) return std::nullopt;
  if (names_factors == (a == MatrixElement::f16)) return std::nullopt;
  if (rounds && a != MatrixElement::f64) return std::nullopt;
  if (multiply.saturates && d != MatrixElement::s32) return std::nullopt;
  multiply.shape = *shape;
  multiply.a.element = *a;
  multiply.b.element = *b;
  multiply.c.element = *c;
  multiply.d.element = *d;
  if (!place_wmma(multiply) || !has_layouts(instruction, multiply.a.element)) return std::nullopt;
  return multiply;
}

std::optional<WmmaForm> read_wmma_form(const ptx::Instruction& instruction) {
  if (instruction.opcode != "wmma") return std::nullopt;
  Modifiers modifiers(instruction);
  WmmaForm form;
  form.is_store = modifiers.take("store");
  if (form.is_store) {
    if (!modifiers.take("d")) return std::nullopt;
    form.role = MatrixRole::sums;
    return read_access(modifiers, form);
  }
  constexpr MatrixRole kRoles[] = {MatrixRole::a, MatrixRole::b, MatrixRole::sums};
  if (!modifiers.take("load")) return std::nullopt;
  const auto role = modifiers.take_one_of({"a", "b", "c"});
  if (!role) return std::nullopt;
  form.role = kRoles[*role];
  return read_access(modifiers, form);
}

bool Decoder::decode_wmma(const Instruction& instruction, Decoded& code) {
  return instruction.has("mma") ? decode_wmma_multiply(instruction, code)
                                : decode_wmma_access(instruction, code);
}

bool Decoder::decode_wmma_multiply(const Instruction& instruction, Decoded& code) {
  auto multiply = read_wmma_multiply(instruction);
  return multiply && place_multiply(instruction, *multiply, code);
}

bool Decoder::place_stride(const Instruction& instruction, const WmmaForm& form, WmmaAccess& wmma) {
  wmma.stride = instruction.operands.size() > 2 ? source(instruction.operands[2], ScalarType::b32)
                                                : layout_.constant(4, form.least_stride);
  return wmma.stride != kNoSlot;
}

bool Decoder::decode_wmma_access(const Instruction& instruction, Decoded& code) {
  // wmma.load.a.sync.aligned.LAYOUT.SHAPE{.SPACE}.TYPE {r…}, [p]{, stride};   wmma.store.d …: [p],
  // r
  auto form = read_wmma_form(instruction);
  const auto& operands = instruction.operands;
  if (!form || operands.size() < 2 || operands.size() > 3) return false;
  WmmaAccess wmma;
  wmma.is_store = form->is_store;
  wmma.parts = form->parts;
  wmma.copies = form->fragment.copies;
  wmma.element_bits = bits_of(form->fragment.element);
  const Operand& memory = operands[form->is_store ? 0 : 1];
  const Operand& data = operands[form->is_store ? 1 : 0];
  if (!place_fragment(data, !form->is_store, form->fragment, &wmma.slots) ||
      !decode_address(memory, wmma.address) || !place_stride(instruction, *form, wmma)) {
    return false;
  }
  if (wmma.parts.matrices != 0) {
    add_wmma_matrices(instruction, wmma);
  } else if (!add_wmma_accesses(instruction, *form, wmma)) {
    return false;
  }
  wmma.is_store ? note_write(memory, form->space) : note_read(memory, form->space);
  code.kind = InstructionKind::wmma_access;
  code.detail = static_cast<std::uint32_t>(image_->wmma_accesses.size());
  image_->wmma_accesses.push_back(std::move(wmma));
  return true;
}

void Decoder::add_wmma_matrices(const Instruction& instruction, WmmaAccess& wmma) {
  MatrixAccess matrix;
  matrix.address = wmma.address;
  matrix.is_transposed = wmma.parts.turns;
  matrix.matrices = static_cast<std::uint8_t>(wmma.parts.matrices);
  trace::Site record =
      site(instruction, trace::EventKind::load_matrix, trace::Space::shared, wmma.parts.width);
  record.traits.matrices = matrix.matrices;
  matrix.site = add_site(std::move(record));
  image_->reads_shared = true;
  wmma.first = static_cast<std::uint32_t>(image_->matrices.size());
  for (std::size_t i = 0; i < wmma.parts.pieces.size(); ++i) {
    std::copy_n(wmma.slots.begin() + static_cast<std::ptrdiff_t>(i * matrix.matrices),
                matrix.matrices, matrix.slots.begin());
    image_->matrices.push_back(matrix);
  }
}

bool Decoder::add_wmma_accesses(const Instruction& instruction, const WmmaForm& form,
                                WmmaAccess& wmma) {
  const std::uint32_t register_size = register_bytes(form.fragment.element);
  const bool is_indirect = wmma.parts.joins_bytes || (wmma.is_store && wmma.parts.turns);
  MemoryAccess access;
  access.space = form.space;
  access.address = wmma.address;
  access.reach = reach_of(instruction.operands[wmma.is_store ? 0 : 1]);
  access.width = static_cast<std::uint8_t>(wmma.parts.width);
  access.elements = static_cast<std::uint8_t>(wmma.parts.registers);
  access.element_bytes = static_cast<std::uint8_t>(access.width / access.elements);
  access.register_bytes = static_cast<std::uint8_t>(register_size);
  access.shared_kind = wmma.is_store ? RaceAccessKind::write : RaceAccessKind::read;
  access.alone = find_moves(access.element_bytes, register_size, false, false);
  access.concurrent = find_moves(access.element_bytes, register_size, false, true);
  add_access_sites(instruction, wmma.is_store ? trace::EventKind::store : trace::EventKind::load,
                   {}, access);
  if (!wmma.is_store && form.space != StateSpace::global) image_->reads_shared = true;
  wmma.first = static_cast<std::uint32_t>(image_->accesses.size());
  for (std::uint32_t i = 0; i < wmma.parts.pieces.size(); ++i) {
    for (std::uint32_t j = 0; j < access.elements; ++j) {
      if (is_indirect) wmma.pieces.push_back(layout_.temporary(register_size));
      access.slots[j] = is_indirect ? wmma.pieces.back() : wmma.slots[i * access.elements + j];
    }
    image_->accesses.push_back(access);
  }
  return true;
}

}  // namespace warplens::machine
