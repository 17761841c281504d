// Clocks, and which registers hold nothing but what comes of them.
#include <algorithm>
#include <set>
#include <span>

#include "kernels/machine/program/decoder.h"

namespace warplens::machine {
namespace {

bool is_arithmetic(const Decoded& code) {
  return code.kind == InstructionKind::arithmetic || code.kind == InstructionKind::clock_read ||
         code.kind == InstructionKind::division;
}

// Slots that an instruction writes from a clock or from one of `timed`. A choice by a predicate
// decides about other values, so it makes none of them a time.
bool makes_time(const Decoded& code, const Flow& flow, const std::set<std::uint32_t>& timed) {
  if (code.kind == InstructionKind::clock_read) return true;
  const std::span sources(flow.sources.data(), flow.source_count);
  return std::ranges::any_of(sources, [&](std::uint32_t slot) { return timed.contains(slot); });
}

// Until nothing is added: a loop hands values on to instructions that stand before.
std::set<std::uint32_t> timed_slots(const FunctionImage& function) {
  std::set<std::uint32_t> timed;
  for (std::size_t before = 1; timed.size() != before;) {
    before = timed.size();
    for (std::size_t i = 0; i < function.code.size(); ++i) {
      const Flow& flow = function.flows[i];
      if (!is_arithmetic(function.code[i]) || !makes_time(function.code[i], flow, timed)) continue;
      timed.insert(flow.destinations.begin(), flow.destinations.begin() + flow.destination_count);
    }
  }
  return timed;
}

}  // namespace

void Decoder::find_timeless_registers() {
  std::set<std::uint32_t> timed;
  if (image_->reads_clock) timed = timed_slots(*function_);
  std::uint32_t begin = 0;
  for (const std::uint32_t slot : timed) {
    if (slot >= function_->register_bytes) break;
    if (slot > begin) function_->timeless.push_back({begin, slot});
    begin = slot + layout_.bytes_at(slot);
  }
  if (begin < function_->register_bytes) {
    function_->timeless.push_back({begin, function_->register_bytes});
  }
}

}  // namespace warplens::machine
