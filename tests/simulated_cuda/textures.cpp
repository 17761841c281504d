#include <algorithm>
#include <cstring>

#include "tests/simulated_cuda/simulated_cuda.h"

using namespace warplens;
using namespace warplens::device::api;
using namespace warplens::simulated;

namespace {

Texture::Type type_of(CUarray_format format) {
  switch (format) {
    case kFormatU8:
      return Texture::Type::u8;
    case kFormatI8:
      return Texture::Type::i8;
    case kFormatU16:
      return Texture::Type::u16;
    case kFormatI16:
      return Texture::Type::i16;
    case kFormatU32:
      return Texture::Type::u32;
    case kFormatI32:
      return Texture::Type::i32;
    case kFormatHalf:
      return Texture::Type::f16;
    default:
      return Texture::Type::f32;
  }
}

Texture texture_of(const CUDA_ARRAY3D_DESCRIPTOR& array) {
  Texture texture;
  texture.type = type_of(array.format);
  texture.channels = array.channels;
  texture.is_surface = (array.flags & kArraySurface) != 0;
  const bool is_layered = (array.flags & kArrayLayered) != 0;
  texture.is_cube = (array.flags & kArrayCube) != 0;
  texture.is_normalized = texture.is_cube;  // until an object says it
  if (is_layered) texture.layers = array.depth / (texture.is_cube ? Texture::kFaces : 1);
  const std::size_t depth = is_layered || texture.is_cube ? 0 : array.depth;
  texture.dimensions = depth != 0 ? 3 : array.height != 0 ? 2 : 1;
  texture.sizes = {array.width, std::max<std::size_t>(array.height, 1),
                   std::max<std::size_t>(depth, 1)};
  return texture;
}

Texture read_by(Texture texture, const CUDA_TEXTURE_DESC& reading) {
  texture.is_surface = false;
  std::ranges::transform(reading.address, texture.address.begin(),
                         [](int address) { return static_cast<Texture::Address>(address); });
  texture.filter = static_cast<Texture::Filter>(reading.filter);
  texture.is_normalized = (reading.flags & kNormalizedCoordinates) != 0;
  const bool may_be_floats = !texture.is_floating() && texture.element_bytes() < 4;
  texture.reads_floats = may_be_floats && (reading.flags & kReadAsInteger) == 0;
  texture.border = reading.border[0];
  return texture;
}

struct Described {
  Texture texture;
  std::uint64_t address = 0;
};

Described described_by(const CUDA_RESOURCE_DESC& resource) {
  if (resource.type == kResourceArray) return {resource.array->texture, resource.array->address};
  Texture texture;
  texture.type = type_of(resource.linear.format);
  texture.channels = resource.linear.channels;
  texture.dimensions = 1;
  texture.is_linear_memory = true;
  texture.sizes[0] = resource.linear.bytes / texture.texel_bytes();
  return {texture, resource.linear.address};
}

// All of one side: nothing lies between rows, in memory as in arrays here.
std::span<std::byte> bytes_of(const CUDA_MEMCPY3D& copied, const CUDA_MEMCPY3D::Side& side) {
  const std::uint64_t bytes = copied.width_bytes * copied.height * copied.depth;
  const bool is_whole = side.type == kMemoryArray || side.pitch == copied.width_bytes;
  if (!is_whole || (side.type == kMemoryArray && side.array->texture.bytes() != bytes)) return {};
  return host_bytes(side.type == kMemoryArray ? side.array->address : side.device, bytes);
}

}  // namespace

extern "C" {

CUresult cuArray3DCreate_v2(CUarray* array, const CUDA_ARRAY3D_DESCRIPTOR* described) {
  const Texture texture = texture_of(*described);
  const bool has_faces = described->depth != 0 && described->depth % Texture::kFaces == 0;
  if ((texture.is_cube && !has_faces) || !texture.check().has_value()) return invalid_value;
  CUdeviceptr address = 0;
  const CUresult allocated = cuMemAlloc_v2(&address, texture.bytes());
  if (allocated == success) *array = new CUarray_st{texture, address};
  return allocated;
}

CUresult cuArrayDestroy(CUarray array) {
  const CUresult freed = cuMemFree_v2(array->address);
  delete array;
  return freed;
}

CUresult cuMemcpy3D_v2(const CUDA_MEMCPY3D* copied) {
  const std::lock_guard lock(state().mutex);
  const auto from = bytes_of(*copied, copied->from), to = bytes_of(*copied, copied->to);
  if (from.empty() || from.size() != to.size()) return invalid_value;
  std::memcpy(to.data(), from.data(), from.size());
  return state().error;
}

CUresult cuTexObjectCreate(CUtexObject* object, const CUDA_RESOURCE_DESC* resource,
                           const CUDA_TEXTURE_DESC* reading, const void*) {
  const std::lock_guard lock(state().mutex);
  const Described described = described_by(*resource);
  const Texture texture = read_by(described.texture, *reading);
  if (!texture.check().has_value()) return invalid_value;
  *object = state().memory.add_texture(texture, described.address);
  return state().error;
}

CUresult cuTexObjectDestroy(CUtexObject) { return state().error; }

CUresult cuSurfObjectCreate(CUsurfObject* object, const CUDA_RESOURCE_DESC* resource) {
  const std::lock_guard lock(state().mutex);
  const Described described = described_by(*resource);
  if (!described.texture.is_surface) return invalid_value;
  *object = state().memory.add_texture(described.texture, described.address);
  return state().error;
}

CUresult cuSurfObjectDestroy(CUsurfObject) { return state().error; }
}
