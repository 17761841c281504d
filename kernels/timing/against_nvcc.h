// Kernels as the driver compiles their PTX, timed against the same sources compiled by nvcc for
// this GPU.
//
//   variant ── PTX, the driver's assembler ──► image ─┐ the same launches on the same inputs, each
//           ── source, nvcc -cubin ──────────► image ─┘ checked, then measured in turns
//
// nvcc is of the version and has the flags that the PTX was made with (assets/ptx/manifest.json).
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/run/run.h"
#include "kernels/timing/measure.h"

namespace warplens::timing {

struct NvccRequest {
  std::vector<std::string> variants;  // empty: all but the broken ones
  std::vector<std::int64_t> sides;    // empty: each variant's full size
  std::uint32_t rounds = 8;
  Repeating repeating{.repetitions = 10, .seconds = 0.05, .fewest = 1, .longest = 0.5};
};

struct NvccTiming {
  std::string name;
  catalog::Parameters parameters;
  Seconds driver, nvcc;  // of the rounds' medians
  Text problem;          // why it could not be timed; empty: it was

  // How many times nvcc's the driver's takes.
  [[nodiscard]] double ratio() const { return driver.median / nvcc.median; }
  // Is the difference at most `tolerance` of nvcc's?
  [[nodiscard]] bool is_within(double tolerance) const;
};

// Calls `timed` with each as it is done. Errors: no nvcc or one of another version, a variant that
// the family does not have, a family that is not timed where sides are given, a GPU that is of no
// use any more; "cancelled".
Result<void> time_against_nvcc(const run::Catalogue& catalogue, const device::Gpu& gpu,
                               const catalog::Family& family, const NvccRequest& request,
                               const std::function<void(const NvccTiming&)>& timed,
                               const std::stop_token& stop);

}  // namespace warplens::timing
