#include "kernels/base/tensor_map.h"

#include <cstring>

#include "tests/simulated_cuda/simulated_cuda.h"

using namespace warplens;
using namespace warplens::device::api;
using namespace warplens::simulated;

extern "C" CUresult cuTensorMapEncodeTiled(CUtensorMap* made, CUtensorMapDataType type,
                                           std::uint32_t dimensions, void* address,
                                           const std::uint64_t* sizes, const std::uint64_t* pitches,
                                           const std::uint32_t* box, const std::uint32_t*,
                                           CUtensorMapInterleave, CUtensorMapSwizzle swizzle,
                                           CUtensorMapL2promotion, CUtensorMapFloatOOBfill) {
  if (dimensions == 0 || dimensions > TensorMap::kMostDimensions) return invalid_value;
  TensorMap map;
  map.address = reinterpret_cast<std::uint64_t>(address);
  map.element_bytes = type == kTensorMapUint64 ? 8 : 1u << type;
  map.dimensions = dimensions;
  map.swizzle = static_cast<TensorMap::Swizzle>(swizzle);
  map.pitches[0] = map.element_bytes;
  for (std::uint32_t d = 0; d < dimensions; ++d) {
    map.sizes[d] = sizes[d];
    map.box[d] = box[d];
    if (d > 0) map.pitches[d] = pitches[d - 1];
  }
  if (!map.check().has_value()) return invalid_value;
  std::memcpy(made, map.encode().data(), TensorMap::kBytes);
  return success;
}
