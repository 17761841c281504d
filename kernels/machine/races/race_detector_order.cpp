#include "kernels/machine/races/race_detector_order.h"

#include <algorithm>
#include <utility>

namespace warplens::machine {
namespace {

void raise(std::uint32_t* clock, const std::uint32_t* to, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) clock[i] = std::max(clock[i], to[i]);
}

}  // namespace

RaceOrder::RaceOrder(std::uint32_t threads) : time_((threads + kWarpSize - 1) / kWarpSize, 1) {}

std::uint32_t RaceOrder::unordered_wide(std::uint32_t warp, std::uint32_t time, std::uint32_t lanes,
                                        std::uint32_t to_warp, std::uint32_t to_lane) const {
  const std::uint32_t* seen =
      seen_.data() + (to_warp * kWarpSize + to_lane) * clock_size() + warp * kWarpSize;
  if (warp == to_warp) lanes &= ~(1u << to_lane);
  std::uint32_t result = 0;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    if (time > seen[lane]) result |= 1u << lane;
  }
  return result;
}

void RaceOrder::block_barrier() {
  ++epoch_;
  wide_ = false;
}

void RaceOrder::whole_warp_barrier(std::uint32_t warp) {
  if (!wide_) {
    ++time_[warp];
    return;
  }
  std::array<std::uint32_t, kWarpSize> threads;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) threads[lane] = warp * kWarpSize + lane;
  partial_barrier(threads, threads);
}

void RaceOrder::partial_barrier(std::span<const std::uint32_t> arriving,
                                std::span<const std::uint32_t> waiting) {
  widen();
  Clock clock;
  release(clock, arriving);
  acquire(clock, waiting);
}

void RaceOrder::arrive(std::uint64_t barrier, std::span<const std::uint32_t> threads) {
  widen();
  release(barriers_[barrier].arriving, threads);
}

void RaceOrder::complete_phase(std::uint64_t barrier) {
  Barrier& phases = barriers_[barrier];
  phases.completed = std::exchange(phases.arriving, {});
}

void RaceOrder::wait(std::uint64_t barrier, std::span<const std::uint32_t> threads) {
  widen();
  acquire(barriers_[barrier].completed, threads);
}

// What the narrow order said, as vector clocks.
void RaceOrder::widen() {
  if (wide_) return;
  wide_ = true;
  seen_.assign(clock_size() * clock_size(), 0);
  for (std::uint32_t thread = 0; thread < clock_size(); ++thread) {
    const std::uint32_t warp = thread / kWarpSize;
    std::fill_n(seen(thread) + warp * kWarpSize, kWarpSize, time_[warp] - 1);
  }
}

void RaceOrder::release(Clock& into, std::span<const std::uint32_t> threads) {
  into.resize(clock_size(), 0);
  for (const std::uint32_t thread : threads) {
    raise(into.data(), seen(thread), clock_size());
    into[thread] = time_[thread / kWarpSize];
  }
  std::vector<bool> advanced(time_.size(), false);
  for (const std::uint32_t thread : threads) {
    const std::uint32_t warp = thread / kWarpSize;
    if (!advanced[warp]) ++time_[warp];
    advanced[warp] = true;
  }
}

void RaceOrder::acquire(const Clock& from, std::span<const std::uint32_t> threads) {
  if (from.empty()) return;
  for (const std::uint32_t thread : threads) raise(seen(thread), from.data(), clock_size());
}

}  // namespace warplens::machine
