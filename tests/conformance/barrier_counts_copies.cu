// cuda::barrier counts copies: each thread arrives for its own and waits for all.
// nvcc: -arch=compute_80
#include <cooperative_groups.h>
#include <cuda/barrier>
extern "C" __global__ void barrier_counts_copies(const int4* in, int4* out) {
  __shared__ alignas(16) int4 tile[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  auto block = cooperative_groups::this_thread_block();
  if (threadIdx.x == 0) init(&barrier, 64);
  block.sync();
  cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], cuda::aligned_size_t<16>(16), barrier);
  barrier.arrive_and_wait();
  out[threadIdx.x] = tile[63 - threadIdx.x];
}
