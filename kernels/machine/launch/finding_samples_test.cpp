#include "kernels/machine/launch/finding_samples_test.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace warplens::machine {
namespace {

using trace::FindingKind;

constexpr std::array<std::int64_t, 2> kFirst{64, -8};
constexpr std::array<std::uint64_t, 2> kSizes{64, 40};

Extent in_buffer(FindingText name) { return {std::move(name), 0x1000, 512}; }

Race race_of(RaceAccessKind earlier, RaceAccessKind later, bool same_value) {
  return {{7, 3, earlier, 0}, {40, 9, later, 0}, 1024, same_value};
}

OpenAccess open_copy(std::optional<SharedPlace> mbarrier, const CodePlace& wait) {
  OpenAccess open;
  open.by = mbarrier ? OpenAccess::By::bulk_copy : OpenAccess::By::copy;
  open.started = {"tile.cu", 22, 90};
  open.mbarrier = std::move(mbarrier);
  open.group = 3;
  if (wait.line != 0) open.wait = wait;
  open.groups_left = 2;
  return open;
}

OpenAccess open_wgmma(const CodePlace& wait) {
  OpenAccess open = open_copy({}, wait);
  open.by = OpenAccess::By::wgmma;
  open.is_committed = false;
  return open;
}

std::vector<FindingSample> memory_samples() {
  using namespace finding_text;
  const Extent in = in_buffer(buffer("in"));
  const CodePlace place{"tile.cu", 22, 90};
  return {
      {FindingKind::out_of_bounds, out_of_bounds({false, 4, 0x1204, in}), {"in"}},
      {FindingKind::out_of_bounds, out_of_bounds({true, 1, 0xff0, in}), {"in"}},
      {FindingKind::out_of_bounds, out_of_bounds({true, 16, 0x10, std::nullopt}), {"0x10"}},
      {FindingKind::out_of_bounds, out_of_bounds({false, 4, 0xabcdef0, std::nullopt})},
      {FindingKind::out_of_bounds, out_of_bounds({false, 4, 0x1204, in_buffer(shared_memory())})},
      {FindingKind::out_of_bounds,
       outside_array({false, 4, 0x1204, in_buffer(buffer("a"))}, {"b", 4}),
       {"a", "b"}},
      {FindingKind::out_of_bounds,
       outside_array({true, 4, 0x1204, in_buffer(buffer("a"))}, {"", 4, true}),
       {"a"}},
      {FindingKind::out_of_bounds, bad_parameter_access(true, 4, 12, 8)},
      {FindingKind::out_of_bounds, bad_atomic_space()},
      {FindingKind::read_only_write, read_only_write({true, 4, 0x1004, in}), {"in"}},
      {FindingKind::read_only_write,
       stale_read(4, {"a", 128}, {"k.cu", 7}),
       {"a", "ld.global.nc", "k.cu:7"}},
      {FindingKind::foreign_local, foreign_local(false, 4, 5)},
      {FindingKind::division_by_zero, division_by_zero()},
      {FindingKind::non_finite, nan_of_finite_numbers("0 / 0"), {"NaN", "0 / 0"}},
      {FindingKind::non_finite, nan_of_infinity("-inf - -inf"), {"NaN", "-inf - -inf"}},
      {FindingKind::non_finite, infinity_of_finite_numbers("lg2(0)"), {"lg2(0)"}},
      {FindingKind::non_finite, chosen_constant(true), {"NaN"}},
      {FindingKind::non_finite, chosen_constant(false), {"logf(0)"}},
      {FindingKind::uncounted_read, uncounted_read("wgmma")},
      {FindingKind::misaligned, uneven_tma_copy(0x1008, 24)},
      {FindingKind::misaligned, uneven_box(-6)},
      {FindingKind::opaque_instruction, opaque_tensor_map(2, false)},
      {FindingKind::opaque_instruction, opaque_tensor_map(4, true)},
      {FindingKind::opaque_instruction, no_such_reduction("inc")},
      {FindingKind::out_of_bounds, box_before_tensor(-2, 1)},
      {FindingKind::opaque_instruction, no_such_field(7, 1)},
      {FindingKind::out_of_bounds, corners_outside_tensor()},
      {FindingKind::empty_copy, box_beyond_tensor(kFirst, kSizes, true), {"64, -8", "64, 40"}},
      {FindingKind::empty_copy, box_beyond_tensor(kFirst, kSizes, false), {"tensor"}},
      {FindingKind::opaque_instruction, unknown_tensor_map(2, tr("of interleaved channels"))},
      {FindingKind::out_of_bounds, bad_table_entry(9, 5)},
      {FindingKind::out_of_bounds, bad_call_address(0xabc), {"0xabc"}},
      {FindingKind::misaligned, misaligned({false, 16, 0x1004, in}), {"in"}},
      {FindingKind::out_of_bounds,
       outside_heap_block(false, 4, {HeapPlace::State::outside, 6, 4}),
       {"malloc"}},
      {FindingKind::out_of_bounds,
       outside_heap_block(true, 4, {HeapPlace::State::freed, 6, 4}),
       {"malloc"}},
      {FindingKind::out_of_bounds, outside_heap_block(true, 4, {}), {"malloc"}},
      {FindingKind::out_of_bounds, freed_twice(0x1010), {"0x1010", "malloc"}},
      {FindingKind::out_of_bounds, frees_no_block(0x1010), {"0x1010", "malloc"}},
      {FindingKind::misaligned, misaligned({true, 8, 0x1004, in_buffer(local_memory())})},
      {FindingKind::race,
       race(race_of(RaceAccessKind::write, RaceAccessKind::read, false), {"tile", 128}, place),
       {"tile", "tile.cu:22"}},
      {FindingKind::race,
       race(race_of(RaceAccessKind::read, RaceAccessKind::atomic, false), {"", 128}, {"", 0, 77})},
      {FindingKind::same_value_race,
       race(race_of(RaceAccessKind::write, RaceAccessKind::write, true), {"flag", 0}, {}),
       {"flag"}},
      {FindingKind::race,
       race_in_flight(race_of(RaceAccessKind::write, RaceAccessKind::read, false), {"tile", 128},
                      open_copy({}, {"tile.cu", 30, 99})),
       {"tile", "tile.cu:22", "tile.cu:30"}},
      {FindingKind::race,
       race_in_flight(race_of(RaceAccessKind::write, RaceAccessKind::write, false), {"tile", 128},
                      open_copy({}, {})),
       {"tile", "tile.cu:22"}},
      {FindingKind::race,
       race_in_flight(race_of(RaceAccessKind::write, RaceAccessKind::read, false), {"tile", 128},
                      open_copy(SharedPlace{"bar", 8}, {})),
       {"tile", "bar", "mbarrier"}},
      {FindingKind::race,
       race_in_flight(race_of(RaceAccessKind::read, RaceAccessKind::write, false), {"tile", 128},
                      open_wgmma({"tile.cu", 30, 99})),
       {"tile", "wgmma", "tile.cu:30"}},
      {FindingKind::missing_proxy_fence,
       missing_proxy_fence("wgmma", {"tile", 128}, 40, place),
       {"tile", "tile.cu:22", "fence.proxy.async", "wgmma", "PTX"}},
      {FindingKind::global_race,
       global_race({RaceAccessKind::write, {"data", 512}, {3, 2, 1}, RaceAccessKind::read, place}),
       {"data", "tile.cu:22"}},
      {FindingKind::same_value_race,
       global_race(
           {RaceAccessKind::write, {"found", 0}, {3, 2, 1}, RaceAccessKind::write, place, true}),
       {"found", "tile.cu:22"}},
      {FindingKind::race,
       cluster_race({race_of(RaceAccessKind::write, RaceAccessKind::read, false),
                     {"tile", 128},
                     {3, 2, 1},
                     true,
                     {},
                     place}),
       {"tile", "tile.cu:22"}},
      {FindingKind::race,
       cluster_race({race_of(RaceAccessKind::read, RaceAccessKind::write, false),
                     {"tile", 128},
                     {3, 2, 1},
                     false,
                     {4, 2, 1},
                     place}),
       {"tile", "tile.cu:22"}},
      {FindingKind::out_of_bounds,
       exits_too_early({race_of(RaceAccessKind::read, RaceAccessKind::write, false),
                        {"tile", 128},
                        {3, 2, 1},
                        true,
                        {},
                        place}),
       {"tile", "tile.cu:22"}},
      {FindingKind::out_of_bounds, exited_block(false, {3, 2, 1}), {"barrier.cluster"}},
      {FindingKind::out_of_bounds, outside_cluster(true, 9, 4)},
      {FindingKind::out_of_bounds, mapped_outside_cluster(9, 4)},
      {FindingKind::out_of_bounds,
       out_of_bounds({false, 4, 0x1204, in_buffer(distributed_memory())})},
      {FindingKind::uncounted_read, uncounted_distributed()},
      {FindingKind::uninitialized_read, uninitialized_read(8, {"tile", 64}), {"tile"}},
      {FindingKind::uninitialized_read, uninitialized_read(4, {"", 64, true})},
      {FindingKind::uninitialized_read, uninitialized_update(4, {"bins", 64}), {"bins"}},
  };
}

std::vector<FindingSample> mbarrier_samples() {
  using namespace finding_text;
  const SharedPlace place{"bar", 16};
  return {
      {FindingKind::bad_mbarrier, mbarrier_not_initialised(place), {"bar", "mbarrier"}},
      {FindingKind::bad_mbarrier, mbarrier_overwritten(place), {"bar", "mbarrier"}},
      {FindingKind::bad_mbarrier, mbarrier_count(place, 0), {"bar", "mbarrier"}},
      {FindingKind::bad_mbarrier, mbarrier_arrivals(place, 2, 1, 32), {"bar", "mbarrier"}},
      {FindingKind::out_of_bounds, of_another_block(false, 3), {"3", ".shared::cluster"}},
      {FindingKind::bad_mbarrier, other_mbarrier_block(), {"mbarrier"}},
      {FindingKind::bad_mbarrier, other_mbarrier_pair(), {"mbarrier"}},
      {FindingKind::deadlock, stuck_mbarrier({place, 31, 32, 0}), {"bar", "mbarrier"}},
      {FindingKind::deadlock, stuck_mbarrier({place, 0, 32, 64}), {"bar", "mbarrier", "64"}},
  };
}

OpenAccess open_in_tensor_memory(OpenAccess::By by) {
  OpenAccess open = open_copy({}, {});
  open.by = by;
  return open;
}

std::vector<FindingSample> tensor_samples() {
  using namespace finding_text;
  using By = OpenAccess::By;
  SharedPlace cell;
  cell.tensor_cell = TensorCell{33, 70};
  const Race read_late = race_of(RaceAccessKind::write, RaceAccessKind::read, false);
  return {
      {FindingKind::race,
       race_in_flight(read_late, cell, open_in_tensor_memory(By::tcgen05)),
       {"33", "70", "tcgen05.commit"}},
      {FindingKind::race,
       race_in_flight(race_of(RaceAccessKind::read, RaceAccessKind::write, false), cell,
                      open_in_tensor_memory(By::tensor_load)),
       {"tcgen05.ld", "tcgen05.wait::ld"}},
      {FindingKind::race,
       race_in_flight(read_late, cell, open_in_tensor_memory(By::tensor_store)),
       {"tcgen05.st", "tcgen05.wait::st"}},
      {FindingKind::bad_tensor_memory, bad_tensor_columns(48), {"48", "512"}},
      {FindingKind::bad_tensor_memory,
       allocates_without_permit(),
       {"tcgen05.relinquish_alloc_permit"}},
      {FindingKind::bad_tensor_memory, frees_unallocated(0x40, 64), {"0x40", "64"}},
      {FindingKind::bad_tensor_memory, left_allocated(128), {"128", "tcgen05.dealloc"}},
      {FindingKind::deadlock, stuck_allocation(256, 512), {"256", "512"}},
      {FindingKind::bad_tensor_memory, no_pair("tcgen05.mma", 2, 3), {"tcgen05.mma", "2", "3"}},
      {FindingKind::bad_tensor_memory,
       pair_has_exited("tcgen05.mma", {5, 1, 0}),
       {"tcgen05.mma", "(5, 1, 0)"}},
      {FindingKind::bad_tensor_memory, uneven_pair(64, 128), {"64", "128"}},
      {FindingKind::bad_tensor_memory, pair_apart(32, 96), {"32", "96", "tcgen05"}},
      {FindingKind::deadlock, stuck_pair({5, 1, 0}), {"(5, 1, 0)", "tcgen05.alloc"}},
      {FindingKind::uninitialized_read, in_other_block(unset_cell({33, 70})), {"33", "70"}},
      {FindingKind::undefined_sync, uneven_operand("tcgen05.ld", 3, 0), {"tcgen05.ld", "PTX"}},
      {FindingKind::out_of_bounds,
       outside_tensor_memory("tcgen05.ld", 32, 8, {0, 508}),
       {"tcgen05.ld", "508"}},
      {FindingKind::bad_tensor_memory, unallocated_columns("tcgen05.st", 62, 4), {"62", "65"}},
      {FindingKind::bad_tensor_memory, uneven_scales({3, 8}, 35), {"lane 3", "lane 35", "8"}},
      {FindingKind::bad_tensor_memory, uneven_lane("tcgen05.mma", 8, 128), {"8", "128"}},
      {FindingKind::undefined_tensor_use, foreign_lanes(0, 32), {"32", "63", "PTX"}},
      {FindingKind::uninitialized_read, unset_cell({33, 70}), {"33", "70"}},
      {FindingKind::undefined_tensor_use,
       early_use({"tile.cu", 22, 90}),
       {"tile.cu:22", "tcgen05.wait::ld"}},
      {FindingKind::opaque_instruction, unknown_mask(5), {"tcgen05.mma.ws", "0x0000000000000005"}},
      {FindingKind::opaque_instruction, unknown_product(0x8490), {"0x00008490"}},
      {FindingKind::opaque_instruction, unknown_lanes(), {"tcgen05.mma"}},
      {FindingKind::opaque_instruction,
       unknown_descriptor("tcgen05.cp", 0x40),
       {"tcgen05.cp", "0x0000000000000040"}},
  };
}

std::vector<FindingSample> control_samples() {
  using namespace finding_text;
  const std::vector<StandingWarps> standing = {{{"k.cu", 12, 90}, 7}, {{"k.cu", 20, 99}, 1}};
  return {
      {FindingKind::deadlock, bad_barrier(17, 48)},
      {FindingKind::deadlock, stuck_barrier(2, 33, 64)},
      {FindingKind::deadlock, stuck_lanes(5, 31), {"warp", "lane"}},
      {FindingKind::divergent_barrier, divergent_barrier(16, 30), {"warp", "lane"}},
      {FindingKind::divergent_barrier, passed_barrier(33)},
      {FindingKind::divergent_barrier, uneven_barrier(4, 8, {"k.cu", 12}), {"k.cu:12"}},
      {FindingKind::divergent_barrier, passed_members(5), {"lane"}},
      {FindingKind::undefined_sync, arrives_twice(3)},
      {FindingKind::undefined_sync, arrives_twice_at_cluster(), {"barrier.cluster", "PTX"}},
      {FindingKind::undefined_sync, waits_without_arriving(), {"barrier.cluster", "PTX"}},
      {FindingKind::deadlock, stuck_cluster(32, 128), {"barrier.cluster"}},
      {FindingKind::undefined_sync, mixed_barrier(3), {"PTX"}},
      {FindingKind::deadlock, split_reduction(), {"warp"}},
      {FindingKind::undefined_sync, partial_warp("mma", 16), {"warp", "lane", "mma"}},
      {FindingKind::undefined_sync, undefined_metadata(5), {"0b0101"}},
      {FindingKind::undefined_sync, undefined_selector(1, 2), {"PTX", "byte-id 1"}},
      {FindingKind::undefined_sync, partial_warpgroup(3), {"warp", "wgmma"}},
      {FindingKind::deadlock, stuck_warpgroup(32, 128), {"warpgroup", "wgmma.wait_group"}},
      {FindingKind::undefined_sync, uneven_matrices(3, 0), {"lane", "wgmma"}},
      {FindingKind::undefined_sync, uneven_warpgroup(3, 0), {"warp", "wgmma"}},
      {FindingKind::undefined_sync,
       unfenced_wgmma_register({"k.cu", 7}),
       {"wgmma.fence", "k.cu:7"}},
      {FindingKind::undefined_sync,
       open_wgmma_register({"k.cu", 7}),
       {"wgmma.wait_group", "k.cu:7"}},
      {FindingKind::inactive_shuffle, left_out_of_mask(3, 0xf0), {"lane", "0x000000f0"}},
      {FindingKind::inactive_shuffle, inactive_shuffle(3, 19, true), {"lane"}},
      {FindingKind::inactive_shuffle, inactive_shuffle(3, 19, false), {"lane"}},
      {FindingKind::no_end, no_end(100000, standing), {"warp", "k.cu:12", "k.cu:20"}},
      {FindingKind::no_end, out_of_time(60, standing), {"60", "k.cu:12"}},
      {FindingKind::no_end, interrupted(standing), {"k.cu:20"}},
      {FindingKind::no_end, repeats()},
      {FindingKind::deadlock, never_ends()},
      {FindingKind::no_end, no_end_of_launch(100000, 3, 64), {"warp"}},
      {FindingKind::opaque_instruction, opaque_instruction("frobnicate.b32"), {"frobnicate.b32"}},
      {FindingKind::opaque_instruction, missing_function("helper"), {"helper"}},
      {FindingKind::stack_overflow, stack_overflow("deeper", 1023, 4096), {"deeper"}},
      {FindingKind::stack_overflow, full_stack(65536, 528384), {"alloca"}},
      {FindingKind::stack_overflow, bad_stack_restore(4096, 0, 64), {"stackrestore"}},
      {FindingKind::assertion, assertion("x < 5", "src/k.cu", 12), {"x < 5", "k.cu:12"}},
      {FindingKind::assertion, trap("trap"), {"trap"}},
  };
}

}  // namespace

std::vector<FindingSample> finding_samples() {
  std::vector<FindingSample> samples = memory_samples();
  std::ranges::move(mbarrier_samples(), std::back_inserter(samples));
  std::ranges::move(tensor_samples(), std::back_inserter(samples));
  std::ranges::move(control_samples(), std::back_inserter(samples));
  return samples;
}

}  // namespace warplens::machine
