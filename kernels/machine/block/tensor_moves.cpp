#include "kernels/machine/block/tensor_moves.h"

#include <algorithm>

#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/block/lane_addresses.h"
#include "kernels/machine/block/matrix_keeper.h"
#include "kernels/machine/block/whole_warp.h"
#include "kernels/machine/operations/lane_moves.h"

namespace warplens::machine {
namespace {

using trace::FindingKind;

constexpr std::uint32_t kWarpsOfGroup = 4;
constexpr std::uint32_t kHalfMaskOfCell = 0xffff;

std::string_view opcode_of(const TensorMove& move) {
  return move.is_store ? "tcgen05.st" : "tcgen05.ld";
}

TensorCell cell_at(const TensorMove& move, TensorCell first, std::uint32_t lane,
                   std::uint32_t reg) {
  const TensorCell own = move.image.cell(lane, reg);
  return {first.lane + own.lane, first.column + own.column};
}

}  // namespace

void TensorMoves::start() {
  for (std::vector<Open>& open : open_) open.clear();
}

void TensorMoves::execute(const Issue& issue) {
  const TensorMove& move = block_->image->tensor_moves[issue.code.detail];
  check_whole_warp(*block_, issue, opcode_of(move));
  if (block_->values.is_on()) block_->values.use(issue.frame, move.address.slot, issue.mask);
  const TensorCell first = origin(issue, move);
  std::vector<TensorArea> areas = areas_of(move.image, first);
  for (const TensorArea& area : areas) {
    if (!accesses_.exists(issue, opcode_of(move), area)) return;
  }
  move.is_store ? store(issue, move, first) : load(issue, move, first);
  MatrixKeeper(*block_, issue).keep_registers(issue, move.slots, sizeof(std::uint32_t));
  if (memory_->hazards.is_on()) begin(issue, move, std::move(areas));
}

TensorCell TensorMoves::origin(const Issue& issue, const TensorMove& move) {
  LaneAddresses addresses;
  compute_addresses(issue, move.address, addresses);
  const std::uint32_t leader = first_lane(issue.mask);
  each_lane(issue.mask, [&](std::uint32_t lane) {
    if (addresses[lane] == addresses[leader]) return;
    block_->report.add_lazily(
        FindingKind::undefined_sync, {issue.instruction, issue.warp.index, lane},
        [&] { return finding_text::uneven_operand(opcode_of(move), lane, leader); });
  });
  TensorCell first = TensorMemory::cell_of(addresses[leader]);
  const FindingPlace place{issue.instruction, issue.warp.index, leader};
  const std::uint32_t own = issue.warp.index % kWarpsOfGroup * kWarpSize;
  if (first.lane / kWarpSize * kWarpSize != own) {
    block_->report.add_lazily(FindingKind::undefined_tensor_use, place,
                              [&] { return finding_text::foreign_lanes(first.lane, own); });
  }
  if (first.lane % move.image.lanes() != 0) {
    block_->report.add_lazily(FindingKind::bad_tensor_memory, place, [&] {
      return finding_text::uneven_lane(opcode_of(move), first.lane, move.image.lanes());
    });
  }
  first.lane = own + first.lane % kWarpSize / move.image.lanes() * move.image.lanes();
  return first;
}

std::vector<TensorArea> TensorMoves::areas_of(const TensorImage& image, TensorCell first) {
  TensorArea area{{}, first.column, image.columns()};
  for (std::uint32_t i = 0; i < image.lanes(); ++i) area.lanes.push_back(first.lane + i);
  if (image.shape != TensorImage::Shape::b32x2) return {area};
  TensorArea upper = area;
  upper.column += image.split;
  return {area, upper};
}

void TensorMoves::load(const Issue& issue, const TensorMove& move, TensorCell first) {
  const auto registers = static_cast<std::uint32_t>(move.slots.size());
  ValueTracker::Loads loads = block_->values.begin_load(issue, registers);
  const bool is_followed = loads.load != ValueTracker::kNotFollowed;
  const TensorMemory& tensor = memory_->tensor;
  for (std::uint32_t reg = 0; reg < registers; ++reg) {
    std::byte* const slot = issue.frame.slots + move.slots[reg];
    each_lane(issue.mask, [&](std::uint32_t lane) {
      TensorCell cell = cell_at(move, first, lane, reg);
      std::uint32_t bits = tensor.read(cell);
      if (move.image.is_packed) {
        ++cell.column;
        bits = (bits & kHalfMaskOfCell) | tensor.read(cell) << 16;
      }
      write_slot(slot, sizeof bits, lane, bits);
    });
    if (is_followed) {
      block_->values.set_load(issue, move.slots[reg], issue.mask, loads.node);
    } else if (block_->values.is_on()) {
      block_->values.clear(issue.frame, move.slots[reg], issue.mask);
    }
    if (memory_->hazards.is_on()) note_unset(issue, move, first, reg, loads.load);
    note(issue, move, first, reg, loads.load);
    if (!is_followed) continue;
    loads.node += kWarpSize;
    loads.load += kWarpSize;
  }
}

void TensorMoves::store(const Issue& issue, const TensorMove& move, TensorCell first) {
  TensorMemory& tensor = memory_->tensor;
  tensor.touch();
  for (std::uint32_t reg = 0; reg < move.slots.size(); ++reg) {
    if (block_->values.is_on()) block_->values.use(issue.frame, move.slots[reg], issue.mask);
    const std::byte* const slot = issue.frame.slots + move.slots[reg];
    each_lane(issue.mask, [&](std::uint32_t lane) {
      TensorCell cell = cell_at(move, first, lane, reg);
      const auto bits = static_cast<std::uint32_t>(read_slot(slot, sizeof(std::uint32_t), lane));
      if (!move.image.is_packed) return tensor.write(cell, bits);
      tensor.write(cell, bits & kHalfMaskOfCell);
      ++cell.column;
      tensor.write(cell, bits >> 16);
    });
    note(issue, move, first, reg, ValueTracker::kNotFollowed);
  }
}

void TensorMoves::note_unset(const Issue& issue, const TensorMove& move, TensorCell first,
                             std::uint32_t reg, ValueTracker::Load load) {
  each_lane(issue.mask, [&](std::uint32_t lane) {
    for (std::uint32_t i = 0; i < move.image.cells(); ++i) {
      TensorCell cell = cell_at(move, first, lane, reg);
      cell.column += i;
      if (memory_->tensor.is_written(cell)) continue;
      const FindingPlace place{issue.instruction, issue.warp.index, lane};
      const auto own = ValueTracker::load_of(load, lane);
      if (!block_->asks_for_text(FindingKind::uninitialized_read, place, own)) continue;
      block_->report_if_used(FindingKind::uninitialized_read, place, own,
                             finding_text::unset_cell(cell));
    }
  });
}

void TensorMoves::note(const Issue& issue, const TensorMove& move, TensorCell first,
                       std::uint32_t reg, ValueTracker::Load load) {
  if (!memory_->hazards.is_on()) return;
  for (std::uint32_t i = 0; i < move.image.cells(); ++i) {
    LaneAddresses places{};
    each_lane(issue.mask, [&](std::uint32_t lane) {
      TensorCell cell = cell_at(move, first, lane, reg);
      cell.column += i;
      places[lane] = memory_->tensor.offset(cell);
    });
    const OwnLanes own(issue.mask, places);
    RaceAccess access =
        SharedHazards::access_of(issue, issue.mask, own.placed(), TensorMemory::kCellBytes,
                                 move.is_store ? RaceAccessKind::write : RaceAccessKind::read);
    access.first_load = load;
    memory_->hazards.note(access, trace::kNone);
  }
}

void TensorMoves::begin(const Issue& issue, const TensorMove& move, std::vector<TensorArea> areas) {
  InFlight access;
  access.by = move.is_store ? OpenAccess::By::tensor_store : OpenAccess::By::tensor_load;
  access.access = {issue.warp.index * kWarpSize + first_lane(issue.mask), issue.instruction,
                   move.is_store ? RaceAccessKind::write : RaceAccessKind::read,
                   block_->values.is_on() ? kUsedLoad : 0};
  Open open{move.is_store, issue.instruction,
            issue.mask,    memory_->hazards.in_flight().begin(access),
            &issue.frame,  std::move(areas)};
  for (const TensorArea& area : open.areas) {
    accesses_.cover(open.in_flight, first_lane(issue.mask), area);
  }
  open_[issue.warp.index].push_back(std::move(open));
}

void TensorMoves::wait(const Issue& issue) {
  check_whole_warp(*block_, issue,
                   issue.code.detail == 0 ? "tcgen05.wait::ld" : "tcgen05.wait::st");
  std::vector<Open>& all = open_[issue.warp.index];
  const bool is_for_stores = issue.code.detail != 0;
  for (const Open& open : all) {
    if (open.is_store == is_for_stores) complete(issue.warp.index, open);
  }
  std::erase_if(all, [&](const Open& open) { return open.is_store == is_for_stores; });
  order_lanes(issue);
}

// The lanes' cells are moved together, by shapes in which another lane may have one next time.
void TensorMoves::order_lanes(const Issue& issue) {
  BlockRaces* const races = memory_->shared.races();
  if (races != nullptr) races->warp_barrier(issue.warp.index, issue.mask, issue.warp.live);
}

void TensorMoves::complete(std::uint32_t warp, const Open& open) {
  RaceAccess access;
  access.warp = warp;
  access.kind = open.is_store ? RaceAccessKind::write : RaceAccessKind::read;
  access.instruction = open.instruction;
  access.first_load = !open.is_store && block_->values.is_on() ? kUsedLoad : 0;
  for (const TensorArea& area : open.areas) {
    accesses_.uncover(open.in_flight, area);
    accesses_.remember(area, access);
  }
}

void TensorMoves::check_early_use(const Issue& issue) {
  const FunctionImage& function = *issue.frame.function;
  const auto uses = function.early_uses.find(issue.fragment.pc);
  if (uses == function.early_uses.end()) return;
  const auto is_used = [&](const Open& open) {
    return !open.is_store && (open.mask & issue.mask) != 0 && open.frame == &issue.frame &&
           has_any(open, uses->second);
  };
  std::vector<Open>& all = open_[issue.warp.index];
  for (const Open& open : all) {
    if (!is_used(open)) continue;
    FindingPlace place{issue.instruction, issue.warp.index, first_lane(open.mask & issue.mask)};
    place.other = open.instruction;
    block_->report.add_lazily(FindingKind::undefined_tensor_use, place, [&] {
      return finding_text::early_use(block_->image->code_place(open.instruction));
    });
    complete(issue.warp.index, open);  // it is taken to be there
  }
  std::erase_if(all, is_used);
}

bool TensorMoves::has_any(const Open& open, const std::vector<std::uint32_t>& slots) const {
  const ProgramImage::Place load = block_->image->place(open.instruction);
  const std::uint32_t detail = load.function->code[load.index].detail;
  const std::vector<std::uint32_t>& own = block_->image->tensor_moves[detail].slots;
  return std::ranges::any_of(
      slots, [&](std::uint32_t slot) { return std::ranges::find(own, slot) != own.end(); });
}

}  // namespace warplens::machine
