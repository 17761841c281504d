#include "kernels/machine/block/block_fingerprint.h"

#include "kernels/machine/block/fingerprint.h"

namespace warplens::machine {
namespace {

void add_frames(const CallFrame* frame, Fingerprint& sum) {
  for (; frame != nullptr; frame = frame->caller) {
    const FunctionImage& function = *frame->function;
    sum.add(frame->function_index);
    sum.add(frame->return_pc);
    sum.add(frame->lanes);
    sum.add(std::span(frame->slots, function.frame_bytes));
    sum.add(std::span(frame->parameters, std::size_t{function.parameter_bytes} * kWarpSize));
  }
}

void add_fragment(const Warp& warp, const Fragment& fragment, Fingerprint& sum) {
  sum.add(std::uint64_t{fragment.pc} << 32 | fragment.mask);
  sum.add(static_cast<std::uint64_t>(fragment.wait) << 32 | fragment.barrier);
  // Turns only count against each other.
  sum.add(std::uint64_t{fragment.turns} - warp.turn);
  sum.add(std::uint64_t{fragment.polling_edges} << 32 | fragment.plain_edges);
  sum.add(std::uint64_t{fragment.has_polled});
  add_frames(fragment.frame, sum);
}

}  // namespace

std::uint64_t fingerprint_of(std::span<Warp> warps, const OpenBarriers& barriers,
                             SharedMemory& shared) {
  Fingerprint sum;
  for (Warp& warp : warps) {
    sum.add(warp.live);
    sum.add(warp.copies.size());
    for (const Fragment& fragment : warp.fragments) add_fragment(warp, fragment, sum);
    for (std::uint32_t lane = 0; warp.local_bytes() != 0 && lane < kWarpSize; ++lane) {
      sum.add(std::span<const std::byte>(warp.local(lane), warp.local_bytes()));
    }
  }
  for (const auto& [key, barrier] : barriers.open()) {
    sum.add(key);
    for (const std::uint32_t lanes : barrier.arrived) sum.add(lanes);
  }
  sum.add(std::span<const std::byte>(shared.data(), shared.size()));
  return sum.value();
}

}  // namespace warplens::machine
