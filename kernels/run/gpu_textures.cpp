#include "kernels/run/gpu_textures.h"

namespace warplens::run {

Result<std::uint64_t> GpuTextures::make(const device::Gpu& gpu, const Texture& texture,
                                        device::DeviceMemory* texels) {
  if (texels == nullptr || texels->bytes() < texture.bytes()) {
    return fail(tr("a texture has no buffer of {} bytes", texture.bytes()));
  }
  TRY(device::TextureObject object, gpu.texture(texture, *texels));
  made_.push_back({std::move(object), texels});
  return made_.back().object.handle();
}

Result<void> GpuTextures::take() const {
  for (const Made& made : made_) TRY(made.object.take(*made.texels));
  return {};
}

Result<void> GpuTextures::give() const {
  for (const Made& made : made_) {
    if (made.object.is_surface()) TRY(made.object.give(*made.texels));
  }
  return {};
}

}  // namespace warplens::run
