// Finds where lanes that came to a barrier, or to a call that may lead to one, meet again those
// that went past it.
#include <algorithm>
#include <map>

#include "kernels/machine/program/decoder.h"
#include "kernels/ptx/post_dominators.h"

namespace warplens::machine {
namespace {

// Whether the end of one block may lead to the start of another, which may be itself.
bool leads_to(const ptx::ControlFlow& flow, std::uint32_t from, std::uint32_t to) {
  std::vector<bool> is_seen(flow.blocks.size(), false);
  std::vector<std::uint32_t> open = {from};
  while (!open.empty()) {
    const std::uint32_t block = open.back();
    open.pop_back();
    for (const std::uint32_t next : flow.blocks[block].successors) {
      if (next == to) return true;
      if (!is_seen[next]) open.push_back(next);
      is_seen[next] = true;
    }
  }
  return false;
}

// Of all blocks: whether their ends may lead to the start of `to`.
std::vector<bool> leading_to(const ptx::ControlFlow& flow, std::uint32_t to) {
  std::vector<std::vector<std::uint32_t>> before(flow.blocks.size());
  for (std::uint32_t block = 0; block < flow.blocks.size(); ++block) {
    for (const std::uint32_t next : flow.blocks[block].successors) before[next].push_back(block);
  }
  std::vector<bool> leads(flow.blocks.size(), false);
  std::vector<std::uint32_t> open = {to};
  while (!open.empty()) {
    const std::uint32_t block = open.back();
    open.pop_back();
    for (const std::uint32_t from : before[block]) {
      if (!leads[from]) open.push_back(from);
      leads[from] = true;
    }
  }
  return leads;
}

// What lanes make a value of together, and of which those that are missing change it. A shuffle
// tells of them by itself.
bool is_told_of_all(WarpAction action) {
  switch (action) {
    case WarpAction::warp_barrier:
    case WarpAction::shuffle_up:
    case WarpAction::shuffle_down:
    case WarpAction::shuffle_bfly:
    case WarpAction::shuffle_idx:
      return false;
    default:
      return true;
  }
}

}  // namespace

bool Decoder::may_wait_at(const Decoded& code) const {
  if (code.kind != InstructionKind::call) {
    return code.kind == InstructionKind::barrier || code.kind == InstructionKind::warp_operation;
  }
  const Callee callee = image_->calls[code.detail].callee;
  return image_->calls_may_wait && (callee == Callee::direct || callee == Callee::indirect);
}

bool Decoder::returns_at(std::uint32_t instruction) const {
  const Decoded& code = function_->code[instruction];
  const bool leaves = code.kind == InstructionKind::leave || code.kind == InstructionKind::exit;
  return leaves && code.guard == kNoSlot;
}

// The first place behind a block that every path from there comes through, and from which none
// leads back.
std::uint32_t Decoder::meeting_behind(std::uint32_t own,
                                      const std::vector<std::uint32_t>& post_dominators) const {
  const bool is_in_loop = leads_to(flow_, own, own);
  const auto is_no_place = [&](std::uint32_t block) {
    return flow_.blocks[block].is_list() || (is_in_loop && leads_to(flow_, block, own));
  };
  std::uint32_t block = post_dominators[own];
  while (block != ptx::kNone && is_no_place(block)) block = post_dominators[block];
  if (block == ptx::kNone || returns_at(flow_.blocks[block].first)) return kNoIndex;
  return flow_.blocks[block].first;
}

// Lanes that went through the call without waiting are right behind it, if no other place is
// common.
std::uint32_t Decoder::meeting_behind_call(std::uint32_t call) const {
  const std::uint32_t block = flow_.block_of[call];
  const bool is_common = !leads_to(flow_, block, block) && !returns_at(call + 1);
  return is_common ? call + 1 : kNoIndex;
}

void Decoder::find_meetings() {
  const auto last = function_->code.end() - 1;  // the implicit return
  const auto waits = [&](const Decoded& code) { return may_wait_at(code); };
  if (std::none_of(function_->code.begin(), last, waits)) return;
  const std::vector<std::uint32_t> above = ptx::post_dominators(flow_);
  std::map<std::uint32_t, std::uint32_t> behind;  // by block
  for (std::uint32_t i = 0; i + 1 < function_->code.size(); ++i) {
    const Decoded& code = function_->code[i];
    if (!may_wait_at(code)) continue;
    const std::uint32_t block = flow_.block_of[i];
    const auto [found, is_new] = behind.try_emplace(block, kNoIndex);
    if (is_new) found->second = meeting_behind(block, above);
    find_ways_past(code, block);
    const bool is_call = code.kind == InstructionKind::call;
    const bool is_last = is_call && found->second == kNoIndex;
    set_meeting(code, is_last ? meeting_behind_call(i) : found->second);
  }
  std::ranges::sort(function_->meetings);
  const auto end = std::unique(function_->meetings.begin(), function_->meetings.end());
  function_->meetings.erase(end, function_->meetings.end());
}

std::vector<std::uint32_t> Decoder::ways_past(std::uint32_t own) const {
  const std::vector<bool> leads = leading_to(flow_, own);
  std::vector<std::uint32_t> ways;
  for (std::uint32_t block = 0; block < flow_.blocks.size(); ++block) {
    if (!leads[block] || block == own) continue;
    for (const std::uint32_t next : flow_.blocks[block].successors) {
      const std::uint32_t first = flow_.blocks[next].first;
      if (next != own && !leads[next] && !returns_at(first)) ways.push_back(first);
    }
  }
  std::ranges::sort(ways);
  ways.erase(std::unique(ways.begin(), ways.end()), ways.end());
  return ways;
}

void Decoder::find_ways_past(const Decoded& code, std::uint32_t own) {
  if (code.kind != InstructionKind::warp_operation) return;
  WarpOperation& operation = image_->warp_operations[code.detail];
  if (!operation.is_sync || !is_told_of_all(operation.action)) return;
  operation.ways_past = ways_past(own);
  for (const std::uint32_t way : operation.ways_past) {
    function_->meetings.push_back(function_->order[way]);
  }
}

std::uint32_t& Decoder::meeting_of(const Decoded& code) {
  if (code.kind == InstructionKind::call) return image_->calls[code.detail].meeting;
  return code.kind == InstructionKind::barrier ? image_->barriers[code.detail].meeting
                                               : image_->warp_operations[code.detail].meeting;
}

void Decoder::set_meeting(const Decoded& code, std::uint32_t meeting) {
  if (meeting == kNoIndex) return;
  meeting_of(code) = meeting;
  function_->meetings.push_back(function_->order[meeting]);
}

}  // namespace warplens::machine
