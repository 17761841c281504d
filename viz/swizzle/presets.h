// Layouts of shared memory that people meet: what TMA writes, what wgmma reads, what libraries
// take; of halves, with what reading and writing them costs by the measured rules.
//
//   TMA        CUDA driver API, CUtensorMapSwizzle; on bytes, from a multiple of 1,024 on
//   wgmma      PTX ISA, "Shared Memory Matrix Layout": the canonical layouts, strides as close as
//              they may be
//   st_bf      ThunderKittens, include/types/shared/st.cuh
//   GMMA       CuTe, cute/atom/mma_traits_sm90_gmma.hpp
//
// What wgmma itself takes to read a layout no counter tells, so it has no figure here: its core
// matrix, 8 lines of 16 bytes, is read by an ldmatrix, too.
#pragma once

#include <span>
#include <string_view>

#include "kernels/base/text.h"
#include "viz/swizzle/cost.h"
#include "viz/swizzle/spec.h"

namespace warplens::swizzle {

struct Preset {
  TextView name;
  std::string_view spec;
};
[[nodiscard]] std::span<const Preset> presets();

struct PresetCosts {
  SwizzleSpec spec;
  PatternCost row_write;    // 16 bytes a lane along rows
  PatternCost matrix_read;  // ldmatrix.x4 along what lies side by side; of columns transposed
  PatternCost column_read;  // an element a lane down columns
};
// Errors: those of its specification; tests have none.
Result<PresetCosts> costs_of(const Preset& preset);

}  // namespace warplens::swizzle
