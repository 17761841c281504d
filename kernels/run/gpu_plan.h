// A plan on a GPU: its launches on the untouched PTX, its host steps on what the GPU holds.
//
//   GpuPlan plan = GpuPlan::prepare(gpu, target, steps, filled buffers)
//   plan.run(timer); … timer.seconds()      launches only: what is between them is not timed
//   plan.run_each(around)                   with something around each launch
//   plan.buffers().download_results(…)
#pragma once

#include <functional>
#include <span>
#include <variant>
#include <vector>

#include "kernels/device/event_timer.h"
#include "kernels/run/gpu_images.h"
#include "kernels/run/gpu_textures.h"

namespace warplens::run {

class GpuPlan {
 public:
  // `initial` holds the steps' buffers. Variables that a person set (ptx::Variable::is_set) hold
  // that. Errors: an entry that is not there, arguments that do not fit it, what the driver
  // refuses.
  static Result<GpuPlan> prepare(const device::Gpu& gpu, const PlanTarget& target,
                                 std::span<const catalog::Step> steps, DeviceBuffers& initial);

  // The same with other images of the kernels, whose entries have the same names.
  static Result<GpuPlan> prepare(const device::Gpu& gpu, GpuImages images,
                                 std::span<const catalog::Step> steps, DeviceBuffers& initial);

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
  using Step = std::variant<PreparedLaunch, catalog::HostStep, catalog::MemoryStep>;

  GpuPlan(const device::Gpu& gpu, GpuImages images, GpuBuffers buffers)
      : gpu_(&gpu), images_(std::move(images)), buffers_(std::move(buffers)) {}
  Result<PreparedLaunch> prepare(const catalog::LaunchStep& step);
  Result<void> launch(const PreparedLaunch& launch) const;
  // Something around a launch that has its textures.
  static Result<void> with_textures(const PreparedLaunch& launch,
                                    const std::function<Result<void>()>& act);
  // What is between launches.
  Result<void> run_between(const Step& step);

  const device::Gpu* gpu_;
  GpuImages images_;
  GpuBuffers buffers_;
  std::vector<Step> steps_;
};

}  // namespace warplens::run
