// PTX leaves undefined what a matrix instruction does for a part of a warp.
#pragma once

#include <bit>
#include <string_view>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

inline void check_whole_warp(BlockContext& block, const Issue& issue, std::string_view opcode) {
  if (issue.mask == ~0u) return;
  block.report.add(trace::FindingKind::undefined_sync,
                   {issue.instruction, issue.warp.index, first_lane(issue.mask)},
                   finding_text::partial_warp(opcode, std::popcount(issue.mask)));
}

}  // namespace warplens::machine
