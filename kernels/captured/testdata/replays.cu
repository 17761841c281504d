// Kernels whose launches replay_test.cpp captures by hand: nvcc -ptx -arch=sm_90 replays.cu
#include <cooperative_groups.h>
#include <cuda.h>

namespace cg = cooperative_groups;

struct Rows {
  float* const* rows;  // each in memory of its own
  float* sums;
  int count, columns;
};

__device__ int launches;
__device__ float* last_sums;
__constant__ float weights[2];

extern "C" __global__ void scale(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * x[i];
}

extern "C" __global__ void add_to(float* y, float addend, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += addend;
}

extern "C" __global__ void sum_rows(Rows of) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= of.count) return;
  float sum = 0;
  for (int i = 0; i < of.columns; ++i) sum += of.rows[row][i];
  of.sums[row] = sum;
}

extern "C" __global__ void weigh(const float* x) {
  last_sums[threadIdx.x] = weights[threadIdx.x % 2] * x[threadIdx.x];
  if (threadIdx.x == 0) launches += 1;
}

extern "C" __global__ void swap_blocks(int* out) {
  __shared__ int own;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) own = blockIdx.x + 1;
  cluster.sync();
  const int* other = cluster.map_shared_rank(&own, cluster.block_rank() ^ 1);
  if (threadIdx.x == 0) out[blockIdx.x] = *other;
  cluster.sync();
}

extern "C" __global__ void meet(int* counts, int* out) {
  const cg::grid_group grid = cg::this_grid();
  if (threadIdx.x == 0) counts[blockIdx.x] = blockIdx.x + 1;
  grid.sync();
  if (grid.thread_rank() != 0) return;
  for (int i = 0; i < gridDim.x; ++i) *out += counts[i];
}

extern "C" __global__ void tile(const __grid_constant__ CUtensorMap map, float* out) {
  __shared__ alignas(128) float box[8 * 8];
  __shared__ alignas(8) unsigned long long arrived;
  const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(box));
  const unsigned barrier = static_cast<unsigned>(__cvta_generic_to_shared(&arrived));
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(barrier));
    asm volatile("fence.proxy.async.shared::cta;");
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 256;" ::"r"(barrier) : "memory");
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
        "[%0], [%1, {8, 8}], [%2];" ::"r"(to),
        "l"(&map), "r"(barrier)
        : "memory");
  }
  __syncthreads();
  asm volatile(
      "{\n.reg .pred done;\nwait:\nmbarrier.try_wait.parity.shared.b64 done, [%0], 0;\n"
      "@!done bra wait;\n}" ::"r"(barrier)
      : "memory");
  out[threadIdx.x] = box[threadIdx.x];
}
