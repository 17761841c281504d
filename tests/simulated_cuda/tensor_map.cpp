#include "kernels/base/tensor_map.h"

#include <algorithm>
#include <cstring>

#include "tests/simulated_cuda/simulated_cuda.h"

using namespace warplens;
using namespace warplens::device::api;
using namespace warplens::simulated;

namespace {

// What both ways of encoding are given.
struct Given {
  CUtensorMapDataType type;
  std::uint32_t dimensions;
  void* address;
  const std::uint64_t *sizes, *strides;
  const std::uint32_t* element_strides;
  CUtensorMapInterleave interleave;
  CUtensorMapSwizzle swizzle;
  CUtensorMapL2promotion l2_promotion;
  CUtensorMapFloatOOBfill fill;
};

TensorMap map_of(const Given& given) {
  TensorMap map;
  map.address = reinterpret_cast<std::uint64_t>(given.address);
  map.type = static_cast<TensorMap::Type>(given.type);
  map.interleave = static_cast<TensorMap::Interleave>(given.interleave);
  map.swizzle = static_cast<TensorMap::Swizzle>(given.swizzle);
  map.l2_promotion = static_cast<TensorMap::L2Promotion>(given.l2_promotion);
  map.fill = static_cast<TensorMap::Fill>(given.fill);
  map.dimensions = given.dimensions;
  std::copy_n(given.sizes, map.dimensions, map.sizes.begin());
  std::copy_n(given.strides, map.dimensions - 1, map.strides.begin());
  std::copy_n(given.element_strides, map.dimensions, map.element_strides.begin());
  return map;
}

CUresult encode(const TensorMap& map, CUtensorMap* made) {
  if (!map.check().has_value()) return invalid_value;
  std::memcpy(made, map.encode().data(), TensorMap::kBytes);
  return success;
}

bool has_dimensions(std::uint32_t dimensions, std::uint32_t least) {
  return dimensions >= least && dimensions <= TensorMap::kMostDimensions;
}

}  // namespace

extern "C" CUresult cuTensorMapEncodeTiled(
    CUtensorMap* made, CUtensorMapDataType type, std::uint32_t dimensions, void* address,
    const std::uint64_t* sizes, const std::uint64_t* strides, const std::uint32_t* box,
    const std::uint32_t* element_strides, CUtensorMapInterleave interleave,
    CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2_promotion, CUtensorMapFloatOOBfill fill) {
  if (!has_dimensions(dimensions, 1)) return invalid_value;
  TensorMap map = map_of({type, dimensions, address, sizes, strides, element_strides, interleave,
                          swizzle, l2_promotion, fill});
  std::copy_n(box, dimensions, map.box.begin());
  return encode(map, made);
}

extern "C" CUresult cuTensorMapEncodeIm2col(
    CUtensorMap* made, CUtensorMapDataType type, std::uint32_t dimensions, void* address,
    const std::uint64_t* sizes, const std::uint64_t* strides, const int* lower, const int* upper,
    std::uint32_t channels, std::uint32_t pixels, const std::uint32_t* element_strides,
    CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
    CUtensorMapL2promotion l2_promotion, CUtensorMapFloatOOBfill fill) {
  if (!has_dimensions(dimensions, 3)) return invalid_value;
  TensorMap map = map_of({type, dimensions, address, sizes, strides, element_strides, interleave,
                          swizzle, l2_promotion, fill});
  TensorMap::Im2col& pixels_of_map = map.im2col.emplace(TensorMap::Im2col{});
  std::copy_n(lower, dimensions - 2, pixels_of_map.lower.begin());
  std::copy_n(upper, dimensions - 2, pixels_of_map.upper.begin());
  pixels_of_map.channels = channels;
  pixels_of_map.pixels = pixels;
  return encode(map, made);
}
