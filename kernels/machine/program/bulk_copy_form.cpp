#include "kernels/machine/program/bulk_copy_form.h"

#include <array>

#include "kernels/machine/operations/atomic_update.h"
#include "kernels/machine/program/decoder.h"

namespace warplens::machine {
namespace {

using ptx::Operand;
using OperandKind = ptx::Operand::Kind;
using Way = BulkCopyForm::Way;

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

bool take_reduction(Modifiers& modifiers, BulkCopyForm& form) {
  const auto word = modifiers.take_one_of({"add", "min", "max", "inc", "dec", "and", "or", "xor"});
  if (!word) return false;
  form.reduction = kReductions[*word];
  modifiers.take("noftz");
  if (form.dimensions != 0) return true;
  const auto type = modifiers.take_type();
  if (!type || !find_atomic(form.reduction, *type)) return false;
  form.type = *type;
  return true;
}

// Which of a tensor's elements: a tile, or pixels.
bool take_mode(Modifiers& modifiers, BulkCopyForm& form) {
  const bool is_store = form.way == Way::to_global;
  form.is_im2col = modifiers.take(is_store ? "im2col_no_offs" : "im2col");
  return form.is_im2col ? form.dimensions >= kLeastOfIm2col
                        : modifiers.take("tile") || !modifiers.take("im2col");
}

// [map, {coordinates}]
bool read_tensor(const Operand& operand, BulkCopyForm& form) {
  if (operand.kind != OperandKind::memory || operand.elements.size() != 2) return false;
  const Operand& coordinates = operand.elements[1];
  form.coordinates = coordinates.elements;
  return coordinates.kind == OperandKind::vector && form.coordinates.size() == form.dimensions;
}

// Behind both addresses: {bytes,} {[mbarrier],} {{offsets},} {blocks,} {cache policy,} {byte mask}
class OperandsLeft {
 public:
  explicit OperandsLeft(std::span<const Operand> operands) : left_(operands) {}

  // False: there is none left.
  bool take(const Operand*& operand) {
    if (left_.empty()) return false;
    operand = &left_.front();
    left_ = left_.subspan(1);
    return true;
  }
  bool skip() {
    const Operand* unused = nullptr;
    return take(unused);
  }
  [[nodiscard]] bool are_over() const { return left_.empty(); }

 private:
  std::span<const Operand> left_;
};

struct Extras {
  bool blocks = false, cache_policy = false, byte_mask = false;
};

bool read_operands(const ptx::Instruction& instruction, const Extras& extras, BulkCopyForm& form) {
  const auto& operands = instruction.operands;
  if (operands.size() < 2) return false;
  const bool to_shared = form.way == Way::to_shared;
  form.shared = &operands[to_shared ? 0 : 1];
  form.other = &operands[to_shared ? 1 : 0];
  OperandsLeft left{std::span<const Operand>(operands).subspan(2)};
  if (form.dimensions != 0 ? !read_tensor(*form.other, form) : !left.take(form.bytes)) return false;
  if (form.way != Way::to_global && !left.take(form.barrier)) return false;
  if (form.is_im2col && to_shared) {
    const Operand* offsets = nullptr;
    if (!left.take(offsets) || offsets->kind != OperandKind::vector ||
        offsets->elements.size() != form.dimensions - 2) {
      return false;
    }
    form.offsets = offsets->elements;
  }
  return (!extras.blocks || left.take(form.blocks)) && (!extras.cache_policy || left.skip()) &&
         (!extras.byte_mask || left.take(form.byte_mask)) && left.are_over();
}

}  // namespace

std::optional<BulkCopyForm> read_bulk_copy_form(const ptx::Instruction& instruction) {
  // cp{.reduce}.async.bulk{.tensor.Nd}.TO.FROM{.MODE}.COMPLETION{.multicast::cluster}{.OP}{.type}
  // {.CTA_GROUP}
  Modifiers modifiers(instruction);
  BulkCopyForm form;
  const bool reduces = modifiers.take("reduce");
  if (instruction.opcode != "cp" || !modifiers.take("async") || !modifiers.take("bulk")) {
    return std::nullopt;
  }
  if (modifiers.take("tensor")) {
    const auto dimensions = modifiers.take_one_of({"1d", "2d", "3d", "4d", "5d"});
    if (!dimensions) return std::nullopt;
    form.dimensions = static_cast<std::uint32_t>(*dimensions) + 1;
  }
  const auto way = take_way(modifiers);
  if (!way || (form.dimensions != 0 && *way == Way::to_block)) return std::nullopt;
  form.way = *way;
  modifiers.take_cache_hints();
  if (reduces && (form.way == Way::to_shared || !take_reduction(modifiers, form))) {
    return std::nullopt;
  }
  if (form.dimensions != 0 && !take_mode(modifiers, form)) return std::nullopt;
  if (form.dimensions != 0 && form.way == Way::to_shared) {
    form.is_of_pair = modifiers.take_one_of({"cta_group::1", "cta_group::2"}) == 1u;
  }
  Extras extras;
  extras.blocks = modifiers.take("multicast::cluster");
  extras.byte_mask = modifiers.take("cp_mask");
  extras.cache_policy = instruction.has("L2::cache_hint");
  if (!modifiers.empty() || !read_operands(instruction, extras, form)) return std::nullopt;
  return form;
}

}  // namespace warplens::machine
