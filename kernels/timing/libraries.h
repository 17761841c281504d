// The libraries that a family's kernels are held against, as far as this machine has them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/base/both.h"
#include "kernels/device/cub.h"
#include "kernels/device/cublas.h"
#include "kernels/timing/subject.h"

namespace warplens::timing {

class Libraries {
 public:
  [[nodiscard]] static Libraries open(const device::Gpu& gpu);

  // cublasSgeam for transpose, cublasSgemm for gemm, cublasGemmEx for tensor_gemm, cublasSdot and
  // cub::DeviceReduce::Sum for reduce, cub::DeviceScan::InclusiveSum for scan,
  // cub::DeviceHistogram::HistogramEven for histogram, with `settings` of the family. Errors:
  // settings that it does not take.
  Result<std::vector<Subject>> of(const catalog::Family& family,
                                  const catalog::Parameters& settings) const;
  // One line for each library of `family` that is missing.
  [[nodiscard]] std::vector<Both> absent(const catalog::Family& family) const;

 private:
  Libraries(Result<device::Cublas> cublas, Result<device::Cub> cub)
      : cublas_(std::move(cublas)), cub_(std::move(cub)) {}

  Result<device::Cublas> cublas_;
  Result<device::Cub> cub_;
};

}  // namespace warplens::timing
