#include "kernels/machine/races/race_detector.h"

#include <algorithm>

#include "kernels/machine/races/race_detector_order.h"
#include "kernels/machine/races/race_detector_shadow.h"
#include "kernels/machine/races/race_screen.h"

namespace warplens::machine {

struct RaceDetector::State {
  std::uint32_t threads;
  RaceOrder order;
  RaceShadow shadow;
  RaceScreen screen;
  bool is_screening = true;

  // The exact comparison from here to the end of the epoch. It must begin while the order is still
  // the simple one that the screened accesses ran under.
  void stop_screening() {
    if (!is_screening) return;
    is_screening = false;
    std::vector<Race> none;
    screen.drain([&](const RaceAccess& access, std::uint32_t time) {
      shadow.access(order, access, time, none);
    });
  }
};

RaceDetector::RaceDetector(std::uint32_t threads, std::uint32_t shared_bytes)
    : state_(new State{threads, RaceOrder(threads), RaceShadow(shared_bytes),
                       RaceScreen(shared_bytes)}) {}
RaceDetector::~RaceDetector() = default;
RaceDetector::RaceDetector(RaceDetector&&) noexcept = default;
RaceDetector& RaceDetector::operator=(RaceDetector&&) noexcept = default;

void RaceDetector::access(const RaceAccess& access, std::vector<Race>& races) {
  const std::uint32_t time = state_->order.time(access.warp);
  if (state_->is_screening && state_->screen.admit(access, time)) return;
  state_->stop_screening();
  state_->shadow.access(state_->order, access, time, races);
}

void RaceDetector::block_barrier() {
  state_->order.block_barrier();
  if (!state_->is_screening) state_->shadow.forget();
  state_->screen.start_epoch();
  state_->is_screening = true;
}

void RaceDetector::partial_barrier(std::span<const std::uint32_t> arriving,
                                   std::span<const std::uint32_t> waiting) {
  state_->stop_screening();
  state_->order.partial_barrier(arriving, waiting);
}

void RaceDetector::arrive(std::uint64_t barrier, std::span<const std::uint32_t> threads) {
  state_->stop_screening();
  state_->order.arrive(barrier, threads);
}

void RaceDetector::complete_phase(std::uint64_t barrier) { state_->order.complete_phase(barrier); }

void RaceDetector::wait(std::uint64_t barrier, std::span<const std::uint32_t> threads) {
  state_->stop_screening();
  state_->order.wait(barrier, threads);
}

void RaceDetector::warp_barrier(std::uint32_t warp, std::uint32_t lanes, std::uint32_t live) {
  const std::uint32_t first = warp * kWarpSize;
  const std::uint32_t count = std::min(kWarpSize, state_->threads - first);
  const std::uint32_t all = count == kWarpSize ? ~0u : (1u << count) - 1;
  if ((lanes & all) == all) return state_->order.whole_warp_barrier(warp);
  std::vector<std::uint32_t> arriving, waiting;
  for (std::uint32_t lane = 0; lane < count; ++lane) {
    if ((lanes >> lane & 1) == 0) continue;
    arriving.push_back(first + lane);
    if ((live >> lane & 1) != 0) waiting.push_back(first + lane);
  }
  partial_barrier(arriving, waiting);
}

}  // namespace warplens::machine
