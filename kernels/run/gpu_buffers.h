// A plan's buffers in GPU memory, one allocation each, laid out as their specifications say.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/device/gpu.h"
#include "kernels/run/device_buffers.h"

namespace warplens::run {

// The buffers of a host step (HostBuffers): a buffer that the step asks for is downloaded then, and
// write_back() uploads it after the step.
class GpuBuffers : public catalog::HostBuffers {
 public:
  // Allocates and uploads all of `initial`. Errors: what the driver does not give.
  static Result<GpuBuffers> upload(const device::Gpu& gpu, DeviceBuffers& initial);

  [[nodiscard]] std::uint64_t address(std::string_view buffer) const;  // 0: no such buffer
  [[nodiscard]] std::uint64_t total_bytes() const;
  [[nodiscard]] device::DeviceMemory* memory(std::string_view buffer);  // nullptr: no such buffer

  [[nodiscard]] std::span<std::byte> bytes(std::string_view buffer) override;
  // Errors: those of the downloads, too.
  Result<void> write_back();

  // The out and inout buffers into those of the same names.
  Result<void> download_results(DeviceBuffers& into) const;
  // Copies of them, by name.
  Result<std::map<std::string, std::vector<std::byte>, std::less<>>> results() const;

 private:
  struct Buffer {
    catalog::BufferRole role = catalog::BufferRole::in;
    device::DeviceMemory memory;
  };
  std::map<std::string, Buffer, std::less<>> buffers_;
  std::map<std::string, std::vector<std::byte>, std::less<>> copies_;  // of the present host step
  Result<void> copied_;
};

}  // namespace warplens::run
