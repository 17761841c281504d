// PTX leaves it open whether a product without a rounding modifier is rounded before a sum without
// one takes it, or both are one fma (PTX ISA, "mul", "add"). What ptxas does of it by default
// (--fmad=true; version 13.0 for sm_90, by what it makes of small texts):
//
//   mul.f32 p, a, b;  add.f32 d, p, c   ──►  fma.rn.f32 d, a, b, c
//
// where all that takes the product are such sums, each once, in its basic block; in other blocks
// where it has moved the product there before. Of a sum of two products the first is fused.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "kernels/ptx/module.h"

namespace warplens::device {

enum class FusedWhere : std::uint8_t { in_a_block, across_blocks };

// The module's text with such sums as fma, on their lines; nothing: there are none.
[[nodiscard]] std::optional<std::string> with_fused_products(const ptx::Module& module,
                                                             FusedWhere where);

}  // namespace warplens::device
