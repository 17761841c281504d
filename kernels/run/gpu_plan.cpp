#include "kernels/run/gpu_plan.h"

#include "kernels/run/launch.h"
#include "kernels/run/toolkit/entry_name.h"

namespace warplens::run {

using catalog::HostStep;
using catalog::LaunchStep;

namespace {

// Sets the module variables that a person gave values: the image was made from the module's text,
// which lacks them.
Result<void> set_variables(const ptx::Module& module, const device::LoadedModule& image) {
  for (const ptx::Variable& variable : module.variables) {
    if (!variable.is_set) continue;
    Result<device::DeviceMemory> memory = image.memory(variable.name);
    if (!memory.has_value())
      return fail(tr("{} cannot be set on this GPU: {}", variable.name, memory.error().message));
    TRY(memory->upload(variable.initializer));
  }
  return {};
}

}  // namespace

Result<GpuPlan> GpuPlan::prepare(const device::Gpu& gpu, const ptx::Module& module,
                                 std::span<const catalog::Step> steps, DeviceBuffers& initial) {
  TRY(device::LoadedModule compiled, gpu.compile(module.text));
  return prepare(gpu, module, std::move(compiled), steps, initial);
}

Result<GpuPlan> GpuPlan::prepare(const device::Gpu& gpu, const ptx::Module& module,
                                 device::LoadedModule image, std::span<const catalog::Step> steps,
                                 DeviceBuffers& initial) {
  TRY(GpuBuffers buffers, GpuBuffers::upload(gpu, initial));
  TRY(set_variables(module, image));
  GpuPlan result(gpu, std::move(image), std::move(buffers));
  for (const catalog::Step& step : steps) {
    if (const auto* host = std::get_if<HostStep>(&step)) {
      result.steps_.emplace_back(*host);
      continue;
    }
    TRY(PreparedLaunch launch, result.prepare(module, std::get<LaunchStep>(step)));
    result.steps_.emplace_back(std::move(launch));
  }
  return result;
}

Result<GpuPlan::PreparedLaunch> GpuPlan::prepare(const ptx::Module& module,
                                                 const LaunchStep& step) {
  TRY(const ptx::Function* entry, find_entry(module, step.entry));
  GpuTextures textures;
  TRY(std::vector<PlainArgument> arguments,
      plain_arguments(
          step, [&](std::string_view buffer) { return buffers_.address(buffer); },
          [&](const TensorMap& map) { return gpu_->tensor_map(map); },
          [&](std::string_view buffer, std::span<const std::byte> bytes) {
            return buffers_.memory(buffer)->upload(bytes);
          },
          [&](const Texture& texture, std::string_view buffer) {
            return textures.make(*gpu_, texture, buffers_.memory(buffer));
          }));
  TRY(lay_out(*entry, arguments));
  TRY(const device::Kernel kernel, compiled_.kernel(*entry));
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
    const auto* host = std::get_if<HostStep>(&step);
    const auto* prepared = std::get_if<PreparedLaunch>(&step);
    const bool is_alone = host != nullptr || !prepared->textures.is_empty();
    if (is_timing && is_alone) TRY(timer.end());
    if (!is_alone && !is_timing) TRY(timer.begin());
    is_timing = !is_alone;
    if (host != nullptr) {
      TRY(run_on_host(*host));
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
    if (const auto* host = std::get_if<HostStep>(&step)) {
      TRY(run_on_host(*host));
      continue;
    }
    const auto& prepared = std::get<PreparedLaunch>(step);
    TRY(with_textures(prepared, [&] { return around([&] { return launch(prepared); }); }));
  }
  return gpu_->synchronize();
}

Result<void> GpuPlan::launch(const PreparedLaunch& launch) const {
  const std::vector<std::span<const std::byte>> arguments(launch.arguments.begin(),
                                                          launch.arguments.end());
  return gpu_->launch(launch.kernel, launch.shape, arguments);
}

Result<void> GpuPlan::run_on_host(const HostStep& step) {
  TRY(gpu_->synchronize());
  step.action(buffers_);
  return buffers_.write_back();
}

}  // namespace warplens::run
