#include "kernels/machine/block/tensor_multiplies.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/block/tensor_operands.h"
#include "kernels/machine/launch/matrix_records.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

using trace::FindingKind;

// Of a chunk of a tile.
std::uint32_t used_bytes(MatrixElement element) {
  if (!is_padded(element)) return SharedTile::kChunkBytes;
  return element == MatrixElement::e2m1 ? 8 : 12;
}

trace::TensorKind kind_of(const Tcgen05Product& product) {
  using trace::TensorKind;
  if (bits_of(product.a) == 4) return TensorKind::tcgen05_f4;
  switch (product.a) {
    case MatrixElement::f16:
    case MatrixElement::bf16:
      return TensorKind::tcgen05_f16;
    case MatrixElement::tf32:
      return TensorKind::tcgen05_tf32;
    case MatrixElement::s8:
    case MatrixElement::u8:
      return TensorKind::tcgen05_s8;
    default:
      return TensorKind::tcgen05_f8;
  }
}

// As one tile of all columns: K-major one column after the other, MN-major those of each k.
void join_columns(const SharedTile& even, const SharedTile& odd, std::uint32_t runs,
                  std::vector<std::byte>& both) {
  const std::size_t bytes = std::size_t{even.chunks} * SharedTile::kChunkBytes, run = bytes / runs;
  both.resize(2 * bytes);
  for (std::uint32_t i = 0; i < runs; ++i) {
    std::memcpy(both.data() + 2 * i * run, even.bytes.data() + i * run, run);
    std::memcpy(both.data() + (2 * i + 1) * run, odd.bytes.data() + i * run, run);
  }
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

void TensorMultiplies::multiply(const Issue& issue, const TensorMultiply& multiply,
                                std::uint32_t lane) {
  auto asked = read_operands(issue, multiply, lane);
  if (!asked) return;
  if (multiply.is_of_pair) asked->peer = peer_.find(issue, kMma);
  if (multiply.is_of_pair && asked->peer == nullptr) return;
  const Tcgen05Product& product = asked->product;
  const TensorArea d = rows_of(product, asked->d, product.columns / product.parts());
  TensorArea a;
  if (asked->a) a = rows_of(product, *asked->a, Tcgen05Product::kDepthBytes / kTensorWord);
  if (!may_lie(issue, *asked) || !has_cells(issue, *asked, d, a)) return;
  record(issue, multiply, *asked);
  block_->multiply_adds[static_cast<std::size_t>(kind_of(product))] += product.multiply_adds();
  compute(issue, *asked, d, a);
}

void TensorMultiplies::record(const Issue& issue, const TensorMultiply& multiply,
                              const Asked& asked) {
  if (block_->matrices == nullptr) return;
  TensorRecord record;
  record.instruction = block_->image->place(issue.instruction).instruction;
  record.events = block_->events.recorded();
  record.warp = issue.warp.index;
  record.product = asked.product;
  if (multiply.a_descriptor != kNoSlot) {
    record.a_descriptor = tensor_operand(issue, multiply.a_descriptor, 8, asked.lane);
  }
  record.b_descriptor = tensor_operand(issue, multiply.b_descriptor, 8, asked.lane);
  block_->matrices->add(std::move(record));
}

bool TensorMultiplies::may_lie(const Issue& issue, const Asked& asked) {
  const Tcgen05Product& product = asked.product;
  const std::uint32_t multiple = product.begins_between() ? 16 : 128;
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
  const auto exists = [&](const TensorArea& area) {
    if (!accesses_.exists(issue, kMma, area)) return false;
    if (asked.peer != nullptr) peer_.check_allocated(issue, *asked.peer, kMma, area);
    return true;
  };
  if (!exists(d) || (asked.a && !exists(a))) return false;
  if (asked.metadata && !exists(asked.metadata->area())) return false;
  if (!asked.a_scales) return true;
  return std::ranges::all_of(asked.a_scales->areas(), exists) &&
         std::ranges::all_of(asked.b_scales->areas(), exists);
}

void TensorMultiplies::read_scales(const Issue& issue, const TensorScales& scales, const Side& side,
                                   TensorPipe::Operation& operation) {
  for (TensorArea& area : scales.areas()) {
    if (side.peer == nullptr) {
      pipe_->read(issue, std::move(area), operation);
    } else {
      pipe_->read_of(issue, *side.peer, area, operation);
    }
  }
  const auto uneven = scales.find_uneven(*side.tensor);
  if (!uneven) return;
  block_->report.add_lazily(
      FindingKind::bad_tensor_memory, {issue.instruction, issue.warp.index, first_lane(issue.mask)},
      [&] {
        const FindingText text = finding_text::uneven_scales(uneven->cell, uneven->lane);
        return side.peer == nullptr ? text : finding_text::in_other_block(text);
      });
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
                     {0, product.own_columns(), depth * (b_bytes / kDepthBytes), b_bytes, in_chunk},
                     b_);
  b_.used_bytes = used_bytes(product.b);
  pipe_->read(issue, b_, operation);
  if (asked.peer != nullptr) read_other_factors(issue, asked, a, operation);
}

void TensorMultiplies::read_other_factors(const Issue& issue, const Asked& asked,
                                          const TensorArea& a, TensorPipe::Operation& operation) {
  if (asked.a) {
    pipe_->read_of(issue, *asked.peer, a, operation);
  } else {
    other_a_ = a_;
    pipe_->read_of(issue, *asked.peer, other_a_, operation);
  }
  other_b_ = b_;
  pipe_->read_of(issue, *asked.peer, other_b_, operation);
  const bool is_even = block_->rank % 2 == 0;
  join_columns(is_even ? b_ : other_b_, is_even ? other_b_ : b_,
               asked.product.b_is_mn_major ? asked.product.depth() : 1, both_b_);
}

void TensorMultiplies::compute(const Issue& issue, const Asked& asked, const TensorArea& d,
                               const TensorArea& a) {
  TensorPipe::Operation operation = pipe_->begin(issue, asked.lane, kMma);
  read_factors(issue, asked, a, operation);
  if (asked.metadata) pipe_->read(issue, asked.metadata->area(), operation);
  std::vector<Side> sides = {{nullptr, &memory_->tensor, &a_}};
  if (asked.peer != nullptr) {
    sides.push_back({asked.peer, &asked.peer->memory->tensor, &other_a_});
  }
  for (const Side& side : sides) {
    if (asked.a_scales) {
      read_scales(issue, *asked.a_scales, side, operation);
      read_scales(issue, *asked.b_scales, side, operation);
    }
    compute_side(issue, asked, d, a, side);
  }
  TensorArea written = d;
  std::erase_if(written.lanes, [&](std::uint32_t lane) { return is_disabled(asked, lane); });
  if (asked.peer != nullptr) pipe_->write_of(*asked.peer, written, operation);
  pipe_->write(std::move(written), operation);
  pipe_->end(std::move(operation));
}

bool TensorMultiplies::is_disabled(const Asked& asked, std::uint32_t lane) {
  return (asked.disabled[lane / kWarpSize] >> lane % kWarpSize & 1) != 0;
}

void TensorMultiplies::compute_side(const Issue& issue, const Asked& asked, const TensorArea& d,
                                    const TensorArea& a, const Side& side) {
  const Tcgen05Product& product = asked.product;
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
    if (side.peer == nullptr) {
      accesses_.check_written(issue, d);
    } else {
      peer_.check_written(issue, *side.peer, d);
    }
    each_cell([&](TensorCell cell, std::uint32_t& sum) { sum = side.tensor->read(cell); });
  }
  sum(issue, asked, a, side, sums);
  each_cell([&](TensorCell cell, std::uint32_t sum) {
    if (!is_disabled(asked, cell.lane)) side.tensor->write(cell, sum);
  });
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
                           const Side& side, std::vector<std::uint32_t>& sums) {
  const Tcgen05Product& product = asked.product;
  const std::vector<std::uint8_t> places = places_of(issue, asked);
  if (asked.a) gather(asked, a, side, 0);
  const std::byte* const b = asked.peer == nullptr ? b_.bytes.data() : both_b_.data();
  const auto multiply = [&](std::vector<std::uint32_t>& to) {
    if (!product.scales) {
      return multiply_tcgen05(product, asked.adds, side.a->bytes.data(), b, places, to);
    }
    multiply_tcgen05_scaled(product, asked.adds, side.a->bytes.data(), b,
                            asked.a_scales->read(*side.tensor), asked.b_scales->read(*side.tensor),
                            to);
  };
  const std::vector<std::uint32_t> before = sums;
  multiply(sums);
  const std::uint32_t columns = product.columns / product.parts();
  for (std::uint32_t part = 1; asked.a && part < product.parts(); ++part) {
    gather(asked, a, side, part);
    std::vector<std::uint32_t> own = before;
    multiply(own);
    for (std::uint32_t row = 0; row < product.rows; ++row) {
      const auto first = static_cast<std::ptrdiff_t>(row * product.columns + part * columns);
      std::copy_n(own.begin() + first, columns, sums.begin() + first);
    }
  }
}

void TensorMultiplies::gather(const Asked& asked, const TensorArea& area, const Side& side,
                              std::uint32_t part) {
  for (std::uint32_t row = 0; row < asked.product.rows; ++row) {
    for (std::uint32_t i = 0; i < area.columns; ++i) {
      const std::uint32_t bits =
          side.tensor->read({area.lanes[part * asked.product.rows + row], area.column + i});
      std::memcpy(side.a->bytes.data() + (std::size_t{row} * area.columns + i) * sizeof bits, &bits,
                  sizeof bits);
    }
  }
}

}  // namespace warplens::machine
