#include "kernels/machine/block/warp_matrices.h"

#include <cstring>

#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/block/lane_addresses.h"
#include "kernels/machine/block/matrix_keeper.h"
#include "kernels/machine/block/non_finite_watch.h"
#include "kernels/machine/block/whole_warp.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
std::uint32_t WarpMatrices::find_rows(const Issue& issue, const MatrixAccess& matrix,
                                      bool is_store) {
  TrackedValues& values = block_->values;
  if (values.is_on()) {
    values.use(issue.frame, matrix.address.slot, issue.mask);
    for (std::uint32_t m = 0; m < matrix.matrices; ++m) {
      if (is_store) values.use(issue.frame, matrix.slots[m], issue.mask);
      if (!is_store) values.clear(issue.frame, matrix.slots[m], issue.mask);
    }
  }
  const std::uint32_t row_lanes = matrix.matrices == 4 ? ~0u : (1u << (8 * matrix.matrices)) - 1;
  const std::uint32_t rows =
      memory_->bounds.lanes_inside(issue, memory_->shared_range(),
                                   {event_.address, issue.mask & row_lanes, kRowBytes, is_store,
                                    trace::Space::shared, matrix.site});
  block_->events.record(issue, matrix.site, rows, event_);
  return rows;
}

void WarpMatrices::load(const Issue& issue) {
  const MatrixAccess& matrix = block_->image->matrices[issue.code.detail];
  check_whole_warp(*block_, issue, "ldmatrix");
  compute_shared_offsets(issue, matrix.address, matrix.is_generic, event_.address);
  take_own_offsets(block_->shared_start, event_.address);
  MatrixKeeper keeper(*block_, issue);
  load_rows(issue, matrix, find_rows(issue, matrix, false));
  keeper.keep_registers(issue, std::span(matrix.slots).first(matrix.matrices), 4);
}

void WarpMatrices::load_at(const Issue& issue, const MatrixAccess& matrix,
                           const LaneAddresses& rows) {
  event_.address = rows;
  take_own_offsets(block_->shared_start, event_.address);
  load_rows(issue, matrix, find_rows(issue, matrix, false));
}

void WarpMatrices::store(const Issue& issue) {
  const MatrixAccess& matrix = block_->image->matrices[issue.code.detail];
  check_whole_warp(*block_, issue, "stmatrix");
  compute_shared_offsets(issue, matrix.address, matrix.is_generic, event_.address);
  take_own_offsets(block_->shared_start, event_.address);
  MatrixKeeper(*block_, issue)
      .keep_registers(issue, std::span(matrix.slots).first(matrix.matrices), 4);
  const std::uint32_t rows = find_rows(issue, matrix, true);
  store_rows(issue, matrix, rows);
  if (memory_->hazards.is_on()) note_stored_rows(issue, matrix, rows);
}

void WarpMatrices::load_rows(const Issue& issue, const MatrixAccess& matrix, std::uint32_t rows) {
  TrackedValues& values = block_->values;
  const ValueTracker::Loads first = values.begin_load(issue);
  const OwnLanes lanes(rows, event_.address);
  memory_->hazards.note_load(
      issue, SharedHazards::access_of(issue, rows, lanes.placed(), kRowBytes, RaceAccessKind::read),
      matrix.site, first, {});
  for (std::uint32_t m = 0; m < matrix.matrices; ++m) {
    each_lane(issue.mask, [&](std::uint32_t lane) {
      std::uint32_t value = 0;
      for (std::uint32_t half = 0; half < 2; ++half) {
        const RowElement element = row_element(lane, half, matrix.is_transposed);
        const std::uint32_t source = m * 8 + element.row;
        if ((rows >> source & 1) == 0) continue;
        std::uint16_t part = 0;
        std::memcpy(&part, memory_->shared.data() + event_.address[source] + element.column * 2, 2);
        value |= std::uint32_t{part} << (16 * half);
        if (first.node != ValueTracker::kUntracked) {
          TrackedValues::Node& node = issue.frame.node(matrix.slots[m])[lane];
          node = values.combine(node, first.node + source);
        }
      }
      write_slot(issue.frame.slots + matrix.slots[m], 4, lane, value);
    });
  }
}

void WarpMatrices::store_rows(const Issue& issue, const MatrixAccess& matrix, std::uint32_t rows) {
  for (std::uint32_t m = 0; m < matrix.matrices; ++m) {
    each_lane(issue.mask, [&](std::uint32_t lane) {
      const auto value =
          static_cast<std::uint32_t>(read_slot(issue.frame.slots + matrix.slots[m], 4, lane));
      for (std::uint32_t half = 0; half < 2; ++half) {
        const RowElement element = row_element(lane, half, matrix.is_transposed);
        const std::uint32_t target = m * 8 + element.row;
        if ((rows >> target & 1) == 0) continue;
        const auto part = static_cast<std::uint16_t>(value >> (16 * half));
        std::memcpy(memory_->shared.data() + event_.address[target] + element.column * 2, &part, 2);
      }
    });
  }
}

void WarpMatrices::note_stored_rows(const Issue& issue, const MatrixAccess& matrix,
                                    std::uint32_t rows) {
  each_lane(rows, [&](std::uint32_t lane) {
    std::memcpy(values_.data() + std::size_t{lane} * kRowBytes,
                memory_->shared.data() + event_.address[lane], kRowBytes);
  });
  const OwnLanes lanes(rows, event_.address);
  RaceAccess access =
      SharedHazards::access_of(issue, rows, lanes.placed(), kRowBytes, RaceAccessKind::write);
  access.values = values_.data();
  memory_->hazards.note_write(access, matrix.site);
}

void WarpMatrices::multiply(const Issue& issue) {
  const MatrixMultiply& multiply = block_->image->multiplies[issue.code.detail];
  check_whole_warp(*block_, issue, multiply.opcode);
  if (block_->values.is_on()) use_values(issue, multiply);
  if (multiply.sparsity) check_metadata(issue, multiply);
  if (multiply.scales) check_selectors(issue, *multiply.scales);
  MatrixKeeper keeper(*block_, issue);
  for (const MatrixFragment* fragment : {&multiply.a, &multiply.b, &multiply.c}) {
    keeper.keep_fragment(issue, *fragment);
  }
  const auto execute = [&] {
    multiply_matrices(multiply, block_->launch->options->tensor_cores, issue.frame.slots);
    keeper.keep_fragment(issue, multiply.d);
  };
  if (block_->non_finite == nullptr) return execute();
  block_->non_finite->around(issue, execute);
}

void WarpMatrices::check_metadata(const Issue& issue, const MatrixMultiply& multiply) {
  const auto undefined = multiply.sparsity->find_undefined(multiply.a.element, issue.frame.slots);
  if (!undefined) return;
  block_->report.add(trace::FindingKind::undefined_sync,
                     {issue.instruction, issue.warp.index, undefined->lane},
                     finding_text::undefined_metadata(undefined->indices));
}

void WarpMatrices::check_selectors(const Issue& issue, const BlockScales& scales) {
  const auto undefined = scales.find_undefined(issue.frame.slots);
  if (!undefined) return;
  block_->report.add(trace::FindingKind::undefined_sync,
                     {issue.instruction, issue.warp.index, first_lane(issue.mask)},
                     finding_text::undefined_selector(undefined->byte, undefined->thread));
}

// Of the lanes that have none to give, no data are looked at.
void WarpMatrices::use_scales(const Issue& issue, const BlockScales& scales) {
  const std::byte* const frame = issue.frame.slots;
  block_->values.use(issue.frame, scales.a.data, issue.mask & scales.lanes_of_a(frame));
  block_->values.use(issue.frame, scales.b.data, issue.mask & scales.lanes_of_b(frame));
  for (const BlockScales::Source* source : {&scales.a, &scales.b}) {
    block_->values.use(issue.frame, source->byte, issue.mask);
    block_->values.use(issue.frame, source->thread, issue.mask);
  }
}

void WarpMatrices::use_values(const Issue& issue, const MatrixMultiply& multiply) {
  for (const MatrixFragment* fragment : {&multiply.a, &multiply.b, &multiply.c}) {
    for (std::uint32_t i = 0; i < fragment->registers; ++i) {
      block_->values.use(issue.frame, fragment->slots[i], issue.mask);
    }
  }
  if (multiply.sparsity) {
    block_->values.use(issue.frame, multiply.sparsity->metadata, issue.mask);
  }
  if (multiply.scales) use_scales(issue, *multiply.scales);
  for (std::uint32_t i = 0; i < multiply.d.registers; ++i) {
    block_->values.clear(issue.frame, multiply.d.slots[i], issue.mask);
  }
}

}  // namespace warplens::machine
