#include "kernels/machine/block/block_fingerprint.h"

#include <algorithm>
#include <span>

#include "kernels/machine/block/fingerprint.h"

namespace warplens::machine {
namespace {

// What decides how lanes at `pc` go on. Those of an entry's frame that stand in no loop come there
// once, so that they have not moved.
std::span<const SlotRange> deciding_slots(const CallFrame& frame, std::uint32_t pc) {
  const FunctionImage& function = *frame.function;
  if (pc == kNoIndex) return function.timeless;
  if (frame.caller == nullptr && !function.is_in_loop[pc]) return {};
  const auto loop = std::ranges::lower_bound(function.loop_starts, pc, {},
                                             &std::pair<std::uint32_t, std::uint32_t>::first);
  const bool is_start = loop != function.loop_starts.end() && loop->first == pc;
  return is_start ? function.loops[loop->second] : function.timeless;
}

void add_frames(const CallFrame* frame, std::uint32_t pc, Fingerprint& sum) {
  for (; frame != nullptr; frame = frame->caller) {
    const FunctionImage& function = *frame->function;
    sum.add(frame->function_index);
    sum.add(frame->return_pc);
    sum.add(frame->lanes);
    for (const SlotRange& range : deciding_slots(*frame, pc)) {
      sum.add(std::span<const std::byte>(frame->slots + range.begin, range.end - range.begin));
    }
    sum.add(std::span(frame->parameters, std::size_t{function.parameter_bytes} * kWarpSize));
    pc = kNoIndex;  // callers stand behind a call
  }
}

std::uint64_t fingerprint_of(const Warp& warp, const Fragment& fragment) {
  Fingerprint sum;
  sum.add(std::uint64_t{fragment.pc} << 32 | fragment.mask);
  sum.add(static_cast<std::uint64_t>(fragment.wait) << 32 | fragment.barrier);
  add_frames(fragment.frame, fragment.pc, sum);
  if (fragment.wait != Wait::none) return sum.value();
  // Turns only count against each other.
  sum.add(std::uint64_t{fragment.turns} - warp.turn);
  sum.add(std::uint64_t{fragment.polling_edges} << 32 | fragment.plain_edges);
  sum.add(std::uint64_t{fragment.has_polled});
  return sum.value();
}

// Independent of the order of the fragments.
std::uint64_t fingerprint_of_fragments(const Warp& warp) {
  std::uint64_t sum = 0;
  for (const Fragment& fragment : warp.fragments) sum += fingerprint_of(warp, fragment);
  return sum;
}

void add_copies(const Warp& warp, Fingerprint& sum) {
  sum.add(warp.copies.size());
  for (const PendingCopies& copies : warp.copies) {
    sum.add(copies.lanes);
    each_lane(copies.lanes, [&](std::uint32_t lane) {
      sum.add(copies.offsets[lane] << 32 | copies.width);
      // Groups only count against the latest.
      sum.add(warp.committed_groups[lane] - copies.group);
      sum.add(std::span<const std::byte>(copies.value(lane), copies.width));
    });
  }
}

void add_local(Warp& warp, Fingerprint& sum) {
  for (std::uint32_t lane = 0; warp.local_bytes() != 0 && lane < kWarpSize; ++lane) {
    sum.add(std::span<const std::byte>(warp.local(lane), warp.local_bytes()));
  }
}

void add_barrier(const OpenBarrier& barrier, Fingerprint& sum) {
  for (const std::uint32_t lanes : barrier.arrived) sum.add(lanes);
  sum.add(barrier.arrived_threads);
  sum.add(std::uint64_t{barrier.true_count} << 32 | barrier.voters);
}

}  // namespace

std::uint64_t fingerprint_of(std::span<Warp> warps, const OpenBarriers& barriers,
                             SharedMemory& shared, std::uint64_t tensor_version) {
  Fingerprint sum;
  for (Warp& warp : warps) {
    sum.add(warp.live);
    sum.add(fingerprint_of_fragments(warp));
    add_copies(warp, sum);
    add_local(warp, sum);
  }
  for (const auto& [key, barrier] : barriers.open()) {
    sum.add(key);
    add_barrier(barrier, sum);
  }
  sum.add(std::span<const std::byte>(shared.data(), shared.size()));
  sum.add(tensor_version);
  return sum.value();
}

}  // namespace warplens::machine
