#include "kernels/machine/block/tensor_accesses.h"

#include <algorithm>

#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/block/cluster.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

using trace::FindingKind;

constexpr std::uint32_t kCell = TensorMemory::kCellBytes;

FindingPlace first_place(const Issue& issue) {
  return {issue.instruction, issue.warp.index, first_lane(issue.mask)};
}

}  // namespace

bool TensorAccesses::exists(const Issue& issue, std::string_view opcode, const TensorArea& area) {
  const bool has_columns =
      area.column < TensorMemory::kColumns && area.columns <= TensorMemory::kColumns - area.column;
  const bool has_lanes = std::ranges::all_of(
      area.lanes, [](std::uint32_t lane) { return lane < TensorMemory::kLanes; });
  if (!has_columns || !has_lanes) {
    block_->report.add_lazily(FindingKind::out_of_bounds, first_place(issue), [&] {
      return finding_text::outside_tensor_memory(
          opcode, static_cast<std::uint32_t>(area.lanes.size()), area.columns,
          {area.lanes.empty() ? 0 : area.lanes.front(), area.column});
    });
    return false;
  }
  if (!memory_->tensor.are_allocated(area.column, area.columns)) {
    block_->report.add_lazily(FindingKind::bad_tensor_memory, first_place(issue), [&] {
      return finding_text::unallocated_columns(opcode, area.column, area.columns);
    });
  }
  return true;
}

void TensorAccesses::check_written(const Issue& issue, const TensorArea& area) {
  if (!memory_->hazards.is_on() || block_->values.is_on()) return;
  for (const std::uint32_t lane : area.lanes) {
    for (std::uint32_t i = 0; i < area.columns; ++i) {
      const TensorCell cell{lane, area.column + i};
      if (memory_->tensor.is_written(cell)) continue;
      block_->report.add_lazily(FindingKind::uninitialized_read, first_place(issue),
                                [&] { return finding_text::unset_cell(cell); });
    }
  }
}

template <class Act>
void TensorAccesses::each_access(const TensorArea& area, RaceAccess access, Act act) {
  constexpr std::uint32_t kMost = 4;  // cells
  const std::uint32_t cells = (area.column | area.columns) % kMost == 0 ? kMost : 1;
  access.width = cells * kCell;
  for (std::size_t first = 0; first < area.lanes.size(); first += kWarpSize) {
    const auto count =
        static_cast<std::uint32_t>(std::min<std::size_t>(area.lanes.size() - first, kWarpSize));
    access.mask = count == kWarpSize ? ~0u : (1u << count) - 1;
    for (std::uint32_t column = 0; column < area.columns; column += cells) {
      LaneAddresses places{};
      for (std::uint32_t i = 0; i < count; ++i) {
        places[i] = memory_->tensor.offset({area.lanes[first + i], area.column + column});
      }
      const OwnLanes own(access.mask, places);
      access.lanes = own.placed();
      act(access);
    }
  }
}

void TensorAccesses::note(const TensorArea& area, const RaceAccess& like) {
  each_access(area, like,
              [&](const RaceAccess& access) { memory_->hazards.note(access, trace::kNone); });
}

void TensorAccesses::remember(const TensorArea& area, const RaceAccess& like) {
  each_access(area, like, [&](const RaceAccess& access) { memory_->hazards.remember(access); });
}

void TensorAccesses::note_of(std::uint32_t rank, const TensorArea& area, const RaceAccess& like) {
  BlockRaces* const races = memory_->shared.races();
  if (races == nullptr || block_->cluster == nullptr || block_->cluster->races() == nullptr) return;
  each_access(area, like, [&](const RaceAccess& access) { races->access_other(access, rank); });
  memory_->hazards.note_cluster_races(trace::kNone);
}

void TensorAccesses::cover(std::uint32_t number, std::uint32_t lane, const TensorArea& area) {
  for (const std::uint32_t row : area.lanes) {
    memory_->hazards.in_flight().cover(number, lane, memory_->tensor.offset({row, area.column}),
                                       area.columns * kCell, nullptr);
  }
}

void TensorAccesses::uncover(std::uint32_t number, const TensorArea& area) {
  for (const std::uint32_t row : area.lanes) {
    memory_->hazards.in_flight().uncover(number, memory_->tensor.offset({row, area.column}),
                                         area.columns * kCell);
  }
}

}  // namespace warplens::machine
