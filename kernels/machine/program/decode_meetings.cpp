// Where lanes that came to a barrier meet again those that went past it.
#include <algorithm>

#include "kernels/machine/program/decoder.h"
#include "kernels/ptx/post_dominators.h"

namespace warplens::machine {
namespace {

bool is_barrier(const Decoded& code) {
  return code.kind == InstructionKind::barrier || code.kind == InstructionKind::warp_operation;
}

}  // namespace

bool Decoder::returns_at(std::uint32_t instruction) const {
  const Decoded& code = function_->code[instruction];
  const bool leaves = code.kind == InstructionKind::leave || code.kind == InstructionKind::exit;
  return leaves && code.guard == kNoSlot;
}

// The first place behind the barrier that every path from there comes through.
std::uint32_t Decoder::meeting_of(std::uint32_t barrier,
                                  const std::vector<std::uint32_t>& post_dominators) const {
  if (function_->code[barrier].guard != kNoSlot) return barrier + 1;
  std::uint32_t block = post_dominators[flow_.block_of[barrier]];
  while (block != ptx::kNone && flow_.order[flow_.blocks[block].first] < flow_.order[barrier]) {
    block = post_dominators[block];
  }
  return block == ptx::kNone ? kNoIndex : flow_.blocks[block].first;
}

void Decoder::find_meetings() {
  const auto last = function_->code.end() - 1;  // the implicit return
  if (std::none_of(function_->code.begin(), last, is_barrier)) return;
  const std::vector<std::uint32_t> above = ptx::post_dominators(flow_);
  for (std::uint32_t i = 0; i + 1 < function_->code.size(); ++i) {
    const Decoded& code = function_->code[i];
    if (!is_barrier(code)) continue;
    const std::uint32_t meeting = meeting_of(i, above);
    if (meeting == kNoIndex || returns_at(meeting)) continue;
    std::uint32_t& place = code.kind == InstructionKind::barrier
                               ? image_->barriers[code.detail].meeting
                               : image_->warp_operations[code.detail].meeting;
    place = meeting;
    function_->meetings.push_back(function_->order[meeting]);
  }
  std::ranges::sort(function_->meetings);
  const auto end = std::unique(function_->meetings.begin(), function_->meetings.end());
  function_->meetings.erase(end, function_->meetings.end());
}

}  // namespace warplens::machine
