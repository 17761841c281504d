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

__device__ unsigned address_of(const void* shared) {
  return static_cast<unsigned>(__cvta_generic_to_shared(shared));
}
__device__ void arrive(const void* bar) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(address_of(bar)) : "memory");
}
__device__ void wait_for(const void* bar, unsigned parity) {
  asm volatile("{ .reg .pred p; again: mbarrier.test_wait.parity.shared::cta.b64 p, [%0], %1; @!p bra again; }" ::"r"(address_of(bar)), "r"(parity) : "memory");
}
// The third warp is not asked whether it has seen a round: where it comes late, it waits for a
// parity that the mbarrier had, and will not have again.
extern "C" __global__ void ring(int* out, int rounds) {
  __shared__ unsigned long long full, empty;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(address_of(&full)) : "memory");
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(address_of(&empty)) : "memory");
  }
  __syncthreads();
  const int warp = threadIdx.x / 32;
  int seen = 0;
  for (int k = 0; k < rounds; ++k) {
    if (warp == 0) {
      wait_for(&empty, k % 2 ^ 1);
      arrive(&full);
    } else {
      wait_for(&full, k % 2);
      ++seen;
      if (warp == 1) arrive(&empty);
    }
  }
  out[threadIdx.x] = seen;
}
