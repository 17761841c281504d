#include "kernels/machine/block/barrier_order.h"

#include <vector>

#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

std::vector<std::uint32_t> threads_of(const Warp& warp, std::uint32_t lanes) {
  std::vector<std::uint32_t> threads;
  each_lane(lanes, [&](std::uint32_t lane) { threads.push_back(warp.index * kWarpSize + lane); });
  return threads;
}

std::uint32_t waiting_lanes(const Warp& warp, std::uint32_t key) {
  std::uint32_t lanes = 0;
  for (const Fragment& fragment : warp.fragments) {
    if (fragment.wait == Wait::barrier && fragment.barrier == key) lanes |= fragment.mask;
  }
  return lanes;
}

std::uint32_t exited_lanes(const Warp& warp, std::uint32_t threads) {
  const std::uint32_t from_here = threads - warp.index * kWarpSize;
  const std::uint32_t present = from_here >= kWarpSize ? ~0u : ~0u >> (kWarpSize - from_here);
  return present & ~warp.live;
}

}  // namespace

void order_arrival(BlockRaces* races, std::uint32_t key, const Warp& warp, std::uint32_t lanes) {
  if (races != nullptr) races->arrive(key, threads_of(warp, lanes));
}

bool ends_epoch(const OpenBarrier& barrier) { return barrier.count == 0 && !barrier.has_passed; }

// Threads that went on were noted when they arrived; threads that exited count as arrived.
void order_across(BlockRaces* races, std::uint32_t key, const OpenBarrier& barrier,
                  std::span<const Warp> warps, std::uint32_t threads) {
  if (races == nullptr) return;
  if (ends_epoch(barrier)) return races->block_barrier();
  std::vector<std::uint32_t> waiting;
  for (const Warp& warp : warps) {
    const std::uint32_t lanes = waiting_lanes(warp, key);
    const std::uint32_t arrived = barrier.arrived[warp.index];
    const bool counts_exited = barrier.count == 0 || arrived != 0;
    const std::uint32_t exited = counts_exited ? exited_lanes(warp, threads) & ~arrived : 0;
    races->arrive(key, threads_of(warp, lanes | exited));
    const auto going = threads_of(warp, lanes);
    waiting.insert(waiting.end(), going.begin(), going.end());
  }
  races->complete_phase(key);
  races->wait(key, waiting);
}

}  // namespace warplens::machine
