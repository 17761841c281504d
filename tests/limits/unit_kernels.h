// Kernels that are each made to be limited by one unit (tests/limits/units), as kernels.tsv
// launches them, and what they took on an H200 (tests/probes/unit_kernels.cpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/run/own_kernel.h"
#include "kernels/sass/listing.h"

namespace warplens::limits {

struct UnitKernel {
  std::string file, entry, unit;  // "tensor", "mma_f16", as analysis::id_of()
  std::string fill;               // "floats", "zeros", "chase 33", "texture 64": texels a row
  std::uint32_t blocks = 1, threads = 32;
  std::int32_t rounds = 0;
  std::uint64_t words = 0;    // of the buffer that it reads, and writes unless there is another
  std::uint64_t written = 0;  // of that other one; 0: there is none
  double seconds = 0;         // measured, the median
};

[[nodiscard]] std::vector<UnitKernel> unit_kernels();
[[nodiscard]] run::OwnKernel own_kernel(const UnitKernel& kernel);
// What ptxas made of its file for sm_90: tests/limits/units/*.sass, which
// `WARPLENS_UPDATE_GOLDEN=1 ./tests_limits_test --gtest_filter='UnitKernels.*'` makes anew where
// ptxas and nvdisasm are.
[[nodiscard]] const sass::Listing& listing_of(const UnitKernel& kernel);

}  // namespace warplens::limits
