#include "tests/counters/plan_on_gpu.h"

#include "kernels/run/launch.h"

namespace warplens {

Result<PlanOnGpu> PlanOnGpu::make(const device::Gpu& gpu, const ptx::Module& module,
                                  const catalog::Plan& plan) {
  PlanOnGpu result(gpu, module, plan);
  auto compiled = gpu.compile(module.text);
  if (!compiled.has_value()) return fail(compiled.error());
  result.compiled_ = std::move(*compiled);
  for (const catalog::BufferSpec& spec : plan.buffers) {
    const auto added = result.host_.add(spec);
    if (!added.has_value()) return fail(added.error());
    const auto bytes = result.host_.bytes(spec.name);
    auto memory = gpu.allocate(bytes.size());
    if (!memory.has_value()) return fail(memory.error());
    const auto uploaded = memory->upload(bytes);
    if (!uploaded.has_value()) return fail(uploaded.error());
    result.memory_.emplace(spec.name, std::move(*memory));
  }
  return result;
}

Result<void> PlanOnGpu::run(const std::function<Result<void>(const Launch&)>& around) {
  for (const catalog::Step& step : plan_.steps) {
    const auto* kernel = std::get_if<catalog::LaunchStep>(&step);
    const auto done = kernel == nullptr ? run_on_host(std::get<catalog::HostStep>(step))
                                        : launch(*kernel, around);
    if (!done.has_value()) return done;
  }
  return gpu_.synchronize();
}

Result<void> PlanOnGpu::launch(const catalog::LaunchStep& step,
                               const std::function<Result<void>(const Launch&)>& around) {
  const ptx::Function* entry = ptx_.find_entry(step.entry);
  if (entry == nullptr) return fail("there is no entry {}", step.entry);
  const auto kernel = compiled_.kernel(*entry);
  if (!kernel.has_value()) return fail(kernel.error());
  std::vector<std::vector<std::byte>> arguments;
  for (const catalog::Argument& argument : step.arguments) arguments.push_back(bytes_of(argument));
  const std::vector<std::span<const std::byte>> views(arguments.begin(), arguments.end());
  return around([&] {
    return gpu_.launch(*kernel, {step.grid, step.block, step.dynamic_shared_bytes}, views);
  });
}

std::vector<std::byte> PlanOnGpu::bytes_of(const catalog::Argument& argument) const {
  if (const auto* scalar = std::get_if<catalog::ScalarArgument>(&argument)) {
    return run::plain_argument("", scalar->bits, size_of(scalar->type)).bytes;
  }
  const auto& buffer = std::get<catalog::BufferArgument>(argument);
  const std::uint64_t address = memory_.at(buffer.buffer).address() + buffer.byte_offset;
  return run::plain_argument("", address, sizeof address).bytes;
}

Result<void> PlanOnGpu::run_on_host(const catalog::HostStep& step) {
  for (auto& [name, memory] : memory_) {
    const auto copied = memory.download(host_.bytes(name));
    if (!copied.has_value()) return copied;
  }
  step.action(host_);
  for (auto& [name, memory] : memory_) {
    const auto copied = memory.upload(host_.bytes(name));
    if (!copied.has_value()) return copied;
  }
  return {};
}

}  // namespace warplens
