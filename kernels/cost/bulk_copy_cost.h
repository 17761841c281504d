// What a copy by TMA takes of global memory's side (MODEL.md, "TMA").
//
// Each row of a box, or all plain bytes, is cut where a 128-byte line of shared memory ends; each
// part takes the sectors that it touches. What a loaded box has outside of its tensor is counted
// by the sectors of shared memory that are filled in. No counter tells of the shared side.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/trace/bulk_copy.h"

namespace warplens::analysis {

// Units that one request takes: a run of bytes of global memory to or from one line of shared
// memory.
struct BulkCopyPart {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  std::uint64_t shared_line = 0;  // offset / 128
  std::uint32_t sectors = 0;      // those of a multicast are at least two a line of global memory
};
[[nodiscard]] std::vector<BulkCopyPart> bulk_copy_parts(const trace::BulkCopy& copy);

struct BulkCopyCost {
  // Of all blocks that a multicast goes to.
  std::uint64_t sectors = 0;
  std::uint64_t bytes = 0;
  // False: a multicast that reaches outside of its tensor or is of pixels, pixels that are stored,
  // or another block's memory.
  bool modelled = true;
};
[[nodiscard]] BulkCopyCost bulk_copy_cost(const trace::BulkCopy& copy);

}  // namespace warplens::analysis
