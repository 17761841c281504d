// What TMA is told of a matrix.
#pragma once

#include <cuda.h>

#include "side_by_side.cuh"

// Boxes of `box_rows` rows of `box_bytes`, as wide as their swizzle if they have one. Rows of the
// matrix are `pitch` elements apart, which are whole groups of 16 bytes.
inline CUtensorMap boxes_of(const void* matrix, CUtensorMapDataType type, int element_bytes,
                            int rows, int cols, int pitch, int box_rows,
                            CUtensorMapL2promotion promotion,
                            CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_128B,
                            int box_bytes = 128) {
  void* encode = nullptr;
  cudaDriverEntryPointQueryResult found;
  check(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000,
                                         cudaEnableDefault, &found),
        "cuTensorMapEncodeTiled");
  CUtensorMap map;
  const cuuint64_t sizes[2] = {static_cast<cuuint64_t>(cols), static_cast<cuuint64_t>(rows)};
  const cuuint64_t strides[1] = {static_cast<cuuint64_t>(pitch) * element_bytes};
  const cuuint32_t box[2] = {static_cast<cuuint32_t>(box_bytes / element_bytes),
                             static_cast<cuuint32_t>(box_rows)};
  const cuuint32_t apart[2] = {1, 1};
  const CUresult made = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(encode)(
      &map, type, 2, const_cast<void*>(matrix), sizes, strides, box, apart,
      CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, promotion,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (made != CUDA_SUCCESS) std::printf("no tensor map: %d\n", made), std::exit(1);
  return map;
}

inline CUtensorMap half_boxes(const unsigned short* matrix, int rows, int cols, int pitch,
                              int box_rows) {
  return boxes_of(matrix, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, rows, cols, pitch, box_rows,
                  CU_TENSOR_MAP_L2_PROMOTION_L2_256B);
}
