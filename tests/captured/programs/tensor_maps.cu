// Tensor maps, passed by value, in a struct and in device memory; a copy by TMA each.
#include <cuda.h>
#include <cuda/barrier>

#include <cstdio>

using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

#include "../tensor_box.cuh"

__global__ void by_value(const __grid_constant__ CUtensorMap map, float* out) {
  bring(&map, out, 32, 16);
}
struct Arguments {
  CUtensorMap map;
  float* out;
  int x, y;
};
__global__ void in_struct(const __grid_constant__ Arguments arguments) {
  bring(&arguments.map, arguments.out, arguments.x, arguments.y);
}
__global__ void in_memory(const CUtensorMap* map, float* out) { bring(map, out, 0, 48); }

int main() {
  float *in, *out;
  CUtensorMap* there;
  cudaMallocManaged(&in, 128 * 64 * 4);
  cudaMalloc(&out, 2048);
  cudaMalloc(&there, sizeof(CUtensorMap));
  for (int i = 0; i < 128 * 64; ++i) in[i] = i;
  CUtensorMap map{};
  const cuuint64_t sizes[] = {128, 64}, strides[] = {512};
  const cuuint32_t box[] = {32, 16}, steps[] = {1, 1};
  const CUresult made = cuTensorMapEncodeTiled(
      &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, in, sizes, strides, box, steps,
      CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  cudaMemcpy(there, &map, sizeof map, cudaMemcpyHostToDevice);
  by_value<<<1, 128>>>(map, out);
  in_struct<<<1, 64>>>(Arguments{map, out, 96, 0});
  in_memory<<<1, 32>>>(there, out);
  std::printf("%d %s\n", static_cast<int>(made), cudaGetErrorName(cudaDeviceSynchronize()));
}
