// Copies two tiles ahead into two stages.
// nvcc: -arch=compute_80
#include <cuda_pipeline.h>
extern "C" __global__ void stage_two_ahead(const int* in, int* out, int tiles) {
  constexpr int kAhead = 2;
  __shared__ int stage[2][64];
  int t = threadIdx.x;
  for (int i = 0; i < kAhead && i < tiles; ++i) {
    __pipeline_memcpy_async(&stage[i % 2][t], &in[i * 64 + t], 4);
    __pipeline_commit();
  }
  for (int i = 0; i < tiles; ++i) {
    __pipeline_wait_prior(kAhead - 1);
    __syncthreads();
    out[i * 64 + t] = stage[i % 2][t ^ 32];
    __syncthreads();
    if (i + kAhead < tiles)
      __pipeline_memcpy_async(&stage[(i + kAhead) % 2][t], &in[(i + kAhead) * 64 + t], 4);
    __pipeline_commit();
  }
}
