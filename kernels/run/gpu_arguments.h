// A launch's arguments as a GPU is passed them.
#pragma once

#include <vector>

#include "kernels/run/gpu_buffers.h"
#include "kernels/run/gpu_textures.h"
#include "kernels/run/launch.h"

namespace warplens::run {

// As plain_arguments(). `textures` takes those of the launch.
Result<std::vector<PlainArgument>> gpu_arguments(const device::Gpu& gpu,
                                                 const catalog::LaunchStep& step,
                                                 const ptx::Function& entry, GpuBuffers& buffers,
                                                 GpuTextures& textures);

}  // namespace warplens::run
