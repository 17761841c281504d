// A catalogue plan on the GPU, its launches one at a time.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "kernels/device/gpu.h"
#include "kernels/run/device_buffers.h"

namespace warplens {

class PlanOnGpu {
 public:
  [[nodiscard]] static Result<PlanOnGpu> make(const device::Gpu& gpu, const ptx::Module& module,
                                              const catalog::Plan& plan);

  // Runs every step in order. `around` is given what launches one kernel, and calls it.
  using Launch = std::function<Result<void>()>;
  [[nodiscard]] Result<void> run(const std::function<Result<void>(const Launch&)>& around);

 private:
  PlanOnGpu(const device::Gpu& gpu, const ptx::Module& module, const catalog::Plan& plan)
      : gpu_(gpu), ptx_(module), plan_(plan) {}
  [[nodiscard]] Result<void> launch(const catalog::LaunchStep& step,
                                    const std::function<Result<void>(const Launch&)>& around);
  [[nodiscard]] Result<void> run_on_host(const catalog::HostStep& step);
  [[nodiscard]] std::vector<std::byte> bytes_of(const catalog::Argument& argument) const;

  const device::Gpu& gpu_;
  const ptx::Module& ptx_;
  const catalog::Plan& plan_;
  device::Module compiled_;
  run::DeviceBuffers host_;
  std::map<std::string, device::DeviceMemory> memory_;
};

}  // namespace warplens
