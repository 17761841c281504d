// Which operands are floating-point numbers, for instructions that compute one: what could make a
// NaN or an infinity. Those that only move or compare numbers make none; a choice does where it may
// take a constant that is one, as nvcc's logf(0) is.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/machine/program/program_image.h"

namespace warplens::machine {

struct NumberSlot {
  ptx::ScalarType type = ptx::ScalarType::f32;
  std::uint32_t slot = 0;
  std::uint32_t bytes = 4;  // a lane; may be wider than the type
};

struct NumberUse {
  std::vector<NumberSlot> results, sources;
  bool mixes_lanes = false;  // each lane's results come from all lanes' sources
  bool is_choice = false;    // `sources` are without the constants
  // Of a matrix product's factors that are no registers.
  ptx::ScalarType factors = ptx::ScalarType::none;
};

// By an instruction's global id; without results for those that make no floating-point number.
[[nodiscard]] std::vector<NumberUse> number_uses(const ProgramImage& image);

}  // namespace warplens::machine
