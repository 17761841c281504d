#include "kernels/device/cub.h"

namespace warplens::device {
namespace {

Result<void> check(std::string_view call, int status) {
  if (status == 0) return {};
  return fail(tr("{} failed: CUDA error {}", call, status));
}

constexpr std::string_view kSum = "cub::DeviceReduce::Sum";
constexpr std::string_view kScan = "cub::DeviceScan::InclusiveSum";
constexpr std::string_view kHistogram = "cub::DeviceHistogram::HistogramEven";

}  // namespace

Result<Cub> Cub::open(const Gpu& gpu) {
  TRY(SharedLibrary library,
      SharedLibrary::open({beside_the_program("libwarplens_cub.so")},
                          tr("build the target warplens_cub (needs nvcc) to compare with it")));
  Cub cub(gpu);
  cub.library_ = std::move(library);
  TRY(cub.library_.bind("warplens_cub_sum", cub.sum_));
  TRY(cub.library_.bind("warplens_cub_histogram", cub.histogram_));
  TRY(cub.library_.bind("warplens_cub_scan", cub.scan_));
  return cub;
}

Result<std::uint64_t> Cub::scratch_bytes(int n) const {
  std::size_t bytes = 0;
  gpu_.make_current();
  TRY(check(kSum, sum_(nullptr, &bytes, nullptr, nullptr, n)));
  return bytes;
}

Result<void> Cub::sum(std::uint64_t x, std::uint64_t result, int n,
                      const DeviceMemory& scratch) const {
  std::size_t bytes = scratch.bytes();
  gpu_.make_current();
  return check(kSum, sum_(reinterpret_cast<void*>(scratch.address()), &bytes,
                          reinterpret_cast<const float*>(x), reinterpret_cast<float*>(result), n));
}

Result<std::uint64_t> Cub::histogram_scratch_bytes(int n) const {
  std::size_t bytes = 0;
  gpu_.make_current();
  TRY(check(kHistogram, histogram_(nullptr, &bytes, nullptr, nullptr, n)));
  return bytes;
}

Result<void> Cub::histogram(std::uint64_t values, std::uint64_t counts, int n,
                            const DeviceMemory& scratch) const {
  std::size_t bytes = scratch.bytes();
  gpu_.make_current();
  return check(kHistogram, histogram_(reinterpret_cast<void*>(scratch.address()), &bytes,
                                      reinterpret_cast<const unsigned char*>(values),
                                      reinterpret_cast<unsigned*>(counts), n));
}

Result<std::uint64_t> Cub::scan_scratch_bytes(int n) const {
  std::size_t bytes = 0;
  gpu_.make_current();
  TRY(check(kScan, scan_(nullptr, &bytes, nullptr, nullptr, n)));
  return bytes;
}

Result<void> Cub::scan(std::uint64_t in, std::uint64_t out, int n,
                       const DeviceMemory& scratch) const {
  std::size_t bytes = scratch.bytes();
  gpu_.make_current();
  return check(kScan, scan_(reinterpret_cast<void*>(scratch.address()), &bytes,
                            reinterpret_cast<const std::int32_t*>(in),
                            reinterpret_cast<std::int32_t*>(out), n));
}

}  // namespace warplens::device
