#include "kernels/machine/block/tensor_multiplies.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/block/tensor_operands.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

using trace::FindingKind;

constexpr std::string_view kMma = "tcgen05.mma";

// How A of 6 and 4 bits lies in tensor memory, PTX says by figures alone.
bool may_be_in_cells(const Tcgen05Product& product) {
  return !product.a_is_mn_major && !is_padded(product.a) && bits_of(product.a) >= 8;
}

// A column of B that is wider than the swizzle's pattern: where the rest of it lies is not known.
bool may_read_b(const Tcgen05Product& product, const MatrixDescriptor& tile) {
  return product.b_is_mn_major || tile.swizzle == 0 || product.b_bytes() <= tile.row_bytes();
}

// Of a chunk of a tile.
std::uint32_t used_bytes(MatrixElement element) {
  if (!is_padded(element)) return SharedTile::kChunkBytes;
  return element == MatrixElement::e2m1 ? 8 : 12;
}

// Rows, part by part.
TensorArea rows_of(const Tcgen05Product& product, TensorCell first, std::uint32_t columns) {
  TensorArea area{{}, first.column, columns};
  for (std::uint32_t part = 0; part < product.parts(); ++part) {
    for (std::uint32_t row = 0; row < product.rows; ++row) {
      area.lanes.push_back(first.lane + part * product.rows + product.lane(row));
    }
  }
  return area;
}

}  // namespace

void TensorMultiplies::multiply(const Issue& issue) {
  const TensorMultiply& multiply = block_->image->tensor_multiplies[issue.code.detail];
  note_uncounted(*block_, issue, kMma);
  if (block_->values.is_on()) use_values(issue, multiply);
  each_lane(issue.mask, [&](std::uint32_t lane) {
    if (!block_->has_ended) this->multiply(issue, multiply, lane);
  });
}

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
  auto product = multiply.chunks == 0
                     ? tcgen05_product(multiply.kind, multiply.product, form)
                     : tcgen05_scaled_product(multiply.kind, multiply.chunks, form);
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
  for (std::size_t i = 0; i < asked.disabled.size() && multiply.disabled[i] != kNoSlot; ++i) {
    asked.disabled[i] =
        static_cast<std::uint32_t>(tensor_operand(issue, multiply.disabled[i], kTensorWord, lane));
  }
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

void TensorMultiplies::multiply(const Issue& issue, const TensorMultiply& multiply,
                                std::uint32_t lane) {
  const auto asked = read_operands(issue, multiply, lane);
  if (!asked) return;
  const Tcgen05Product& product = asked->product;
  const TensorArea d = rows_of(product, asked->d, product.columns / product.parts());
  TensorArea a;
  if (asked->a) a = rows_of(product, *asked->a, Tcgen05Product::kDepthBytes / kTensorWord);
  if (may_lie(issue, *asked) && has_cells(issue, *asked, d, a)) compute(issue, *asked, d, a);
}

bool TensorMultiplies::may_lie(const Issue& issue, const Asked& asked) {
  const Tcgen05Product& product = asked.product;
  const std::uint32_t multiple = product.rows == 64 && !product.is_stationary() ? 16 : 128;
  std::vector<TensorCell> firsts = {asked.d, asked.a.value_or(TensorCell{})};
  if (asked.metadata) firsts.push_back(asked.metadata->first);
  if (asked.a_scales) firsts.insert(firsts.end(), {asked.a_scales->first, asked.b_scales->first});
  const auto uneven = std::ranges::find_if(
      firsts, [multiple](TensorCell first) { return first.lane % multiple != 0; });
  if (uneven == firsts.end()) return true;
  block_->report.add_lazily(
      FindingKind::bad_tensor_memory, {issue.instruction, issue.warp.index, asked.lane},
      [&] { return finding_text::uneven_lane(kMma, uneven->lane, multiple); });
  return false;
}

bool TensorMultiplies::has_cells(const Issue& issue, const Asked& asked, const TensorArea& d,
                                 const TensorArea& a) {
  const auto exists = [&](const TensorArea& area) { return accesses_.exists(issue, kMma, area); };
  if (!exists(d) || (asked.a && !exists(a))) return false;
  if (asked.metadata && !exists(asked.metadata->area())) return false;
  if (!asked.a_scales) return true;
  return std::ranges::all_of(asked.a_scales->areas(), exists) &&
         std::ranges::all_of(asked.b_scales->areas(), exists);
}

void TensorMultiplies::read_scales(const Issue& issue, const TensorScales& scales,
                                   TensorPipe::Operation& operation) {
  for (TensorArea& area : scales.areas()) pipe_->read(issue, std::move(area), operation);
  const auto uneven = scales.find_uneven(memory_->tensor);
  if (!uneven) return;
  block_->report.add_lazily(
      FindingKind::bad_tensor_memory, {issue.instruction, issue.warp.index, first_lane(issue.mask)},
      [&] { return finding_text::uneven_scales(uneven->cell, uneven->lane); });
}

void TensorMultiplies::read_factors(const Issue& issue, const Asked& asked, const TensorArea& a,
                                    TensorPipe::Operation& operation) {
  const Tcgen05Product& product = asked.product;
  const std::uint32_t depth = product.depth(), in_chunk = product.rows_in_chunk();
  const std::uint32_t b_bytes = product.b_bytes();
  constexpr std::uint32_t kDepthBytes = Tcgen05Product::kDepthBytes;
  if (asked.a) {
    pipe_->read(issue, a, operation);
  } else {
    SharedTiles::place(asked.a_tile, product.a_is_mn_major,
                       {0, product.rows, depth, kDepthBytes, in_chunk}, a_);
    a_.used_bytes = used_bytes(product.a);
    pipe_->read(issue, a_, operation);
  }
  SharedTiles::place(asked.b_tile, product.b_is_mn_major,
                     {0, product.columns, depth * (b_bytes / kDepthBytes), b_bytes, in_chunk}, b_);
  b_.used_bytes = used_bytes(product.b);
  pipe_->read(issue, b_, operation);
}

void TensorMultiplies::compute(const Issue& issue, const Asked& asked, const TensorArea& d,
                               const TensorArea& a) {
  const Tcgen05Product& product = asked.product;
  TensorPipe::Operation operation = pipe_->begin(issue, asked.lane, kMma);
  read_factors(issue, asked, a, operation);
  if (asked.metadata) pipe_->read(issue, asked.metadata->area(), operation);
  if (asked.a_scales) {
    read_scales(issue, *asked.a_scales, operation);
    read_scales(issue, *asked.b_scales, operation);
  }
  TensorMemory& tensor = memory_->tensor;
  std::vector<std::uint32_t> sums(std::size_t{product.rows} * product.columns);
  const auto each_cell = [&](auto act) {
    for (std::uint32_t row = 0; row < product.rows; ++row) {
      for (std::uint32_t j = 0; j < product.columns; ++j) {
        act(TensorCell{d.lanes[j / d.columns * product.rows + row], d.column + j % d.columns},
            sums[std::size_t{row} * product.columns + j]);
      }
    }
  };
  if (asked.adds) {
    accesses_.check_written(issue, d);
    each_cell([&](TensorCell cell, std::uint32_t& sum) { sum = tensor.read(cell); });
  }
  sum(issue, asked, a, sums);
  const auto is_disabled = [&](std::uint32_t lane) {
    return (asked.disabled[lane / kWarpSize] >> lane % kWarpSize & 1) != 0;
  };
  each_cell([&](TensorCell cell, std::uint32_t sum) {
    if (!is_disabled(cell.lane)) tensor.write(cell, sum);
  });
  TensorArea written = d;
  std::erase_if(written.lanes, is_disabled);
  pipe_->write(std::move(written), operation);
  pipe_->end(std::move(operation));
}

std::vector<std::uint8_t> TensorMultiplies::places_of(const Issue& issue, const Asked& asked) {
  if (!asked.metadata) return {};
  const auto undefined = asked.metadata->find_undefined(memory_->tensor);
  if (undefined) {
    block_->report.add_lazily(FindingKind::undefined_sync,
                              {issue.instruction, issue.warp.index, asked.lane},
                              [&] { return finding_text::undefined_metadata(*undefined); });
  }
  return asked.metadata->places(memory_->tensor);
}

void TensorMultiplies::sum(const Issue& issue, const Asked& asked, const TensorArea& a,
                           std::vector<std::uint32_t>& sums) {
  const Tcgen05Product& product = asked.product;
  const std::vector<std::uint8_t> places = places_of(issue, asked);
  if (asked.a) gather(asked, a, 0);
  const auto multiply = [&](std::vector<std::uint32_t>& to) {
    if (!product.scales) {
      return multiply_tcgen05(product, asked.adds, a_.bytes.data(), b_.bytes.data(), places, to);
    }
    multiply_tcgen05_scaled(product, asked.adds, a_.bytes.data(), b_.bytes.data(),
                            asked.a_scales->read(memory_->tensor),
                            asked.b_scales->read(memory_->tensor), to);
  };
  const std::vector<std::uint32_t> before = sums;
  multiply(sums);
  const std::uint32_t columns = product.columns / product.parts();
  for (std::uint32_t part = 1; asked.a && part < product.parts(); ++part) {
    gather(asked, a, part);
    std::vector<std::uint32_t> own = before;
    multiply(own);
    for (std::uint32_t row = 0; row < product.rows; ++row) {
      const auto first = static_cast<std::ptrdiff_t>(row * product.columns + part * columns);
      std::copy_n(own.begin() + first, columns, sums.begin() + first);
    }
  }
}

void TensorMultiplies::gather(const Asked& asked, const TensorArea& area, std::uint32_t part) {
  for (std::uint32_t row = 0; row < asked.product.rows; ++row) {
    for (std::uint32_t i = 0; i < area.columns; ++i) {
      const std::uint32_t bits =
          memory_->tensor.read({area.lanes[part * asked.product.rows + row], area.column + i});
      std::memcpy(a_.bytes.data() + (std::size_t{row} * area.columns + i) * sizeof bits, &bits,
                  sizeof bits);
    }
  }
}

}  // namespace warplens::machine
