// CUB's device-wide algorithms: built with the project where nvcc is found (cub_*.cu), and loaded
// at run time from beside the program.
#pragma once

#include "kernels/device/gpu.h"
#include "kernels/device/shared_library.h"

namespace warplens::device {

class Cub {
 public:
  // Errors: it was not built with this program.
  static Result<Cub> open(const Gpu& gpu);

  // Bytes of scratch memory that sum() needs for `n` elements.
  Result<std::uint64_t> scratch_bytes(int n) const;
  // Queues *result = Σ x on the default stream; addresses in device memory: cub::DeviceReduce::Sum.
  Result<void> sum(std::uint64_t x, std::uint64_t result, int n, const DeviceMemory& scratch) const;

  // Likewise of histogram().
  Result<std::uint64_t> histogram_scratch_bytes(int n) const;
  // Queues counts[v] = how many of n bytes are v, 256 of u32: cub::DeviceHistogram::HistogramEven.
  Result<void> histogram(std::uint64_t values, std::uint64_t counts, int n,
                         const DeviceMemory& scratch) const;
  // The same for prefix sums of integers, cub::DeviceScan::InclusiveSum.
  Result<std::uint64_t> scan_scratch_bytes(int n) const;
  Result<void> scan(std::uint64_t in, std::uint64_t out, int n, const DeviceMemory& scratch) const;

 private:
  using Sum = int (*)(void* scratch, std::size_t* scratch_bytes, const float* x, float* result,
                      int n);
  using Histogram = int (*)(void* scratch, std::size_t* scratch_bytes, const unsigned char* values,
                            unsigned* counts, int n);
  using Scan = int (*)(void* scratch, std::size_t* scratch_bytes, const std::int32_t* in,
                       std::int32_t* out, int n);
  explicit Cub(const Gpu& gpu) : gpu_(gpu) {}

  Gpu gpu_;
  SharedLibrary library_;
  Sum sum_ = nullptr;
  Histogram histogram_ = nullptr;
  Scan scan_ = nullptr;
};

}  // namespace warplens::device
