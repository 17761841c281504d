// cub::DeviceHistogram::HistogramEven of bytes behind a C name, for cub.h. Compiled only where nvcc
// is found.
#include <cub/device/device_histogram.cuh>

namespace {

constexpr int kBins = 256;  // a byte's values

}  // namespace

extern "C" int warplens_cub_histogram(void* scratch, std::size_t* scratch_bytes,
                                      const unsigned char* values, unsigned* counts, int n) {
  return cub::DeviceHistogram::HistogramEven(scratch, *scratch_bytes, values, counts, kBins + 1, 0,
                                             kBins, n);
}
