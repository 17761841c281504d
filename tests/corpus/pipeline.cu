// Copies from global to shared memory that run while the block works (cp.async).
// nvcc: -arch=compute_80
#include <cuda_pipeline.h>

// Two stages: the next tile is on its way while this one is added.
__global__ void column_sums(const float4* in, float4* out, int rows, int quads) {
  __shared__ float4 stage[2][32];
  const int c = blockIdx.x * 32 + threadIdx.x;
  const bool inside = c < quads;
  float4 sum = make_float4(0, 0, 0, 0);
  if (inside) __pipeline_memcpy_async(&stage[0][threadIdx.x], &in[c], sizeof(float4));
  __pipeline_commit();
  for (int row = 0; row < rows; ++row) {
    if (inside && row + 1 < rows)
      __pipeline_memcpy_async(&stage[(row + 1) % 2][threadIdx.x], &in[(row + 1) * quads + c],
                              sizeof(float4));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    if (inside) {
      const float4 value = stage[row % 2][threadIdx.x];
      sum.x += value.x, sum.y += value.y, sum.z += value.z, sum.w += value.w;
    }
  }
  if (inside) out[c] = sum;
}

// Every thread reads what others have fetched; the last bytes of a tile are filled with zeros.
template <int kTile, int kStages>
__global__ void moving_sum(const int* in, int* out, int n) {
  __shared__ int tiles[kStages][kTile];
  const int t = threadIdx.x;
  const int first = blockIdx.x * kTile * 4;
  const auto fetch = [&](int k) {
    const int i = first + k * kTile + t;
    if (k < 4)
      __pipeline_memcpy_async(&tiles[k % kStages][t], in + (i < n ? i : 0), 4, i < n ? 0 : 4);
    __pipeline_commit();
  };
  for (int k = 0; k < kStages - 1; ++k) fetch(k);
  for (int k = 0; k < 4; ++k) {
    fetch(k + kStages - 1);
    __pipeline_wait_prior(kStages - 1);
    __syncthreads();
    int sum = 0;
    for (int j = max(t - 4, 0); j <= t; ++j) sum += tiles[k % kStages][j];
    const int i = first + k * kTile + t;
    if (i < n) out[i] = sum;
    __syncthreads();
  }
}
template __global__ void moving_sum<64, 3>(const int*, int*, int);
