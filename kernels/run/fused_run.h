// A kernel whose products are rounded together with the sums that take them, as ptxas may
// (kernels/device/fuse_products.h): another of the results that its PTX allows.
#pragma once

#include "kernels/run/own_expected.h"
#include "kernels/run/own_kernel.h"

namespace warplens::run {

// Whether it then leaves what is expected; false, too, where its PTX leaves nothing open. Errors:
// those of run_own().
Result<bool> matches_when_fused(const OwnKernel& kernel, const OwnExpected& expected,
                                const Options& options);

}  // namespace warplens::run
