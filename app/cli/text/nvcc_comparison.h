// `warplens bench FAMILY --against-nvcc`: the driver's compilation of the PTX beside nvcc's own.
#pragma once

#include <stop_token>

#include "app/texts/speech.h"
#include "kernels/timing/against_nvcc.h"

namespace warplens::cli {

struct NvccComparison {
  timing::NvccRequest request;
  double tolerance = 0.02;
  bool json = false;
  ui::Speech speech;
};

// Prints a row a kernel as it comes. The exit status. Errors: those of time_against_nvcc(), a
// kernel that is outside of the tolerance or could not be timed.
Result<int> compare_with_nvcc(const run::Catalogue& catalogue, const device::Gpu& gpu,
                              const catalog::Family& family, const NvccComparison& comparison,
                              const std::stop_token& stop);

}  // namespace warplens::cli
