// cub::DeviceScan::InclusiveSum of integers behind a C name, for cub.h. Compiled only where nvcc is
// found.
#include <cub/device/device_scan.cuh>

extern "C" int warplens_cub_scan(void* scratch, std::size_t* scratch_bytes, const int* in, int* out,
                                 int n) {
  return cub::DeviceScan::InclusiveSum(scratch, *scratch_bytes, in, out, n);
}
