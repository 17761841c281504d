#include "kernels/trace/trace.h"

#include <algorithm>

namespace warplens::trace {

void SiteTotals::add(const SiteTotals& other, std::uint64_t times) {
  events += other.events * times;
  lanes += other.lanes * times;
  requests += other.requests * times;
  sectors += other.sectors * times;
  ideal_sectors += other.ideal_sectors * times;
  bytes_used += other.bytes_used * times;
  bytes_moved += other.bytes_moved * times;
  wavefronts += other.wavefronts * times;
  ideal_wavefronts += other.ideal_wavefronts * times;
  conflicts += other.conflicts * times;
  max_way = std::max(max_way, other.max_way);
  modelled = modelled && other.modelled;
}

const Buffer* find_buffer(const std::vector<Buffer>& buffers, std::uint64_t address) {
  const auto found = std::find_if(buffers.begin(), buffers.end(), [&](const Buffer& buffer) {
    return address - buffer.address < buffer.bytes;
  });
  return found == buffers.end() ? nullptr : &*found;
}

std::string_view name_of(Space space) {
  switch (space) {
    case Space::none:
      return "none";
    case Space::global:
      return "global";
    case Space::shared:
      return "shared";
    case Space::local:
      return "local";
    case Space::constant:
      return "constant";
    case Space::distributed:
      return "distributed";
  }
  return "none";
}

std::string_view name_of(EventKind kind) {
  switch (kind) {
    case EventKind::load:
      return "load";
    case EventKind::store:
      return "store";
    case EventKind::atomic:
      return "atomic";
    case EventKind::async_copy:
      return "async_copy";
    case EventKind::load_matrix:
      return "load_matrix";
    case EventKind::store_matrix:
      return "store_matrix";
    case EventKind::barrier:
      return "barrier";
    case EventKind::branch:
      return "branch";
    case EventKind::shuffle:
      return "shuffle";
    case EventKind::bulk_load:
      return "bulk_load";
    case EventKind::bulk_store:
      return "bulk_store";
    case EventKind::bulk_send:
      return "bulk_send";
  }
  return "load";
}

std::string_view name_of(FindingKind kind) {
  switch (kind) {
    case FindingKind::race:
      return "race";
    case FindingKind::same_value_race:
      return "same_value_race";
    case FindingKind::out_of_bounds:
      return "out_of_bounds";
    case FindingKind::misaligned:
      return "misaligned";
    case FindingKind::uninitialized_read:
      return "uninitialized_read";
    case FindingKind::deadlock:
      return "deadlock";
    case FindingKind::divergent_barrier:
      return "divergent_barrier";
    case FindingKind::inactive_shuffle:
      return "inactive_shuffle";
    case FindingKind::no_end:
      return "no_end";
    case FindingKind::opaque_instruction:
      return "opaque_instruction";
    case FindingKind::stack_overflow:
      return "stack_overflow";
    case FindingKind::assertion:
      return "assertion";
    case FindingKind::read_only_write:
      return "read_only_write";
    case FindingKind::bad_mbarrier:
      return "bad_mbarrier";
    case FindingKind::undefined_sync:
      return "undefined_sync";
    case FindingKind::foreign_local:
      return "foreign_local";
    case FindingKind::division_by_zero:
      return "division_by_zero";
    case FindingKind::uncounted_read:
      return "uncounted_read";
    case FindingKind::global_race:
      return "global_race";
    case FindingKind::missing_proxy_fence:
      return "missing_proxy_fence";
    case FindingKind::non_finite:
      return "non_finite";
    case FindingKind::bad_tensor_memory:
      return "bad_tensor_memory";
    case FindingKind::undefined_tensor_use:
      return "undefined_tensor_use";
    case FindingKind::empty_copy:
      return "empty_copy";
  }
  return "race";
}

std::string_view name_of(Severity severity) {
  switch (severity) {
    case Severity::information:
      return "information";
    case Severity::warning:
      return "warning";
    case Severity::error:
      return "error";
  }
  return "error";
}

bool is_block_barrier(const Site& site) {
  return site.kind == EventKind::barrier && !site.ptx.starts_with("bar.warp");
}

std::uint32_t addressed_lanes(const Site& site, const EventView& event) {
  if (site.kind != EventKind::async_copy) return event.mask;
  std::uint32_t lanes = 0;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if ((event.mask >> lane & 1) != 0 && event.address[lane] != 0) lanes |= 1u << lane;
  }
  return lanes;
}

}  // namespace warplens::trace
