// Tiles of a matrix through a tensor map, as CUDA's programming guide has it.
// nvcc: -arch=sm_90a
#include <cuda.h>

#include <cuda/barrier>

using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

constexpr int kRows = 16, kColumns = 32;

// Thread 0 asks for the tile that begins at (x, y); all wait for it.
__device__ void load(float (&tile)[kRows][kColumns], const CUtensorMap* map, int x, int y) {
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier arrived;
  if (threadIdx.x == 0) {
    init(&arrived, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_global_to_shared(&tile, map, x, y, arrived);
    token = cuda::device::barrier_arrive_tx(arrived, 1, sizeof(tile));
  } else {
    token = arrived.arrive();
  }
  arrived.wait(std::move(token));
}

// out[column][row] = in[row][column], a tile a block.
__global__ void transpose(const __grid_constant__ CUtensorMap in, float* out, int rows,
                          int columns) {
  __shared__ alignas(128) float tile[kRows][kColumns];
  const int x = blockIdx.x * kColumns, y = blockIdx.y * kRows;
  load(tile, &in, x, y);
  for (int i = threadIdx.x; i < kRows * kColumns; i += blockDim.x) {
    const int row = i % kRows, column = i / kRows;
    if (y + row < rows && x + column < columns)
      out[(x + column) * rows + y + row] = tile[row][column];
  }
}

// What comes of one tile, from outside of the matrix as well; the map lies in global memory.
__global__ void one_tile(const CUtensorMap* in, float* out, int x, int y) {
  __shared__ alignas(128) float tile[kRows][kColumns];
  load(tile, in, x, y);
  for (int i = threadIdx.x; i < kRows * kColumns; i += blockDim.x)
    out[i] = tile[i / kColumns][i % kColumns];
}
