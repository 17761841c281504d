// cub::DeviceReduce::Sum of floats behind a C name, for cub.h. Compiled only where nvcc is found.
#include <cub/device/device_reduce.cuh>

extern "C" int warplens_cub_sum(void* scratch, std::size_t* scratch_bytes, const float* x,
                                float* result, int n) {
  return cub::DeviceReduce::Sum(scratch, *scratch_bytes, x, result, n);
}
