// A matrix product over four stages that copies five tiles ahead: the fifth goes over the one that
// this round multiplies.
// nvcc: -arch=compute_80
#include <cuda_pipeline.h>
extern "C" __global__ void multistage_five_ahead(const float* a, const float* b, float* c, int k) {
  constexpr int kStages = 4, kTile = 16;
  __shared__ float as[kStages][kTile][kTile], bs[kStages][kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y, tiles = k / kTile;
  float sum = 0;
  for (int tile = 0, copied = 0; tile < tiles; ++tile) {
    for (; copied <= tile + kStages; ++copied) {
      if (copied < tiles) {
        const int to = copied % kStages;
        __pipeline_memcpy_async(&as[to][y][x], &a[y * k + copied * kTile + x], 4);    // FINDING: race (either end)
        __pipeline_memcpy_async(&bs[to][y][x], &b[(copied * kTile + y) * kTile + x], 4);  // FINDING: race (either end)
      }
      __pipeline_commit();
    }
    __pipeline_wait_prior(kStages);
    __syncthreads();
    for (int i = 0; i < kTile; ++i)
      sum += as[tile % kStages][y][i] * bs[tile % kStages][i][x];  // FINDING: race (either end)
    __syncthreads();
  }
  c[y * kTile + x] = sum;
}
