// Copies three tiles ahead into two stages: what is read in this round, the round before has
// already asked to be copied over. Barriers stand around every read, but the copy is still in
// flight.
// nvcc: -arch=compute_80
#include <cuda_pipeline.h>
extern "C" __global__ void stage_overwritten(const int* in, int* out, int tiles) {
  constexpr int kAhead = 3;
  __shared__ int stage[2][64];
  int t = threadIdx.x;
  for (int i = 0; i < kAhead && i < tiles; ++i) {
    __pipeline_memcpy_async(&stage[i % 2][t], &in[i * 64 + t], 4);  // FINDING: race (either end)
    __pipeline_commit();
  }
  for (int i = 0; i < tiles; ++i) {
    __pipeline_wait_prior(kAhead - 1);
    __syncthreads();
    out[i * 64 + t] = stage[i % 2][t ^ 32];  // FINDING: race (either end)
    __syncthreads();
    if (i + kAhead < tiles)
      __pipeline_memcpy_async(&stage[(i + kAhead) % 2][t], &in[(i + kAhead) * 64 + t], 4);  // FINDING: race (either end)
    __pipeline_commit();
  }
}
