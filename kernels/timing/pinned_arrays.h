// Two arrays of page-locked memory on the host, one to copy from and one to copy to, made outside
// runs, as pinning takes long. Private to this folder.
#pragma once

#include <array>

#include "kernels/device/gpu.h"

namespace warplens::timing {

class PinnedArrays {
 public:
  explicit PinnedArrays(const device::Gpu& gpu) : gpu_(gpu) {}
  PinnedArrays(const PinnedArrays&) = delete;
  PinnedArrays& operator=(const PinnedArrays&) = delete;
  ~PinnedArrays() {
    for (void* page : pages_) {
      if (page != nullptr) gpu_.driver().calls().cuMemFreeHost(page);
    }
  }
  Result<void> allocate(std::uint64_t bytes) {
    for (void*& page : pages_) {
      TRY(gpu_.driver().check(
          gpu_.driver().calls().cuMemHostAlloc(&page, bytes, device::api::kHostAllocDefault),
          "cuMemHostAlloc"));
    }
    return {};
  }
  [[nodiscard]] float* from() const { return static_cast<float*>(pages_[0]); }
  [[nodiscard]] float* to() const { return static_cast<float*>(pages_[1]); }

 private:
  device::Gpu gpu_;
  std::array<void*, 2> pages_{};
};

}  // namespace warplens::timing
