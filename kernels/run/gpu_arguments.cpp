#include "kernels/run/gpu_arguments.h"

namespace warplens::run {

Result<std::vector<PlainArgument>> gpu_arguments(const device::Gpu& gpu,
                                                 const catalog::LaunchStep& step,
                                                 const ptx::Function& entry, GpuBuffers& buffers,
                                                 GpuTextures& textures) {
  TRY(std::vector<PlainArgument> arguments,
      plain_arguments(
          buffers.relocated(step), [&](std::string_view name) { return buffers.address(name); },
          [&](const TensorMap& map) { return gpu.tensor_map(map); },
          [&](std::string_view name, std::span<const std::byte> bytes) {
            return buffers.memory(name)->upload(bytes);
          },
          [&](const Texture& texture, std::string_view name) {
            return textures.make(gpu, texture, buffers.memory(name));
          }));
  TRY(lay_out(entry, arguments));
  return arguments;
}

}  // namespace warplens::run
