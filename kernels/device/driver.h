// The CUDA driver, opened at run time.
//
//   auto driver = Driver::open();                     libcuda.so.1, initialised
//   if (!driver.has_value()) …                        one line: what is missing, what to do
//   for (const Description& gpu : driver->devices()) …
//
// Everything made from a driver keeps it open. Every call's status is looked at; an error holds the
// driver's own name and text for it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"
#include "kernels/device/driver_api.h"

namespace warplens::device {

// A GPU as the driver describes it. Sizes are in bytes unless the name says otherwise.
struct Description {
  int ordinal = 0;
  std::string name;  // "NVIDIA H200"
  int compute_major = 0, compute_minor = 0;
  std::uint64_t memory_bytes = 0;
  std::uint64_t l2_bytes = 0;
  std::uint32_t multiprocessors = 0;
  std::uint32_t shared_bytes_per_multiprocessor = 0;
  std::uint32_t shared_bytes_per_block = 0;  // with cudaFuncAttributeMaxDynamicSharedMemorySize set
  std::uint32_t threads_per_multiprocessor = 0, blocks_per_multiprocessor = 0;
  std::uint32_t registers_per_multiprocessor = 0;
  std::uint32_t reserved_shared_bytes_per_block = 0;  // taken by CUDA beside what a block asks for
};

class Driver {
 public:
  static Result<Driver> open();

  [[nodiscard]] int version() const;  // CUDA version, 1000 × major + 10 × minor
  [[nodiscard]] const std::vector<Description>& devices() const;  // at least one
  [[nodiscard]] const api::Functions& calls() const;
  // An error unless `status` is success: "`what` failed: CUDA_ERROR_…, text".
  Result<void> check(api::CUresult status, std::string_view what) const;

 private:
  struct State;
  std::shared_ptr<const State> state_;
};

// "13.0"
[[nodiscard]] std::string version_text(int version);

}  // namespace warplens::device
