#include "kernels/device/cub.h"

namespace warplens::device {
namespace {

constexpr const char* kSum = "cub::DeviceReduce::Sum";
constexpr const char* kScan = "cub::DeviceScan::InclusiveSum";

Result<void> check(int status, const char* what) {
  if (status == 0) return {};
  return fail(tr("{} failed: CUDA error {}", what, status));
}

}  // namespace

Result<Cub> Cub::open(const Gpu& gpu) {
  TRY(SharedLibrary library,
      SharedLibrary::open({beside_the_program("libwarplens_cub.so")},
                          tr("build the target warplens_cub (needs nvcc) to compare with it")));
  Cub cub(gpu);
  cub.library_ = std::move(library);
  TRY(cub.library_.bind("warplens_cub_sum", cub.sum_));
  TRY(cub.library_.bind("warplens_cub_scan", cub.scan_));
  return cub;
}

Result<std::uint64_t> Cub::scratch_bytes(int n) const {
  std::size_t bytes = 0;
  gpu_.make_current();
  TRY(check(sum_(nullptr, &bytes, nullptr, nullptr, n), kSum));
  return bytes;
}

Result<void> Cub::sum(std::uint64_t x, std::uint64_t result, int n,
                      const DeviceMemory& scratch) const {
  std::size_t bytes = scratch.bytes();
  gpu_.make_current();
  return check(sum_(reinterpret_cast<void*>(scratch.address()), &bytes,
                    reinterpret_cast<const float*>(x), reinterpret_cast<float*>(result), n),
               kSum);
}

Result<std::uint64_t> Cub::scan_scratch_bytes(int n) const {
  std::size_t bytes = 0;
  gpu_.make_current();
  TRY(check(scan_(nullptr, &bytes, nullptr, nullptr, n), kScan));
  return bytes;
}

Result<void> Cub::scan(std::uint64_t in, std::uint64_t out, int n,
                       const DeviceMemory& scratch) const {
  std::size_t bytes = scratch.bytes();
  gpu_.make_current();
  return check(
      scan_(reinterpret_cast<void*>(scratch.address()), &bytes,
            reinterpret_cast<const std::int32_t*>(in), reinterpret_cast<std::int32_t*>(out), n),
      kScan);
}

}  // namespace warplens::device
