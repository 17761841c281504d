// The operands of a tcgen05.mma, and whether what they say is known.
#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/block/tensor_multiplies.h"
#include "kernels/machine/block/tensor_operands.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

using trace::FindingKind;

// How A of 6 and 4 bits lies in tensor memory, PTX says by figures alone, and so it does of a
// pair's 128 rows.
bool may_be_in_cells(const Tcgen05Product& product) {
  if (product.is_of_pair && product.parts() != 1) return false;
  return !product.a_is_mn_major && !is_padded(product.a) && bits_of(product.a) >= 8;
}

// A column of B that is wider than the swizzle's pattern: where the rest of it lies is not known.
bool may_read_b(const Tcgen05Product& product, const MatrixDescriptor& tile) {
  return product.b_is_mn_major || tile.swizzle == 0 || product.b_bytes() <= tile.row_bytes();
}

}  // namespace

void TensorMultiplies::use_values(const Issue& issue, const TensorMultiply& multiply) {
  const auto use = [&](std::uint32_t slot) {
    if (slot != kNoSlot) block_->values.use(issue.frame, slot, issue.mask);
  };
  use(multiply.d.slot);
  use(multiply.a_memory.slot);
  use(multiply.a_scales.slot);
  use(multiply.b_scales.slot);
  use(multiply.a_descriptor);
  use(multiply.b_descriptor);
  use(multiply.metadata.slot);
  use(multiply.form);
  use(multiply.mask);
  use(multiply.adds);
  for (const std::uint32_t slot : multiply.disabled) use(slot);
}

std::optional<TensorMultiplies::Asked> TensorMultiplies::read_operands(
    const Issue& issue, const TensorMultiply& multiply, std::uint32_t lane) {
  Asked asked;
  asked.lane = lane;
  const auto form =
      static_cast<std::uint32_t>(tensor_operand(issue, multiply.form, kTensorWord, lane));
  auto product =
      multiply.chunks == 0
          ? tcgen05_product(multiply.kind, multiply.product, form, multiply.is_of_pair)
          : tcgen05_scaled_product(multiply.kind, multiply.chunks, form, multiply.is_of_pair);
  if (product && multiply.a_descriptor == kNoSlot && !may_be_in_cells(*product)) product.reset();
  if (!product) {
    block_->end_launch(FindingKind::opaque_instruction, {issue.instruction, issue.warp.index, lane},
                       finding_text::unknown_product(form));
    return std::nullopt;
  }
  if (multiply.mask != kNoSlot) {
    const std::uint64_t mask = tensor_operand(issue, multiply.mask, 8, lane);
    if (mask != 0) {
      block_->end_launch(FindingKind::opaque_instruction,
                         {issue.instruction, issue.warp.index, lane},
                         finding_text::unknown_mask(mask));
      return std::nullopt;
    }
  }
  asked.product = *product;
  asked.product.scale = multiply.scale;
  const auto adds = *reinterpret_cast<const std::uint32_t*>(issue.frame.slots + multiply.adds) ^
                    multiply.adds_flip;
  asked.adds = (adds >> lane & 1) != 0;
  asked.d = TensorMemory::cell_of(tensor_address(issue, multiply.d, lane));
  if (product->scales) {
    const auto& scales = *product->scales;
    asked.a_scales = {TensorScales::cell_of(tensor_address(issue, multiply.a_scales, lane)),
                      product->rows, scales.a_byte, scales.chunks};
    asked.b_scales = {TensorScales::cell_of(tensor_address(issue, multiply.b_scales, lane)),
                      product->columns, scales.b_byte, scales.chunks};
  }
  if (product->form == Tcgen05Form::sparse) {
    asked.metadata = TensorMetadata::of(
        *product, TensorMemory::cell_of(tensor_address(issue, multiply.metadata, lane)));
  }
  if (!read_disabled(issue, multiply, asked)) return std::nullopt;
  const auto b = tile_descriptor(*block_, issue, multiply.b_descriptor, lane, kMma);
  if (!b) return std::nullopt;
  if (!may_read_b(*product, *b)) {
    block_->end_launch(FindingKind::opaque_instruction, {issue.instruction, issue.warp.index, lane},
                       finding_text::unknown_descriptor(
                           kMma, tensor_operand(issue, multiply.b_descriptor, 8, lane)));
    return std::nullopt;
  }
  asked.b_tile = *b;
  if (multiply.a_descriptor == kNoSlot) {
    asked.a = TensorMemory::cell_of(tensor_address(issue, multiply.a_memory, lane));
    return asked;
  }
  const auto a = tile_descriptor(*block_, issue, multiply.a_descriptor, lane, kMma);
  if (!a) return std::nullopt;
  asked.a_tile = *a;
  return asked;
}

bool TensorMultiplies::read_disabled(const Issue& issue, const TensorMultiply& multiply,
                                     Asked& asked) {
  for (std::size_t i = 0; i < multiply.disabled.size() && multiply.disabled[i] != kNoSlot; ++i) {
    const auto word = static_cast<std::uint32_t>(
        tensor_operand(issue, multiply.disabled[i], kTensorWord, asked.lane));
    if (!multiply.is_of_pair) {
      asked.disabled[i] = word;
    } else if (word != 0) {
      block_->end_launch(FindingKind::opaque_instruction,
                         {issue.instruction, issue.warp.index, asked.lane},
                         finding_text::unknown_lanes());
      return false;
    }
  }
  return true;
}

}  // namespace warplens::machine
