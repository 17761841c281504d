// The images of a plan's kernels on a GPU.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "kernels/device/gpu.h"
#include "kernels/run/run_plan.h"

namespace warplens::run {

struct GpuImage {
  std::shared_ptr<const ptx::Module> module;
  device::LoadedModule loaded;
};
// In the order of LaunchStep::image.
using GpuImages = std::vector<GpuImage>;

// Errors: what the driver refuses.
using TextOf = std::function<std::string(const ptx::Module& module)>;
Result<GpuImages> compile_images(const device::Gpu& gpu, const PlanTarget& target,
                                 const TextOf& text_of);

}  // namespace warplens::run
