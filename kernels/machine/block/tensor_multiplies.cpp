#include "kernels/machine/block/tensor_multiplies.h"

#include <array>
#include <cstring>
#include <utility>

#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/block/lane_addresses.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

using trace::FindingKind;

constexpr std::uint32_t kTensorWord = 4;
constexpr std::string_view kMma = "tcgen05.mma", kCopy = "tcgen05.cp";

std::uint64_t operand(const Issue& issue, std::uint32_t slot, std::uint32_t bytes,
                      std::uint32_t lane) {
  return read_slot(issue.frame.slots + slot, bytes, lane);
}

std::uint64_t address_at(const Issue& issue, const AddressOperand& address, std::uint32_t lane) {
  LaneAddresses addresses;
  compute_addresses(issue, address, addresses);
  return addresses[lane];
}

// Fixed bits of a shared memory descriptor ("Shared memory descriptor"): 46 to 48 are 0b001, 53 to
// 60 nothing; bit 52 is another mode of sm_103a's. Swizzles are 0, 2, 4 and 6; 1 has atoms of 32
// bytes.
bool is_known_descriptor(std::uint64_t bits) {
  return (bits >> 46 & 0x7) == 1 && (bits >> 52 & 0x1ff) == 0 && (bits >> 61 & 1) == 0;
}

TensorArea rows_of(const Tcgen05Product& product, TensorCell first, std::uint32_t columns) {
  TensorArea area{{}, first.column, columns};
  for (std::uint32_t row = 0; row < product.rows; ++row) {
    area.lanes.push_back(first.lane + product.lane(row));
  }
  return area;
}

}  // namespace

void TensorMultiplies::note_uncounted(const Issue& issue, std::string_view opcode) {
  block_->report.add_lazily(FindingKind::uncounted_read,
                            {issue.instruction, issue.warp.index, first_lane(issue.mask)},
                            [&] { return finding_text::uncounted_read(opcode); });
}

void TensorMultiplies::multiply(const Issue& issue) {
  const TensorMultiply& multiply = block_->image->tensor_multiplies[issue.code.detail];
  note_uncounted(issue, kMma);
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
  use(multiply.a_descriptor);
  use(multiply.b_descriptor);
  use(multiply.form);
  use(multiply.adds);
  for (const std::uint32_t slot : multiply.disabled) use(slot);
}

std::optional<MatrixDescriptor> TensorMultiplies::descriptor_at(const Issue& issue,
                                                                std::uint32_t slot,
                                                                std::uint32_t lane,
                                                                std::string_view opcode) {
  const std::uint64_t bits = operand(issue, slot, 8, lane);
  if (is_known_descriptor(bits)) return MatrixDescriptor::of(bits);
  block_->end_launch(FindingKind::opaque_instruction, {issue.instruction, issue.warp.index, lane},
                     finding_text::unknown_descriptor(opcode, bits));
  return std::nullopt;
}

std::optional<TensorMultiplies::Asked> TensorMultiplies::read_operands(
    const Issue& issue, const TensorMultiply& multiply, std::uint32_t lane) {
  Asked asked;
  asked.lane = lane;
  const auto form = static_cast<std::uint32_t>(operand(issue, multiply.form, kTensorWord, lane));
  auto product = tcgen05_product(multiply.kind, form);
  if (product && product->a_is_mn_major && multiply.a_descriptor == kNoSlot) product.reset();
  if (!product) {
    block_->end_launch(FindingKind::opaque_instruction, {issue.instruction, issue.warp.index, lane},
                       finding_text::unknown_product(form));
    return std::nullopt;
  }
  asked.product = *product;
  asked.product.scale = multiply.scale;
  const auto adds = *reinterpret_cast<const std::uint32_t*>(issue.frame.slots + multiply.adds) ^
                    multiply.adds_flip;
  asked.adds = (adds >> lane & 1) != 0;
  asked.d = TensorMemory::cell_of(address_at(issue, multiply.d, lane));
  for (std::size_t i = 0; i < asked.disabled.size() && multiply.disabled[i] != kNoSlot; ++i) {
    asked.disabled[i] =
        static_cast<std::uint32_t>(operand(issue, multiply.disabled[i], kTensorWord, lane));
  }
  const auto b = descriptor_at(issue, multiply.b_descriptor, lane, kMma);
  if (!b) return std::nullopt;
  asked.b_tile = *b;
  if (multiply.a_descriptor == kNoSlot) {
    asked.a = TensorMemory::cell_of(address_at(issue, multiply.a_memory, lane));
    return asked;
  }
  const auto a = descriptor_at(issue, multiply.a_descriptor, lane, kMma);
  if (!a) return std::nullopt;
  asked.a_tile = *a;
  return asked;
}

void TensorMultiplies::multiply(const Issue& issue, const TensorMultiply& multiply,
                                std::uint32_t lane) {
  const auto asked = read_operands(issue, multiply, lane);
  if (!asked) return;
  const Tcgen05Product& product = asked->product;
  const TensorArea d = rows_of(product, asked->d, product.columns);
  TensorArea a;
  if (asked->a) a = rows_of(product, *asked->a, Tcgen05Product::kDepthBytes / kTensorWord);
  const std::uint32_t multiple = product.rows == 64 ? 16 : 128;
  for (const TensorCell& first : {asked->d, asked->a.value_or(TensorCell{})}) {
    if (first.lane % multiple == 0) continue;
    block_->report.add_lazily(
        FindingKind::bad_tensor_memory, {issue.instruction, issue.warp.index, lane},
        [&] { return finding_text::uneven_lane(kMma, first.lane, multiple); });
    return;
  }
  if (!accesses_.exists(issue, kMma, d)) return;
  if (asked->a && !accesses_.exists(issue, kMma, a)) return;
  compute(issue, *asked, d, a);
}

void TensorMultiplies::compute(const Issue& issue, const Asked& asked, const TensorArea& d,
                               const TensorArea& a) {
  const Tcgen05Product& product = asked.product;
  const std::uint32_t depth = product.depth(), in_chunk = product.rows_in_chunk();
  constexpr std::uint32_t kDepthBytes = Tcgen05Product::kDepthBytes;
  TensorPipe::Operation operation = pipe_->begin(issue, asked.lane, kMma);
  if (asked.a) {
    pipe_->read(issue, a, operation);
    gather(asked, a);
  } else {
    SharedTiles::place(asked.a_tile, product.a_is_mn_major,
                       {0, product.rows, depth, kDepthBytes, in_chunk}, a_);
    pipe_->read(issue, a_, operation);
  }
  SharedTiles::place(asked.b_tile, product.b_is_mn_major,
                     {0, product.columns, depth, kDepthBytes, in_chunk}, b_);
  pipe_->read(issue, b_, operation);
  TensorMemory& tensor = memory_->tensor;
  std::vector<std::uint32_t> sums(std::size_t{product.rows} * product.columns);
  const auto each_cell = [&](auto act) {
    for (std::uint32_t row = 0; row < product.rows; ++row) {
      for (std::uint32_t j = 0; j < product.columns; ++j) {
        act(TensorCell{d.lanes[row], d.column + j}, sums[std::size_t{row} * product.columns + j]);
      }
    }
  };
  if (asked.adds) {
    accesses_.check_written(issue, d);
    each_cell([&](TensorCell cell, std::uint32_t& sum) { sum = tensor.read(cell); });
  }
  multiply_tcgen05(product, asked.adds, a_.bytes.data(), b_.bytes.data(), sums);
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

void TensorMultiplies::gather(const Asked& asked, const TensorArea& area) {
  for (std::uint32_t row = 0; row < asked.product.rows; ++row) {
    for (std::uint32_t i = 0; i < area.columns; ++i) {
      const std::uint32_t bits = memory_->tensor.read({area.lanes[row], area.column + i});
      std::memcpy(a_.bytes.data() + (std::size_t{row} * area.columns + i) * sizeof bits, &bits,
                  sizeof bits);
    }
  }
}

void TensorMultiplies::copy(const Issue& issue) {
  const TensorCopy& copy = block_->image->tensor_copies[issue.code.detail];
  note_uncounted(issue, kCopy);
  if (block_->values.is_on()) {
    block_->values.use(issue.frame, copy.destination.slot, issue.mask);
    block_->values.use(issue.frame, copy.descriptor, issue.mask);
  }
  each_lane(issue.mask, [&](std::uint32_t lane) {
    if (!block_->has_ended) this->copy(issue, copy, lane);
  });
}

void TensorMultiplies::copy(const Issue& issue, const TensorCopy& copy, std::uint32_t lane) {
  const auto matrix = descriptor_at(issue, copy.descriptor, lane, kCopy);
  if (!matrix) return;
  const TensorCell first = TensorMemory::cell_of(address_at(issue, copy.destination, lane));
  const std::uint32_t cells = copy.chunks * SharedTile::kChunkBytes / kTensorWord;
  TensorArea area{{}, first.column, cells};
  for (std::uint32_t i = 0; i < copy.copies; ++i) {
    for (std::uint32_t row = 0; row < copy.rows; ++row) {
      area.lanes.push_back(first.lane + i * copy.copies_apart + row % copy.together +
                           row / copy.together * copy.apart);
    }
  }
  if (!accesses_.exists(issue, kCopy, area)) return;
  TensorPipe::Operation operation = pipe_->begin(issue, lane, kCopy);
  SharedTiles::place(*matrix, false, {0, copy.rows, 0, copy.chunks * SharedTile::kChunkBytes}, a_);
  pipe_->read(issue, a_, operation);
  for (std::size_t i = 0; i < area.lanes.size(); ++i) {
    for (std::uint32_t j = 0; j < cells; ++j) {
      std::uint32_t bits = 0;
      std::memcpy(&bits, a_.bytes.data() + (i % copy.rows * cells + j) * sizeof bits, sizeof bits);
      memory_->tensor.write({area.lanes[i], area.column + j}, bits);
    }
  }
  pipe_->write(std::move(area), operation);
  pipe_->end(std::move(operation));
}

}  // namespace warplens::machine
