#include "kernels/run/gpu_plan.h"

#include "kernels/run/gpu_arguments.h"
#include "kernels/run/toolkit/entry_name.h"

namespace warplens::run {

using catalog::HostStep;
using catalog::LaunchStep;
using catalog::MemoryStep;

namespace {

// Sets the module variables that a person gave values: the image was made from the module's text,
// which lacks them. Those with an address are buffers.
Result<void> set_variables(const ptx::Module& module, const device::LoadedModule& image) {
  for (const ptx::Variable& variable : module.variables) {
    if (!variable.is_set || variable.address != 0) continue;
    Result<device::DeviceMemory> memory = image.memory(variable.name);
    if (!memory.has_value())
      return fail(tr("{} cannot be set on this GPU: {}", variable.name, memory.error().message));
    TRY(memory->upload(variable.initializer));
  }
  return {};
}

}  // namespace

Result<GpuPlan> GpuPlan::prepare(const device::Gpu& gpu, const PlanTarget& target,
                                 std::span<const catalog::Step> steps, DeviceBuffers& initial) {
  TRY(GpuImages images,
      compile_images(gpu, target, [](const ptx::Module& module) { return module.text; }));
  return prepare(gpu, std::move(images), steps, initial);
}

Result<GpuPlan> GpuPlan::prepare(const device::Gpu& gpu, GpuImages images,
                                 std::span<const catalog::Step> steps, DeviceBuffers& initial) {
  TRY(GpuBuffers buffers, GpuBuffers::upload(gpu, initial));
  for (const GpuImage& image : images) {
    TRY(set_variables(*image.module, image.loaded));
    TRY(buffers.place_variables(*image.module, image.loaded));
  }
  GpuPlan result(gpu, std::move(images), std::move(buffers));
  for (const catalog::Step& step : steps) {
    if (const auto* launch = std::get_if<LaunchStep>(&step)) {
      TRY(PreparedLaunch prepared, result.prepare(*launch));
      result.steps_.emplace_back(std::move(prepared));
    } else if (const auto* host = std::get_if<HostStep>(&step)) {
      result.steps_.emplace_back(*host);
    } else {
      result.steps_.emplace_back(std::get<MemoryStep>(step));
    }
  }
  return result;
}

Result<GpuPlan::PreparedLaunch> GpuPlan::prepare(const LaunchStep& step) {
  const GpuImage& image = images_[step.image];
  TRY(const ptx::Function* entry, find_entry(*image.module, step.entry));
  GpuTextures textures;
  TRY(std::vector<PlainArgument> arguments, gpu_arguments(*gpu_, step, *entry, buffers_, textures));
  TRY(const device::Kernel kernel, image.loaded.kernel(*entry));
  PreparedLaunch launch{kernel,
                        {step.grid, step.block, step.dynamic_shared_bytes, step.cluster},
                        {},
                        std::move(textures)};
  for (PlainArgument& argument : arguments) launch.arguments.push_back(std::move(argument.bytes));
  return launch;
}

Result<void> GpuPlan::run(device::EventTimer& timer) {
  bool is_timing = false;
  for (const Step& step : steps_) {
    const auto* prepared = std::get_if<PreparedLaunch>(&step);
    const bool is_alone = prepared == nullptr || !prepared->textures.is_empty();
    if (is_timing && is_alone) TRY(timer.end());
    if (!is_alone && !is_timing) TRY(timer.begin());
    is_timing = !is_alone;
    if (prepared == nullptr) {
      TRY(run_between(step));
    } else if (is_alone) {
      TRY(with_textures(*prepared, [&]() -> Result<void> {
        TRY(timer.begin());
        TRY(launch(*prepared));
        return timer.end();
      }));
    } else {
      TRY(launch(*prepared));
    }
  }
  return is_timing ? timer.end() : Result<void>{};
}

Result<void> GpuPlan::with_textures(const PreparedLaunch& launch,
                                    const std::function<Result<void>()>& act) {
  TRY(launch.textures.take());
  TRY(act());
  return launch.textures.give();
}

Result<void> GpuPlan::run_each(const std::function<Result<void>(const QueueLaunch&)>& around) {
  for (const Step& step : steps_) {
    const auto* prepared = std::get_if<PreparedLaunch>(&step);
    if (prepared == nullptr) {
      TRY(run_between(step));
      continue;
    }
    TRY(with_textures(*prepared, [&] { return around([&] { return launch(*prepared); }); }));
  }
  return gpu_->synchronize();
}

Result<void> GpuPlan::launch(const PreparedLaunch& launch) const {
  const std::vector<std::span<const std::byte>> arguments(launch.arguments.begin(),
                                                          launch.arguments.end());
  return gpu_->launch(launch.kernel, launch.shape, arguments);
}

Result<void> GpuPlan::run_between(const Step& step) {
  if (const auto* memory = std::get_if<MemoryStep>(&step)) return buffers_.queue(*gpu_, *memory);
  TRY(gpu_->synchronize());
  std::get<HostStep>(step).action(buffers_);
  return buffers_.write_back();
}

}  // namespace warplens::run
