// mma.sync: the whole warp multiplies matrices that lie across its registers.
#include <bit>

#include "kernels/machine/block/block.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

void Block::multiply(const Issue& issue) {
  const MatrixMultiply& detail = image_->multiplies[issue.code.detail];
  if (issue.mask != ~0u) {
    report(Kind::divergent_barrier, {issue.instruction, issue.warp.index, first_lane(issue.mask)},
           finding_text::partial_warp_multiply(std::popcount(issue.mask)));
  }
  if (tracker_) {
    for (std::uint32_t i = 0; i < detail.a_registers; ++i) {
      use_lanes(issue.frame, detail.a_slots[i], issue.mask);
    }
    for (std::uint32_t i = 0; i < detail.b_registers; ++i) {
      use_lanes(issue.frame, detail.b_slots[i], issue.mask);
    }
    for (std::uint32_t i = 0; i < detail.c_registers; ++i) {
      use_lanes(issue.frame, detail.c_slots[i], issue.mask);
    }
    for (std::uint32_t i = 0; i < detail.d_registers; ++i) {
      clear_lanes(issue.frame, detail.d_slots[i], issue.mask);
    }
  }
  multiply_matrices(detail, issue.frame.slots);
}

}  // namespace warplens::machine
