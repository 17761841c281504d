#include "kernels/machine/block/warp.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

auto rank(const Fragment& f) {
  return std::tuple(f.turns, ~f.frame->depth, f.order(), std::countr_zero(f.mask));
}

// Every lane's part takes `larger` elements from now on.
template <class T>
std::vector<T> spread(const std::vector<T>& lanes, std::uint32_t each, std::uint32_t larger) {
  std::vector<T> grown(std::size_t{larger} * kWarpSize);
  for (std::uint32_t lane = 0; lane < kWarpSize && each != 0; ++lane) {
    std::copy_n(lanes.begin() + std::size_t{lane} * each, each,
                grown.begin() + std::size_t{lane} * larger);
  }
  return grown;
}

bool stand_together(const Fragment& a, const Fragment& b) {
  return a.wait == Wait::none && b.wait == Wait::none && a.frame == b.frame && a.pc == b.pc;
}

}  // namespace

void Warp::start(const PreparedLaunch& launch, std::uint64_t block, std::uint32_t warp,
                 bool is_tracked) {
  for (const Fragment& fragment : fragments) {
    for (CallFrame* frame = fragment.frame; frame != nullptr; frame = frame->caller) {
      if (frame->lanes != 0) frames.release(frame);
      frame->lanes = 0;
    }
  }
  fragments.clear();
  fragments.reserve(kWarpSize + 1);  // references stay valid while fragments split
  index = warp;
  turn = 0;
  copies.clear();
  copies_started = 0;
  waits = 0;
  committed_groups.fill(0);
  const std::uint32_t left = launch.threads - warp * kWarpSize;
  live = left >= kWarpSize ? ~0u : (1u << left) - 1;
  frames.place(launch, block, warp, is_tracked);
  CallFrame* frame = frames.take(0, 0);
  frame->caller = nullptr;
  frame->call = nullptr;
  frame->depth = 0;
  frame->lanes = live;
  std::ranges::fill(local_, std::byte{0});
  std::ranges::fill(local_written_, std::uint8_t{0});
  grow_local(frame->function->local_bytes);
  fragments.push_back({.frame = frame, .mask = live});
}

void Warp::merge() {
  for (std::size_t i = 0; i < fragments.size(); ++i) {
    for (std::size_t j = i + 1; j < fragments.size();) {
      if (!stand_together(fragments[i], fragments[j])) {
        ++j;
        continue;
      }
      Fragment& kept = fragments[i];
      const Fragment& other = fragments[j];
      kept.mask |= other.mask;
      kept.turns = std::max(kept.turns, other.turns);
      kept.polling_edges = std::max(kept.polling_edges, other.polling_edges);
      kept.plain_edges = std::max(kept.plain_edges, other.plain_edges);
      kept.has_polled = kept.has_polled || other.has_polled;
      fragments.erase(fragments.begin() + static_cast<std::ptrdiff_t>(j));
    }
  }
}

Fragment* Warp::pick() {
  if (fragments.size() > 1) merge();
  Fragment* best = nullptr;
  for (Fragment& fragment : fragments) {
    if (fragment.wait != Wait::none) continue;
    if (best == nullptr || rank(fragment) < rank(*best)) best = &fragment;
  }
  return best;
}

std::uint64_t Warp::limit(const Fragment& running) const {
  const std::vector<std::uint64_t>& meetings = running.frame->function->meetings;
  const auto meeting = std::upper_bound(meetings.begin(), meetings.end(), running.order());
  std::uint64_t limit = meeting == meetings.end() ? ~std::uint64_t{0} : *meeting;
  for (const Fragment& other : fragments) {
    if (&other == &running || other.wait != Wait::none || other.frame != running.frame) continue;
    if (other.order() > running.order()) limit = std::min(limit, other.order());
  }
  return limit;
}

bool Warp::can_run() const {
  return std::ranges::any_of(fragments, [](const Fragment& fragment) {
    return fragment.wait == Wait::none || fragment.wait == Wait::aligned_barrier;
  });
}

Fragment& Warp::split(Fragment& from, std::uint32_t lanes) {
  Fragment& taken = fragments.emplace_back(from);
  taken.mask = lanes;
  from.mask &= ~lanes;
  return taken;
}

void Warp::leave_frame(CallFrame* frame, std::uint32_t lanes) {
  frame->lanes &= ~lanes;
  if (frame->lanes == 0) frames.release(frame);
}

void Warp::exit(std::uint32_t lanes) {
  live &= ~lanes;
  for (Fragment& fragment : fragments) {
    const std::uint32_t gone = fragment.mask & lanes;
    if (gone == 0) continue;
    fragment.mask &= ~gone;
    for (CallFrame* frame = fragment.frame; frame != nullptr;) {
      CallFrame* caller = frame->caller;
      leave_frame(frame, gone);
      frame = caller;
    }
  }
  std::erase_if(fragments, [](const Fragment& fragment) { return fragment.mask == 0; });
}

void Warp::grow_local(std::uint32_t bytes) {
  if (bytes <= local_bytes_) return;
  const std::uint32_t larger = std::max(bytes, local_bytes_ * 2);
  local_ = spread(local_, local_bytes_, larger);
  local_written_ = spread(local_written_, local_bytes_, larger);
  local_bytes_ = larger;
}

void Warp::forget_local(std::uint32_t lanes, std::uint64_t begin, std::uint64_t end) {
  each_lane(lanes, [&](std::uint32_t lane) {
    std::fill(written(lane) + begin, written(lane) + end, std::uint8_t{0});
  });
}

}  // namespace warplens::machine
