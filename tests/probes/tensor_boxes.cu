// Where TMA puts a box of a tensor in shared memory: each swizzle, boxes that reach over all edges
// of the tensor, and destinations that begin inside of a swizzle's pattern, held against
// kernels/base/tensor_map.h. Compute capability 9.0. A box that begins 4 or 3 elements of 2 bytes
// from the edge, no multiple of 16 bytes, is an illegal instruction (H200, 2026-11-26).
//
//   nvcc -std=c++17 -O3 -gencode=arch=compute_90a,code=sm_90a -o tensor_boxes
//     tests/probes/tensor_boxes.cu && ./tensor_boxes
//
// It prints how many boxes lie elsewhere.
#include <cuda.h>

#include <vector>

#include "tensor_map.cuh"

namespace {

constexpr int kRows = 40, kCols = 72;  // of the tensor, 2 bytes an element
constexpr int kBoxRows = 24, kSharedBytes = 8192;

// All of shared memory, 0xffff where nothing came.
__global__ void copy_one(const __grid_constant__ CUtensorMap map, unsigned short* out, int to,
                         int col, int row, int bytes) {
  extern __shared__ __align__(1024) unsigned char shared[];
  __shared__ alignas(8) unsigned long long barrier;
  const unsigned at = __cvta_generic_to_shared(&barrier);
  unsigned short* const halves = reinterpret_cast<unsigned short*>(shared);
  for (int i = 0; i < kSharedBytes / 2; ++i) halves[i] = 0xffff;
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at) : "memory");
  asm volatile("fence.proxy.async;" ::: "memory");
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at), "r"(bytes)
               : "memory");
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
      " [%0], [%1, {%2, %3}], [%4];" ::"r"(
          static_cast<unsigned>(__cvta_generic_to_shared(shared)) + to),
      "l"(&map), "r"(col), "r"(row), "r"(at)
      : "memory");
  asm volatile(
      "{\n .reg .pred over;\n"
      "again:\n mbarrier.try_wait.parity.shared::cta.b64 over, [%0], 0;\n"
      " @!over bra again;\n}" ::"r"(at)
      : "memory");
  for (int i = 0; i < kSharedBytes / 2; ++i) out[i] = halves[i];
}

unsigned short element(int row, int col) {
  const bool is_inside = row >= 0 && row < kRows && col >= 0 && col < kCols;
  return is_inside ? static_cast<unsigned short>(row * 256 + col + 1) : 0;
}

std::vector<unsigned short> expected(int wide, bool is_swizzled, int to, int col, int row) {
  std::vector<unsigned short> all(kSharedBytes / 2, 0xffff);
  for (int r = 0; r < kBoxRows; ++r) {
    for (int c = 0; c < wide / 2; ++c) {
      const unsigned address = to + r * wide + c * 2;
      const unsigned mask = is_swizzled ? wide - 16 : 0;
      all[(address ^ (address >> 3 & mask)) / 2] = element(row + r, col + c);
    }
  }
  return all;
}

}  // namespace

int main() {
  std::vector<unsigned short> tensor;
  for (int row = 0; row < kRows; ++row) {
    for (int col = 0; col < kCols; ++col) tensor.push_back(element(row, col));
  }
  unsigned short* const on_gpu = device_array<unsigned short>(tensor.size());
  unsigned short* const out = device_array<unsigned short>(kSharedBytes / 2);
  check(cudaMemcpy(on_gpu, tensor.data(), tensor.size() * 2, cudaMemcpyHostToDevice), "upload");
  std::vector<unsigned short> found(kSharedBytes / 2);
  int boxes = 0, elsewhere = 0;
  for (int swizzle = 0; swizzle <= 3; ++swizzle) {
    const int wide = swizzle == 0 ? 48 : 16 << swizzle;
    const CUtensorMap map =
        boxes_of(on_gpu, CU_TENSOR_MAP_DATA_TYPE_UINT16, 2, kRows, kCols, kCols, kBoxRows,
                 CU_TENSOR_MAP_L2_PROMOTION_NONE, static_cast<CUtensorMapSwizzle>(swizzle), wide);
    for (const int to : {0, 128, 384, 1024, 2944}) {
      for (const int col : {0, 8, -8, 64, 96}) {
        for (const int row : {0, -7, 30, 50}) {
          copy_one<<<1, 1, kSharedBytes>>>(map, out, to, col, row, kBoxRows * wide);
          check(cudaMemcpy(found.data(), out, kSharedBytes, cudaMemcpyDeviceToHost), "download");
          ++boxes;
          if (found == expected(wide, swizzle != 0, to, col, row)) continue;
          ++elsewhere;
          std::printf("elsewhere: swizzle %d to %d col %d row %d\n", swizzle, to, col, row);
        }
      }
    }
  }
  std::printf("%d of %d boxes lie elsewhere\n", elsewhere, boxes);
  return elsewhere != 0;
}
