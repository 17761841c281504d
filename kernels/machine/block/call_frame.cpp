#include "kernels/machine/block/call_frame.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "kernels/machine/operations/address_windows.h"
#include "kernels/machine/operations/lane_moves.h"

namespace warplens::machine {
namespace {

constexpr std::align_val_t kAlignment{64};  // operations.h: slots are 64-byte aligned

}  // namespace

void CallFrame::Free::operator()(std::byte* p) const { ::operator delete[](p, kAlignment); }

void FramePool::place(const PreparedLaunch& launch, std::uint64_t block, std::uint32_t warp,
                      bool is_tracked) {
  launch_ = &launch;
  place_ = launch.place(block, warp);
  is_tracked_ = is_tracked;
  free_.resize(launch.image->functions.size());
}

std::unique_ptr<CallFrame> FramePool::make(std::size_t index) const {
  const FunctionImage& function = launch_->image->functions[index];
  auto frame = std::make_unique<CallFrame>();
  const std::size_t bytes =
      function.frame_bytes + std::size_t{function.parameter_bytes} * kWarpSize;
  frame->storage_.reset(static_cast<std::byte*>(::operator new[](bytes, kAlignment)));
  frame->function = &function;
  frame->function_index = index;
  frame->slots = frame->storage_.get();
  frame->parameters = frame->slots + function.frame_bytes;
  const std::vector<std::byte>& constants = launch_->constants[index];
  std::ranges::copy(constants, frame->slots + function.register_bytes);
  fill_specials(*frame, false);
  return frame;
}

void FramePool::fill_specials(CallFrame& frame, bool only_block) const {
  for (const SpecialUse& use : frame.function->specials) {
    if (!only_block || depends_on_block(use.special)) fill_special(frame, use);
  }
}

void FramePool::fill_special(CallFrame& frame, const SpecialUse& use) const {
  std::byte* slot = frame.slots + use.slot;
  if (use.bytes == 0) {
    const std::uint32_t lanes = special_value(use.special, place_, 0) != 0 ? ~0u : 0u;
    std::memcpy(slot, &lanes, sizeof(lanes));
    return;
  }
  if (!depends_on_block(use.special)) {
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      write_slot(slot, use.bytes, lane, special_value(use.special, place_, lane));
    }
    return;
  }
  // A value that differs between blocks is the same in all lanes of a block.
  const std::uint64_t value = special_value(use.special, place_, 0);
  if (use.bytes == sizeof(std::uint32_t)) {
    std::fill_n(reinterpret_cast<std::uint32_t*>(slot), kWarpSize,
                static_cast<std::uint32_t>(value));
    return;
  }
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) write_slot(slot, use.bytes, lane, value);
}

void FramePool::set_time(CallFrame& frame, std::uint64_t time) {
  place_.time = time;
  for (const SpecialUse& use : frame.function->specials) {
    if (is_clock(use.special)) fill_special(frame, use);
  }
}

void FramePool::fill_shared_addresses(CallFrame& frame) const {
  const std::uint64_t start =
      std::uint64_t{place_.shape.rank(place_.block_index)} * kClusterPartBytes;
  for (const Constant& address : frame.function->shared_addresses) {
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      write_slot(frame.slots + address.slot, address.bytes, lane, start + address.bits);
    }
  }
}

CallFrame* FramePool::take(std::size_t function, std::uint32_t local_base) {
  std::vector<CallFrame*>& free = free_[function];
  CallFrame* frame = nullptr;
  if (free.empty()) {
    frame = all_.emplace_back(make(function)).get();
  } else {
    frame = free.back();
    free.pop_back();
    fill_specials(*frame, true);
  }
  const FunctionImage& image = *frame->function;
  frame->local_base = local_base;
  frame->local_ends.fill(local_base + image.local_bytes);
  for (const Constant& address : image.local_addresses) {
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      write_slot(frame->slots + address.slot, address.bytes, lane, local_base + address.bits);
    }
  }
  if (place_.shape.blocks() > 1) fill_shared_addresses(*frame);
  std::memset(frame->slots, 0, image.register_bytes);
  std::memset(frame->parameters, 0, std::size_t{image.parameter_bytes} * kWarpSize);
  if (is_tracked_) {
    frame->nodes.assign((image.frame_bytes / 64 + 8) * kWarpSize, ValueTracker::kUntracked);
    frame->parameter_nodes.assign((image.parameter_bytes / 4 + 4) * kWarpSize,
                                  ValueTracker::kUntracked);
  }
  return frame;
}

void FramePool::release(CallFrame* frame) { free_[frame->function_index].push_back(frame); }

}  // namespace warplens::machine
