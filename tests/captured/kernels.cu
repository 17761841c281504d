// What simulated_program.cpp launches.
// nvcc: -arch=sm_90
#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda/barrier>

namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

extern "C" {
#include "group_kernels.cuh"
#include "memory_kernels.cuh"
#include "tensor_box.cuh"

__global__ void box(const __grid_constant__ CUtensorMap map, float* out) { bring(&map, out, 32, 16); }

__global__ void beyond(float* x) { x[(1 << 20) + threadIdx.x] = 1; }
}
