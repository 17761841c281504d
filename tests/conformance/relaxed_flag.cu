// A flag of relaxed atomics is no order by itself.
#include <cuda/atomic>

extern "C" __global__ void relaxed_flag(const int* in, int* out) {
  __shared__ int data, flag;
  int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  cuda::atomic_ref<int, cuda::thread_scope_block> ready(flag);
  if (t == 0) {
    data = in[0];  // FINDING: race (either end)
    ready.store(1, cuda::memory_order_relaxed);
  }
  if (t == 32) {
    while (ready.load(cuda::memory_order_relaxed) == 0) {
    }
    out[0] = data;  // FINDING: race (either end)
  }
}
