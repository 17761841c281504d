#include <algorithm>

#include "kernels/device/gpu.h"

namespace warplens::device {
namespace {

api::CUarray_format format_of(Texture::Type type) {
  switch (type) {
    case Texture::Type::u8:
      return api::kFormatU8;
    case Texture::Type::i8:
      return api::kFormatI8;
    case Texture::Type::u16:
      return api::kFormatU16;
    case Texture::Type::i16:
      return api::kFormatI16;
    case Texture::Type::u32:
      return api::kFormatU32;
    case Texture::Type::i32:
      return api::kFormatI32;
    case Texture::Type::f16:
      return api::kFormatHalf;
    default:
      return api::kFormatFloat;
  }
}

// Larger ones cannot be gathered from (tld4), and need no array that can.
constexpr std::uint64_t kLargestGathered = 32768;

bool has_planes(const Texture& texture) { return texture.layers != 0 || texture.is_cube; }

unsigned flags_of(const Texture& texture) {
  const unsigned of_planes =
      (texture.layers != 0 ? api::kArrayLayered : 0) | (texture.is_cube ? api::kArrayCube : 0);
  if (texture.is_surface) return of_planes | api::kArraySurface;
  if (of_planes != 0) return of_planes;
  const bool can_be_gathered = texture.dimensions == 2 && texture.sizes[0] <= kLargestGathered &&
                               texture.sizes[1] <= kLargestGathered;
  return can_be_gathered ? api::kArrayGather : 0;
}

api::CUDA_ARRAY3D_DESCRIPTOR array_of(const Texture& texture) {
  api::CUDA_ARRAY3D_DESCRIPTOR array;
  array.width = static_cast<std::size_t>(texture.sizes[0]);
  if (texture.dimensions > 1) array.height = static_cast<std::size_t>(texture.sizes[1]);
  if (texture.dimensions > 2) array.depth = static_cast<std::size_t>(texture.sizes[2]);
  if (has_planes(texture)) array.depth = static_cast<std::size_t>(texture.planes());
  array.format = format_of(texture.type);
  array.channels = texture.channels;
  array.flags = flags_of(texture);
  return array;
}

api::CUDA_TEXTURE_DESC reading_of(const Texture& texture) {
  api::CUDA_TEXTURE_DESC reading;
  std::ranges::transform(texture.address, reading.address.begin(),
                         [](Texture::Address address) { return static_cast<int>(address); });
  reading.filter = static_cast<int>(texture.filter);
  if (!texture.reads_floats) reading.flags |= api::kReadAsInteger;
  if (texture.is_normalized) reading.flags |= api::kNormalizedCoordinates;
  reading.border.fill(texture.border);
  return reading;
}

}  // namespace

Result<TextureObject> Gpu::texture(const Texture& texture, const DeviceMemory& memory) const {
  const api::Functions& calls = current();
  TextureObject made;
  made.texture_ = texture;
  api::CUDA_RESOURCE_DESC resource;
  if (texture.is_linear_memory) {
    resource.type = api::kResourceLinear;
    resource.linear = {memory.address(), format_of(texture.type), texture.channels,
                       static_cast<std::size_t>(texture.bytes())};
  } else {
    api::CUarray array = nullptr;
    const api::CUDA_ARRAY3D_DESCRIPTOR described = array_of(texture);
    TRY(driver().check(calls.cuArray3DCreate_v2(&array, &described), "making a CUDA array"));
    made.array_ = {owner_, array, &api::Functions::cuArrayDestroy};
    resource.array = array;
  }
  if (texture.is_surface) {
    api::CUsurfObject object = 0;
    TRY(driver().check(calls.cuSurfObjectCreate(&object, &resource), "making a surface object"));
    made.surface_object_ = {owner_, object, &api::Functions::cuSurfObjectDestroy};
    return made;
  }
  api::CUtexObject object = 0;
  const api::CUDA_TEXTURE_DESC reading = reading_of(texture);
  TRY(driver().check(calls.cuTexObjectCreate(&object, &resource, &reading, nullptr),
                     "making a texture object"));
  made.texture_object_ = {owner_, object, &api::Functions::cuTexObjectDestroy};
  return made;
}

std::uint64_t TextureObject::handle() const {
  return texture_.is_surface ? surface_object_.get() : texture_object_.get();
}

api::CUDA_MEMCPY3D::Side TextureObject::side_of(const DeviceMemory& memory) const {
  api::CUDA_MEMCPY3D::Side side;
  side.device = memory.address();
  side.pitch = static_cast<std::size_t>(texture_.row_bytes());
  side.height = texture_.dimensions == 1 ? 1 : static_cast<std::size_t>(texture_.sizes[1]);
  return side;
}

api::CUDA_MEMCPY3D::Side TextureObject::side_of_array() const {
  api::CUDA_MEMCPY3D::Side side;
  side.type = api::kMemoryArray;
  side.array = array_.get();
  return side;
}

Result<void> TextureObject::copy(api::CUDA_MEMCPY3D::Side from, api::CUDA_MEMCPY3D::Side to) const {
  if (texture_.is_linear_memory) return {};
  api::CUDA_MEMCPY3D copied;
  copied.from = from;
  copied.to = to;
  copied.width_bytes = static_cast<std::size_t>(texture_.row_bytes());
  if (texture_.dimensions > 1) copied.height = static_cast<std::size_t>(texture_.sizes[1]);
  if (texture_.dimensions > 2) copied.depth = static_cast<std::size_t>(texture_.sizes[2]);
  if (has_planes(texture_)) copied.depth = static_cast<std::size_t>(texture_.planes());
  const PrimaryContext& owner = array_.owner();
  owner.calls().cuCtxSetCurrent(owner.context);
  return owner.driver.check(owner.calls().cuMemcpy3D_v2(&copied), "copying texels");
}

Result<void> TextureObject::take(const DeviceMemory& memory) const {
  return copy(side_of(memory), side_of_array());
}

Result<void> TextureObject::give(const DeviceMemory& memory) const {
  return copy(side_of_array(), side_of(memory));
}

}  // namespace warplens::device
