// The shapes that a block's accesses have, each kept once: an instruction's accesses most often
// have the shape that they had the last time, in whichever warp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/base/lane_shape.h"
#include "kernels/machine/block/issue.h"

namespace warplens::machine {

class ShapeMemo {
 public:
  // Memos of different indices (below 2^24) number shapes differently.
  ShapeMemo(const ProgramImage& image, std::uint64_t index);
  ShapeMemo(const ShapeMemo&) = delete;
  ShapeMemo& operator=(const ShapeMemo&) = delete;

  // The addresses of the active lanes (at least one), with their shape unless they lie too far
  // apart for one. A 32-bit address that wraps around comes out outside of any memory. Valid until
  // the next call.
  [[nodiscard]] PlacedLanes find(const Issue& issue, const AddressOperand& operand);

 private:
  // kShapes shapes are kept at once; a search compares kTries of them.
  static constexpr std::size_t kShapes = 256, kTries = 4;

  [[nodiscard]] const LaneShape* look_up(const Issue& issue, const AddressOperand& operand);

  std::array<LaneShape, kShapes> shapes_;
  std::vector<const LaneShape*> latest_;  // by instruction
  std::uint64_t latest_number_;
};

}  // namespace warplens::machine
