#include "kernels/machine/block/wgmma_matrices.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <utility>

#include "kernels/machine/block/agents.h"
#include "kernels/machine/block/barrier_keeper.h"
#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/block/matrix_keeper.h"
#include "kernels/machine/block/non_finite_watch.h"
#include "kernels/machine/block/whole_warp.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

constexpr std::uint32_t kWideBytes = 8;

std::uint64_t wide_value(const Issue& issue, std::uint32_t slot, std::uint32_t lane) {
  return read_slot(issue.frame.slots + slot, kWideBytes, lane);
}

// The operand scale-d, a bit a lane.
std::uint32_t scale_d(const Issue& issue, const WgmmaMultiply& multiply) {
  return *reinterpret_cast<const std::uint32_t*>(issue.frame.slots + multiply.scale_d) ^
         multiply.scale_d_flip;
}

}  // namespace

void WgmmaMatrices::start() {
  warpgroups_.clear();
  if (block_->image->wgmma_multiplies.empty()) return;
  warpgroups_.resize((warps_.size() + Multiply::kWarps - 1) / Multiply::kWarps);
}

void WgmmaMatrices::multiply(const Issue& issue) {
  const Multiply& multiply = block_->image->wgmma_multiplies[issue.code.detail];
  check_whole_warp(*block_, issue, "wgmma");
  check_warpgroup(issue);
  check_uniform(issue, multiply);
  block_->report.add_lazily(trace::FindingKind::uncounted_read,
                            {issue.instruction, issue.warp.index, first_lane(issue.mask)},
                            [] { return finding_text::uncounted_read("wgmma"); });
  const std::uint32_t lane = first_lane(issue.mask);
  const std::uint32_t number = issue.warp.index / Multiply::kWarps;
  const std::uint32_t warp = issue.warp.index % Multiply::kWarps;
  Warpgroup& warpgroup = warpgroups_[number];
  Asked asked;
  asked.warp = &issue.warp;
  asked.fragment = issue.fragment;
  asked.code = &issue.code;
  asked.instruction = issue.instruction;
  asked.mask = issue.mask;
  asked.group = warpgroup.committed[warp];
  asked.number = warpgroup.numbers[warp]++;
  asked.adds = (scale_d(issue, multiply) >> lane & 1) != 0;
  asked.b = wide_value(issue, multiply.b_slot, lane);
  MatrixKeeper keeper(*block_, issue);
  asked.record = keeper.record();
  if (multiply.a_has_descriptor) {
    asked.a = wide_value(issue, multiply.a_slots[0], lane);
  } else {
    keeper.keep_registers(issue, multiply.a_slots, 4);
    asked.a_rows.resize(std::size_t{Multiply::kRows} * Multiply::kDepthBytes);
    gather_rows(multiply, issue.frame.slots, asked.a_rows.data());
  }
  keeper.keep_descriptors(multiply.a_has_descriptor ? std::optional(asked.a) : std::nullopt,
                          asked.b);
  if (multiply.sparsity) {
    check_metadata(issue, multiply);
    asked.places = sparse_places(multiply, issue.frame.slots);
  }
  if (block_->values.is_on()) use_values(issue, multiply, asked.adds);
  ask_agents(memory_->shared.races(), issue.warp.index, asked.number);
  warpgroup.asked[warp].push_back(std::move(asked));
  begin_ready(number);
  // The registers of a call are gone when it returns, perhaps before the other warps come.
  if (issue.frame.caller != nullptr) begin_all(number, warp);
}

void WgmmaMatrices::commit(const Issue& issue) {
  if (warpgroups_.empty()) return;
  Warpgroup& warpgroup = warpgroups_[issue.warp.index / Multiply::kWarps];
  ++warpgroup.committed[issue.warp.index % Multiply::kWarps];
  BarrierKeeper(*block_).add_group(BarrierStep::commit, issue, AsyncGroup::wgmma);
}

void WgmmaMatrices::begin_ready(std::uint32_t warpgroup) {
  while (true) {
    std::vector<std::uint32_t> ready;
    for (std::uint32_t warp = 0; warp < Multiply::kWarps; ++warp) {
      const std::size_t index = std::size_t{warpgroup} * Multiply::kWarps + warp;
      const bool has_asked = !warpgroups_[warpgroup].asked[warp].empty();
      if (has_asked) ready.push_back(warp);
      if (!has_asked && index < warps_.size() && warps_[index].live != 0) return;
    }
    if (ready.empty()) return;
    begin(warpgroup, ready);
  }
}

void WgmmaMatrices::begin_all(std::uint32_t warpgroup, std::uint32_t warp) {
  while (!warpgroups_[warpgroup].asked[warp].empty()) begin(warpgroup, {&warp, 1});
}

void WgmmaMatrices::begin(std::uint32_t warpgroup, std::span<const std::uint32_t> warps) {
  Warpgroup& group = warpgroups_[warpgroup];
  for (const std::uint32_t warp : warps) {
    order_behind_part(memory_->shared.races(), *block_, warpgroup * Multiply::kWarps + warp,
                      group.asked[warp].front().number);
  }
  check_descriptors(warpgroup, warps);
  Begun begun;
  const Asked& first = group.asked[warps.front()].front();
  begun.instruction = first.instruction;
  begun.group = first.group;
  const bool is_noted = memory_->hazards.is_on();
  if (is_noted) {
    InFlight access;
    access.by = OpenAccess::By::wgmma;
    access.access = {warpgroup * Multiply::kWarps * kWarpSize, first.instruction,
                     RaceAccessKind::read, block_->values.is_on() ? kUsedLoad : 0};
    access.group = first.group;
    constexpr std::uint32_t kThreads = Multiply::kWarps * kWarpSize;
    begun.reader = {"wgmma", warp_of_wgmma(*block_, warpgroup),
                    memory_->hazards.generic_writes()->latest_fence(warpgroup * kThreads,
                                                                    (warpgroup + 1) * kThreads),
                    memory_->hazards.in_flight().begin(access)};
  }
  const std::uint64_t b = first.b;
  for (const std::uint32_t warp : warps) {
    Asked asked = std::move(group.asked[warp].front());
    group.asked[warp].pop_front();
    compute(asked, warp == warps.front() || asked.b != b, begun);
  }
  if (!is_noted) return;
  record(warpgroup, begun);
  group.begun.push_back(std::move(begun));
}

void WgmmaMatrices::record(std::uint32_t warpgroup, Begun& begun) {
  const BarrierKeeper keeper(*block_);
  if (!keeper.is_on()) return;
  BarrierRecord record = keeper.begin(BarrierStep::read_begins, begun.instruction, block_->rank,
                                      warpgroup * Multiply::kWarps, ~0u);
  record.warps = Multiply::kWarps;
  record.runs = runs_of(begun.reader.places, SharedTile::kChunkBytes);
  begun.record = keeper.begin_access(std::move(record), AsyncGroup::wgmma);
}

void WgmmaMatrices::compute(Asked& asked, bool is_first, Begun& begun) {
  const Issue issue = asked.issue();
  const Multiply& multiply = block_->image->wgmma_multiplies[asked.code->detail];
  const bool is_noted = memory_->hazards.is_on();
  if (multiply.a_has_descriptor) {
    const std::uint32_t row = asked.warp->index % Multiply::kWarps * Multiply::kRows;
    SharedTiles::place(MatrixDescriptor::of(asked.a), multiply.a_is_mn_major,
                       {row, Multiply::kRows, multiply.stored_depth()}, a_);
    tiles_.read(issue, a_, is_noted ? &begun.reader : nullptr);
  } else {
    std::ranges::copy(asked.a_rows, a_.bytes.begin());
  }
  // All warps read the same B.
  SharedTiles::place(MatrixDescriptor::of(asked.b), multiply.b_is_mn_major,
                     {0, multiply.columns, multiply.depth, multiply.column_bytes()}, b_);
  tiles_.read(issue, b_, is_noted && is_first ? &begun.reader : nullptr);
  const auto a = std::span<const std::byte>(a_.bytes).first(std::size_t{Multiply::kRows} *
                                                            Multiply::kDepthBytes);
  const auto b = std::span<const std::byte>(b_.bytes).first(std::size_t{multiply.columns} *
                                                            multiply.column_bytes());
  MatrixKeeper keeper(*block_, asked.record);
  if (multiply.a_has_descriptor) keeper.keep_bytes(a);
  keeper.keep_bytes(b);
  keeper.keep_registers(issue, asked.adds ? multiply.d_slots : std::vector<std::uint32_t>(), 4);
  const auto execute = [&] {
    multiply_wgmma(multiply, asked.adds, a_.bytes.data(), b_.bytes.data(), asked.places.data(),
                   issue.frame.slots);
    keeper.keep_registers(issue, multiply.d_slots, 4);
  };
  if (block_->non_finite == nullptr) return execute();
  block_->non_finite->around(issue, execute, {a, b, asked.adds});
}

void WgmmaMatrices::wait(std::uint32_t warpgroup, std::uint32_t instruction,
                         std::uint32_t groups_left, std::uint64_t barrier) {
  if (warpgroups_.empty()) return;
  for (std::uint32_t warp = 0; warp < Multiply::kWarps; ++warp) begin_all(warpgroup, warp);
  BlockRaces* const races = memory_->shared.races();
  if (races == nullptr) return;
  Warpgroup& group = warpgroups_[warpgroup];
  const std::uint32_t committed = group.committed.front();
  std::erase_if(group.begun, [&](const Begun& begun) {
    if (begun.group < committed && begun.group + groups_left < committed) {
      tiles_.complete(begun.instruction, begun.reader);
      BarrierKeeper(*block_).end_access(BarrierStep::read_ends, begun.record,
                                        warpgroup * Multiply::kWarps, ~0u);
      return true;
    }
    InFlight& access = memory_->hazards.in_flight().at(begun.reader.in_flight);
    access.wait = instruction;
    access.groups_left = groups_left;
    access.is_committed = begun.group < committed;
    return false;
  });
  races->arrive(barrier, threads_of_warp(warp_of_wgmma(*block_, warpgroup)));
}

void WgmmaMatrices::leave(const Warp& warp) {
  if (warpgroups_.empty()) return;
  begin_all(warp.index / Multiply::kWarps, warp.index % Multiply::kWarps);
}

void WgmmaMatrices::check_warpgroup(const Issue& issue) {
  const std::uint32_t begin = issue.warp.index / Multiply::kWarps * Multiply::kWarps;
  const std::uint32_t warps = block_->launch->warps - begin;
  if (warps >= Multiply::kWarps) return;
  block_->report.add(trace::FindingKind::undefined_sync,
                     {issue.instruction, issue.warp.index, first_lane(issue.mask)},
                     finding_text::partial_warpgroup(warps));
}

void WgmmaMatrices::check_uniform(const Issue& issue, const Multiply& multiply) {
  const std::uint32_t first = first_lane(issue.mask);
  const auto differs = [&](std::uint32_t slot, std::uint32_t lane) {
    return wide_value(issue, slot, lane) != wide_value(issue, slot, first);
  };
  const std::uint32_t adding = scale_d(issue, multiply);
  std::uint32_t odd = (adding >> first & 1) != 0 ? ~adding & issue.mask : adding & issue.mask;
  each_lane(issue.mask, [&](std::uint32_t lane) {
    const bool differs_in_a = multiply.a_has_descriptor && differs(multiply.a_slots[0], lane);
    if (differs_in_a || differs(multiply.b_slot, lane)) odd |= 1u << lane;
  });
  if (odd == 0) return;
  block_->report.add(trace::FindingKind::undefined_sync,
                     {issue.instruction, issue.warp.index, first_lane(odd)},
                     finding_text::uneven_matrices(first_lane(odd), first));
}

void WgmmaMatrices::check_descriptors(std::uint32_t warpgroup,
                                      std::span<const std::uint32_t> warps) {
  const auto& queues = warpgroups_[warpgroup].asked;
  const Asked& first = queues[warps.front()].front();
  for (const std::uint32_t warp : warps) {
    const Asked& asked = queues[warp].front();
    if (asked.instruction != first.instruction || (asked.a == first.a && asked.b == first.b)) {
      continue;
    }
    const std::uint32_t begin = warpgroup * Multiply::kWarps;
    block_->report.add(trace::FindingKind::undefined_sync,
                       {asked.instruction, begin + warp, first_lane(asked.mask)},
                       finding_text::uneven_warpgroup(begin + warp, begin + warps.front()));
  }
}

void WgmmaMatrices::check_metadata(const Issue& issue, const Multiply& multiply) {
  const auto undefined = multiply.sparsity->find_undefined(multiply.a, issue.frame.slots);
  if (!undefined) return;
  block_->report.add(trace::FindingKind::undefined_sync,
                     {issue.instruction, issue.warp.index, undefined->lane},
                     finding_text::undefined_metadata(undefined->indices));
}

void WgmmaMatrices::use_values(const Issue& issue, const Multiply& multiply, bool adds) {
  const auto use = [&](std::uint32_t slot) { block_->values.use(issue.frame, slot, issue.mask); };
  std::for_each_n(multiply.a_slots.begin(), multiply.a_registers(), use);
  use(multiply.b_slot);
  use(multiply.scale_d);
  if (multiply.sparsity) use(multiply.sparsity->metadata);
  for (const std::uint32_t slot : multiply.d_slots) {
    if (adds) use(slot);
    block_->values.clear(issue.frame, slot, issue.mask);
  }
}

}  // namespace warplens::machine
