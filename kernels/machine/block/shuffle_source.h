// The lane that a shuffle reads from.
#pragma once

#include <cstdint>

#include "kernels/machine/program/program_image.h"

namespace warplens::machine {

struct ShuffleSource {
  std::uint32_t lane = 0;  // the own one where the source is out of range
  bool is_in_range = false;
};

[[nodiscard]] constexpr bool is_shuffle(WarpAction action) {
  return action >= WarpAction::shuffle_up && action <= WarpAction::shuffle_idx;
}

// PTX ISA "shfl.sync": b is a lane or a distance, c holds the clamp and the segment mask.
[[nodiscard]] ShuffleSource shuffle_source(WarpAction mode, std::uint32_t lane, std::uint32_t b,
                                           std::uint32_t c);

}  // namespace warplens::machine
