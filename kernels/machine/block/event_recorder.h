// Where the events of one block go, if anywhere.
//
// Parts that access memory compute addresses into an event of their own and record that; a branch
// or a barrier has none.
#pragma once

#include <cstdint>
#include <span>

#include "kernels/machine/block/issue.h"
#include "kernels/trace/recorder.h"

namespace warplens::machine {

class EventRecorder {
 public:
  // `recorder` may be null: nothing is recorded.
  void start(std::uint64_t block, trace::BlockRecorder* recorder) {
    recorded_ = 0;
    block_ = static_cast<std::uint32_t>(block);
    recorder_ = recorder;
  }

  [[nodiscard]] bool is_on() const { return recorder_ != nullptr; }
  // Events of the block so far.
  [[nodiscard]] std::uint64_t recorded() const { return recorded_; }

  // An access whose addresses stand in `event`; the rest of it is filled in here.
  void record(const Issue& issue, std::uint32_t site, std::uint32_t mask, trace::EventView& event) {
    if (recorder_ == nullptr || mask == 0 || site == trace::kNone) return;
    place(issue, site, mask, event);
    recorder_->record(event);
  }
  // One of the issue's lanes, at `lanes`: the addresses are only written into it where they are
  // looked at.
  void record(const Issue& issue, std::uint32_t site, trace::EventView& event,
              const PlacedLanes& lanes) {
    if (recorder_ == nullptr || site == trace::kNone) return;
    place(issue, site, issue.mask, event);
    recorder_->record(event, lanes);
  }
  // Copies by TMA, one a lane of theirs, in their order.
  void record_copies(const Issue& issue, std::span<const trace::BulkCopy> copies) {
    std::uint32_t mask = 0;
    for (const trace::BulkCopy& copy : copies) mask |= 1u << copy.lane;
    addressless_.taken = 0;
    addressless_.copies = copies;
    record(issue, issue.code.site, mask, addressless_);
    addressless_.copies = {};
  }
  // A barrier at the instruction's own site.
  void record_barrier(const Issue& issue) { record_branch(issue, issue.mask, 0); }
  // A branch by `mask`, of which `taken` jump.
  void record_branch(const Issue& issue, std::uint32_t mask, std::uint32_t taken) {
    addressless_.taken = taken;
    record(issue, issue.code.site, mask, addressless_);
  }

 private:
  void place(const Issue& issue, std::uint32_t site, std::uint32_t mask, trace::EventView& event) {
    ++recorded_;
    event.site = site;
    event.block = block_;
    event.warp = issue.warp.index;
    event.mask = mask;
  }

  trace::BlockRecorder* recorder_ = nullptr;
  std::uint32_t block_ = 0;
  std::uint64_t recorded_ = 0;
  trace::EventView addressless_;
};

}  // namespace warplens::machine
