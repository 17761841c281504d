#include "kernels/device/cub.h"

namespace warplens::device {
namespace {

Result<void> check(int status) {
  if (status == 0) return {};
  return fail(tr("cub::DeviceReduce::Sum failed: CUDA error {}", status));
}

}  // namespace

Result<Cub> Cub::open(const Gpu& gpu) {
  TRY(SharedLibrary library,
      SharedLibrary::open({beside_the_program("libwarplens_cub.so")},
                          tr("build the target warplens_cub (needs nvcc) to compare with it")));
  Cub cub(gpu);
  cub.library_ = std::move(library);
  TRY(cub.library_.bind("warplens_cub_sum", cub.sum_));
  return cub;
}

Result<std::uint64_t> Cub::scratch_bytes(int n) const {
  std::size_t bytes = 0;
  gpu_.make_current();
  TRY(check(sum_(nullptr, &bytes, nullptr, nullptr, n)));
  return bytes;
}

Result<void> Cub::sum(std::uint64_t x, std::uint64_t result, int n,
                      const DeviceMemory& scratch) const {
  std::size_t bytes = scratch.bytes();
  gpu_.make_current();
  return check(sum_(reinterpret_cast<void*>(scratch.address()), &bytes,
                    reinterpret_cast<const float*>(x), reinterpret_cast<float*>(result), n));
}

}  // namespace warplens::device
