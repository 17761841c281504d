// Atomics and barriers of libcu++, with scopes and orders.
// nvcc: -arch=compute_80
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/atomic>
#include <cuda/barrier>

namespace cg = cooperative_groups;

__global__ void scoped_counts(const int* in, unsigned* counts, unsigned long long* sum, int n) {
  __shared__ unsigned local;
  if (threadIdx.x == 0) local = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_block>(local).fetch_add(
        1, cuda::memory_order_relaxed);
    cuda::atomic_ref<unsigned, cuda::thread_scope_device>(counts[in[i]]).fetch_add(1);
    cuda::atomic_ref<unsigned long long, cuda::thread_scope_system>(*sum).fetch_add(
        in[i], cuda::memory_order_acq_rel);
  }
  __syncthreads();
  if (threadIdx.x == 0)
    cuda::atomic_ref<unsigned, cuda::thread_scope_device>(counts[7]).fetch_max(local);
}

// Release and acquire instead of fences.
__global__ void relay(int* flags, int* values) {
  if (threadIdx.x != 0) return;
  const int b = blockIdx.x;
  if (b > 0) {
    cuda::atomic_ref<int, cuda::thread_scope_device> before(flags[b - 1]);
    while (before.load(cuda::memory_order_acquire) == 0) {
    }
  }
  values[b] = b == 0 ? 5 : values[b - 1] * 2 - b;
  cuda::atomic_ref<int, cuda::thread_scope_device>(flags[b]).store(1, cuda::memory_order_release);
}

// A barrier object in shared memory: those who arrive early do other work before they wait.
__global__ void split_barrier(const int* in, int* out, int n) {
  using barrier = cuda::barrier<cuda::thread_scope_block>;
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier ready;
  __shared__ int values[64];
  const int t = threadIdx.x;
  if (t == 0) init(&ready, blockDim.x);
  __syncthreads();
  int sum = 0;
  for (int base = 0; base < n; base += 64) {
    values[t] = base + t < n ? in[base + t] : 0;
    barrier::arrival_token token = ready.arrive();
    const int own = values[t] * 3;
    ready.wait(cuda::std::move(token));
    sum += own + values[63 - t];
    ready.arrive_and_wait();
  }
  out[t] = sum;
}

__global__ void group_copy(const float* in, float* out, int n) {
  __shared__ alignas(16) float tile[96];
  const cg::thread_block block = cg::this_thread_block();
  const int first = blockIdx.x * 96, count = min(96, n - first);
  cg::memcpy_async(block, tile, in + first, sizeof(float) * count);
  cg::wait(block);
  for (int i = threadIdx.x; i < count; i += blockDim.x) out[first + i] = tile[count - 1 - i];
}
