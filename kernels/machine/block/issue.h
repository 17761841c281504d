// One execution of an instruction by a fragment of a warp: what every part of a block is given.
#pragma once

#include <cstdint>

#include "kernels/machine/block/warp.h"

namespace warplens::machine {

struct Issue {
  Warp& warp;
  Fragment& fragment;
  CallFrame& frame;
  const Decoded& code;
  std::uint32_t instruction;  // global id
  std::uint32_t mask;         // lanes whose guard holds
  std::uint32_t present;      // the fragment's lanes, guard or not
};

// The instruction at which a waiting fragment stands, for all of its lanes.
[[nodiscard]] Issue waiting_issue(Warp& warp, Fragment& fragment);
// It looks at something that another thread may change.
inline void note_poll(const Issue& issue) {
  issue.fragment.has_polled = true;
  issue.fragment.polled_at = issue.instruction;
}
// Lets the lanes whose guard is false go on behind the instruction, before the rest of the fragment
// waits or jumps.
void pass_unguarded(const Issue& issue);

}  // namespace warplens::machine
