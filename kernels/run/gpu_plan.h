// A plan on a GPU: its launches on the untouched PTX, its host steps on what the GPU holds.
//
//   GpuPlan plan = GpuPlan::prepare(gpu, module, steps, filled buffers)
//   plan.run(timer); … timer.seconds()      launches only, host steps are not timed
//   plan.run_each(around)                   with something around each launch
//   plan.buffers().download_results(…)
#pragma once

#include <functional>
#include <span>
#include <variant>
#include <vector>

#include "kernels/device/event_timer.h"
#include "kernels/run/gpu_textures.h"

namespace warplens::run {

class GpuPlan {
 public:
  // `initial` holds the steps' buffers. Variables that a person set (ptx::Variable::is_set) hold
  // that. Errors: an entry that is not there, arguments that do not fit it, what the driver
  // refuses.
  static Result<GpuPlan> prepare(const device::Gpu& gpu, const ptx::Module& module,
                                 std::span<const catalog::Step> steps, DeviceBuffers& initial);

  // The same with another image of the module's kernels, whose entries have the same names.
  static Result<GpuPlan> prepare(const device::Gpu& gpu, const ptx::Module& module,
                                 device::LoadedModule image, std::span<const catalog::Step> steps,
                                 DeviceBuffers& initial);

  // Queues all steps, with a timed span around each series of launches; what copies texels to
  // arrays and back is in none. Waits before a host step only.
  Result<void> run(device::EventTimer& timer);

  // Runs all steps. `around` is given what queues one launch, and calls it.
  using QueueLaunch = std::function<Result<void>()>;
  Result<void> run_each(const std::function<Result<void>(const QueueLaunch&)>& around);
  [[nodiscard]] const GpuBuffers& buffers() const { return buffers_; }

 private:
  struct PreparedLaunch {
    device::Kernel kernel;
    device::LaunchShape shape;
    std::vector<std::vector<std::byte>> arguments;
    GpuTextures textures;
  };
  using Step = std::variant<PreparedLaunch, catalog::HostStep>;

  GpuPlan(const device::Gpu& gpu, device::LoadedModule compiled, GpuBuffers buffers)
      : gpu_(&gpu), compiled_(std::move(compiled)), buffers_(std::move(buffers)) {}
  Result<PreparedLaunch> prepare(const ptx::Module& module, const catalog::LaunchStep& step);
  Result<void> launch(const PreparedLaunch& launch) const;
  // Something around a launch that has its textures.
  static Result<void> with_textures(const PreparedLaunch& launch,
                                    const std::function<Result<void>()>& act);
  Result<void> run_on_host(const catalog::HostStep& step);

  const device::Gpu* gpu_;
  device::LoadedModule compiled_;
  GpuBuffers buffers_;
  std::vector<Step> steps_;
};

}  // namespace warplens::run
