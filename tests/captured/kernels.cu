// What simulated_program.cpp launches.
// nvcc: -arch=sm_90
#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda/barrier>

namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

__constant__ float taps[3] = {0.25f, 0.5f, 0.25f};
__device__ unsigned visits;
__device__ float* table;

struct View {
  const float* data;
  int rows, columns;
  float* sums;
};

extern "C" {

__global__ void scale(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}

__global__ void smooth(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) atomicAdd(&visits, 1u);
  if (i < 1 || i >= n - 1) return;
  out[i] = taps[0] * in[i - 1] + taps[1] * in[i] + taps[2] * in[i + 1];
}

__global__ void row_sums(View view) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= view.rows) return;
  float sum = 0;
  for (int i = 0; i < view.columns; ++i) sum += view.data[row * view.columns + i];
  view.sums[row] = sum;
}

__global__ void add_rows(float* const* rows, float* out, int count, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int r = 0; r < count; ++r) sum += rows[r][i];
  out[i] = sum;
}

__global__ void add_table(float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += table[i];
}

__global__ void grid_sum(const int* in, int* parts, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int j = i; j < n; j += gridDim.x * blockDim.x) sum += in[j];
  parts[i] = sum;
  cg::this_grid().sync();
  if (i != 0) return;
  int total = 0;
  for (unsigned j = 0; j < gridDim.x * blockDim.x; ++j) total += parts[j];
  *out = total;
}

__global__ void rank_of_block(int* out) {
  const auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) out[blockIdx.x] = 100 * cluster.num_blocks() + cluster.block_rank();
}

__global__ void box(const __grid_constant__ CUtensorMap map, float* out) {
  __shared__ alignas(128) float tile[16][32];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_global_to_shared(&tile, &map, 32, 16, bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof tile);
  } else {
    token = bar.arrive();
  }
  bar.wait(std::move(token));
  for (int i = threadIdx.x; i < 512; i += blockDim.x) out[i] = tile[i / 32][i % 32];
}

__global__ void beyond(float* x) { x[(1 << 20) + threadIdx.x] = 1; }
}
