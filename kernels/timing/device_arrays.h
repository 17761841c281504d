// The three arrays of a vector addition on the GPU, allocated and freed within a run or outside it.
// Private to this folder.
#pragma once

#include <array>

#include "kernels/timing/host_run.h"

namespace warplens::timing {

using device::api::CUdeviceptr;

// Arrays on the GPU. What is not freed by a run is freed with it.
class DeviceArrays {
 public:
  explicit DeviceArrays(const device::Gpu& gpu) : gpu_(&gpu) {}
  DeviceArrays(const DeviceArrays&) = delete;
  DeviceArrays& operator=(const DeviceArrays&) = delete;
  ~DeviceArrays() {
    for (const CUdeviceptr array : arrays_) {
      if (array != 0) calls().cuMemFree_v2(array);
    }
  }
  [[nodiscard]] const device::api::Functions& calls() const { return gpu_->driver().calls(); }
  [[nodiscard]] CUdeviceptr operator[](std::size_t i) const { return arrays_[i]; }

  Result<void> allocate(HostRun& run, std::uint64_t bytes) {
    for (CUdeviceptr& array : arrays_) {
      TRY(run.call({Action::allocate, "cuMemAlloc", bytes},
                   [&] { return calls().cuMemAlloc_v2(&array, bytes); }));
    }
    return {};
  }
  Result<void> free(HostRun& run, std::uint64_t bytes) {
    for (CUdeviceptr& array : arrays_) {
      Result<void> done =
          run.call({Action::free, "cuMemFree", bytes}, [&] { return calls().cuMemFree_v2(array); });
      array = 0;
      if (!done.has_value()) return done;
    }
    return {};
  }
  // Outside a run.
  Result<void> allocate(std::uint64_t bytes) {
    for (CUdeviceptr& array : arrays_) {
      TRY(gpu_->driver().check(calls().cuMemAlloc_v2(&array, bytes), "cuMemAlloc"));
    }
    return {};
  }

 private:
  const device::Gpu* gpu_;
  std::array<CUdeviceptr, 3> arrays_{};  // a, b, c
};

}  // namespace warplens::timing
