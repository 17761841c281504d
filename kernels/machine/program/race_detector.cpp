#include "kernels/machine/program/race_detector.h"

#include <algorithm>

#include "kernels/machine/program/race_detector_order.h"
#include "kernels/machine/program/race_detector_shadow.h"
#include "kernels/machine/program/race_screen.h"

namespace warplens::machine {

struct RaceDetector::State {
  std::uint32_t threads;
  RaceOrder order;
  RaceShadow shadow;
  RaceScreen screen;
  bool may_screen;
  bool is_screening = may_screen;

  void note(const RaceAccess& access, std::vector<Race>& races) {
    const RaceStamp stamp = order.stamp(access.warp);
    if (is_screening && screen.admit(access, stamp)) return;
    stop_screening();
    shadow.access(order, access, stamp, races);
  }
  // The exact comparison from here to the end of the epoch.
  void stop_screening() {
    if (!is_screening) return;
    is_screening = false;
    std::vector<Race> none;
    screen.drain([&](const RaceAccess& access, const RaceStamp& stamp) {
      shadow.access(order, access, stamp, none);
    });
  }
};

RaceDetector::RaceDetector(std::uint32_t threads, std::uint32_t shared_bytes, Screening screening)
    : state_(new State{threads, RaceOrder(threads), RaceShadow(shared_bytes),
                       RaceScreen(screening == Screening::on ? shared_bytes : 0),
                       screening == Screening::on}) {}
RaceDetector::~RaceDetector() = default;
RaceDetector::RaceDetector(RaceDetector&&) noexcept = default;
RaceDetector& RaceDetector::operator=(RaceDetector&&) noexcept = default;

void RaceDetector::make_room(std::uint32_t bytes) {
  state_->shadow.make_room(bytes);
  if (state_->may_screen) state_->screen.make_room(bytes);
}

void RaceDetector::access(const RaceAccess& access, std::vector<Race>& races) {
  if (access.kind != RaceAccessKind::volatile_write) return state_->note(access, races);
  RaceAccess part = access;
  part.mask = access.mask & ~state_->order.fenced_lanes(access.warp);
  if (part.mask != 0) state_->note(part, races);
  part.mask ^= access.mask;
  part.kind = RaceAccessKind::flag_write;
  if (part.mask != 0) state_->note(part, races);
}

void RaceDetector::settle_loads(const std::function<LoadFate(std::uint64_t load)>& fate) {
  if (!state_->is_screening) state_->shadow.settle_loads(state_->order, fate);
}

void RaceDetector::block_barrier() {
  state_->order.block_barrier();
  if (!state_->is_screening) state_->shadow.forget();
  state_->screen.start_epoch();
  state_->is_screening = state_->may_screen;
}

void RaceDetector::partial_barrier(std::span<const std::uint32_t> arriving,
                                   std::span<const std::uint32_t> waiting) {
  state_->order.partial_barrier(arriving, waiting);
}

void RaceDetector::arrive(std::uint64_t barrier, std::span<const std::uint32_t> threads) {
  state_->order.arrive(barrier, threads);
}

void RaceDetector::complete_phase(std::uint64_t barrier) { state_->order.complete_phase(barrier); }

void RaceDetector::wait(std::uint64_t barrier, std::span<const std::uint32_t> threads) {
  state_->order.wait(barrier, threads);
}

void RaceDetector::warp_barrier(std::uint32_t warp, std::uint32_t lanes, std::uint32_t live) {
  const std::uint32_t count = std::min(kWarpSize, state_->threads - warp * kWarpSize);
  const std::uint32_t all = count == kWarpSize ? ~0u : (1u << count) - 1;
  if ((lanes & all) == all) return state_->order.whole_warp_barrier(warp);
  state_->order.warp_barrier(warp, lanes & all, lanes & all & live);
}

void RaceDetector::fence(std::uint32_t warp, std::uint32_t lanes, FenceSides sides) {
  state_->order.fence(warp, lanes, sides);
}

void RaceDetector::strong_access(const StrongAccess& access) {
  state_->order.strong_access(access);
}

}  // namespace warplens::machine
