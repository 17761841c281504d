// Operations that the lanes of a warp do together. Each lane waits until every lane of its member
// mask that has not exited is there, at whatever place in the code, for the same kind of operation.
#pragma once

#include <cstdint>
#include <span>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/participants.h"
#include "kernels/machine/block/shared_memory.h"
#include "kernels/machine/block/warp_collectives.h"

namespace warplens::machine {

class WarpOperations {
 public:
  WarpOperations(BlockContext& block, SharedMemory& shared)
      : block_(&block), shared_(&shared), collectives_(block) {}

  // False when the fragment must wait, or has been rearranged.
  bool execute(const Issue& issue);
  // activemask
  void write_active_mask(const Issue& issue);
  // Performs what waits for nobody any more, as when lanes have exited.
  void complete(Warp& warp);
  // `fragment` stands behind an operation (FunctionImage::meetings).
  void note_meeting(Warp& warp, const Fragment& fragment);
  // Lanes that wait for others that can no longer come.
  void report_stuck(std::span<Warp> warps);

 private:
  // Records which lane each lane gets its value from.
  void record_shuffle(const Issue& issue, const WarpOperation& operation);
  void report_absent_from_mask(const Issue& issue, const WarpOperation& operation);
  bool perform_converged(const Issue& issue, const WarpOperation& operation);
  // False when there is nothing left to do.
  bool complete_one(Warp& warp);
  void release(Warp& warp, std::uint32_t lanes);
  void pass_those_left(Warp& warp, const Fragment& going);
  // Members that went past it and exited, while `lanes` waited for them.
  void report_passed_by(Warp& warp, std::uint32_t lanes, std::uint32_t members);
  // Performs the operation for `lanes`; `members` is the mask that they name, with lanes that have
  // exited.
  void perform(Warp& warp, const Participants& participants, std::uint32_t lanes,
               std::uint32_t members);

  BlockContext* block_;
  SharedMemory* shared_;
  WarpCollectives collectives_;
  trace::EventView shuffle_;
};

}  // namespace warplens::machine
