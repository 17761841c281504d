// Kernels whose faults hang on an order that check tries by itself.
// nvcc: -arch=compute_80
#include <cuda_pipeline.h>

// Takes its block's number for the order in which blocks come.
extern "C" __global__ void ticket(int* counter, int* out) {
  if (threadIdx.x != 0) return;
  const int number = atomicAdd(counter, 1);
  out[number == static_cast<int>(blockIdx.x) ? number : 1000] = number;
}

// A stage is copied into again while it is read.
extern "C" __global__ void stage(const int* in, int* out, int tiles) {
  constexpr int kAhead = 3;
  __shared__ int tile[2][64];
  const int t = threadIdx.x;
  for (int i = 0; i < kAhead; ++i) {
    __pipeline_memcpy_async(&tile[i % 2][t], &in[i * 64 + t], 4);
    __pipeline_commit();
  }
  for (int i = 0; i < tiles; ++i) {
    __pipeline_wait_prior(kAhead - 1);
    __syncthreads();
    out[i * 64 + t] = tile[i % 2][t ^ 32];
    __syncthreads();
    if (i + kAhead < tiles)
      __pipeline_memcpy_async(&tile[(i + kAhead) % 2][t], &in[(i + kAhead) * 64 + t], 4);
    __pipeline_commit();
  }
}
extern "C" __global__ void stage_plain(const int* in, int* out, int tiles) {
  const int t = threadIdx.x;
  for (int i = 0; i < tiles; ++i) out[i * 64 + t] = in[i * 64 + (t ^ 32)];
}
