// The textures and surfaces of one launch on a GPU: arrays beside the buffers that hold their
// texels.
#pragma once

#include <string_view>
#include <vector>

#include "kernels/run/gpu_buffers.h"

namespace warplens::run {

class GpuTextures {
 public:
  // Returns the handle that the kernel is passed. The buffers outlive this. Errors: no such buffer,
  // what the driver refuses.
  Result<std::uint64_t> make(const device::Gpu& gpu, const Texture& texture,
                             device::DeviceMemory* texels);

  [[nodiscard]] bool is_empty() const { return made_.empty(); }
  // Before the launch: texels as the buffers hold them now.
  Result<void> take() const;
  // After it: surfaces' texels back into their buffers.
  Result<void> give() const;

 private:
  struct Made {
    device::TextureObject object;
    const device::DeviceMemory* texels = nullptr;
  };
  std::vector<Made> made_;
};

}  // namespace warplens::run
