#include "kernels/run/gpu_images.h"

namespace warplens::run {

Result<GpuImages> compile_images(const device::Gpu& gpu, const PlanTarget& target,
                                 const TextOf& text_of) {
  GpuImages images;
  const auto add = [&](const std::shared_ptr<const ptx::Module>& module) -> Result<void> {
    TRY(device::LoadedModule loaded, gpu.compile(text_of(*module)));
    images.push_back({module, std::move(loaded)});
    return {};
  };
  TRY(add(target.module));
  for (const auto& other : target.others) TRY(add(other));
  return images;
}

}  // namespace warplens::run
