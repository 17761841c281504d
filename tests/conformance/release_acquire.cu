// Each warp hands on to the next by release and acquire, and by a relaxed update in between.
#include <cuda/atomic>

extern "C" __global__ void release_acquire(const int* in, int* out) {
  __shared__ int values[32];
  __shared__ int turn;
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  if (t < 32) values[t] = 0;
  if (t == 0) turn = 0;
  __syncthreads();
  cuda::atomic_ref<int, cuda::thread_scope_block> now(turn);
  while (now.load(cuda::memory_order_acquire) != 2 * warp) {
  }
  values[lane] += in[t];
  __syncwarp();
  if (lane == 0) {
    now.store(2 * warp + 1, cuda::memory_order_release);
    now.fetch_add(1, cuda::memory_order_relaxed);
  }
  __syncthreads();
  if (t < 32) out[t] = values[t];
}
