// Flags, fences, locks and atomics in shared memory between warps of a block.
// TOOL: racecheck
// nvcc: -arch=compute_80
#include <cuda/atomic>

// A flag that is neither volatile nor atomic, read once behind a fence.
// LAUNCH: grid 1 block 64
// ARGS: in i32[32] iota, inout i32[32]
extern "C" __global__ void plain_flag(const int* in, int* out) {
  __shared__ int data[32], flag;
  int t = threadIdx.x, lane = t % 32;
  if (t == 0) flag = 0;
  data[lane] = lane;
  __syncthreads();
  if (t < 32) {
    data[lane] = in[lane];  // FAULT: race block 0 (either end)
    if (lane == 0) flag = 1;  // FAULT: race block 0 (either end)
  } else if (flag) {        // FAULT: race block 0 (either end)
    out[lane] = data[lane];  // FAULT: race block 0 (either end)
  }
}
// A volatile flag with fences at both its ends.
// LAUNCH: grid 1 block 64
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void plain_flag_right(const int* in, int* out) {
  __shared__ int data[32];
  __shared__ volatile int flag;
  int t = threadIdx.x, lane = t % 32;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t < 32) {
    data[lane] = in[lane];
    __syncwarp();
    __threadfence_block();
    if (lane == 0) flag = 1;
  } else {
    while (flag == 0) {
    }
    __threadfence_block();
    out[lane] = data[31 - lane];
  }
}

// The flag is set before the fence, the data behind it.
// LAUNCH: grid 1 block 64
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void flag_before_data(const int* in, int* out) {
  __shared__ int data;
  __shared__ volatile int flag;
  int t = threadIdx.x;
  if (t == 0) flag = 0;
  if (t == 1) data = 0;
  __syncthreads();
  if (t == 0) {
    flag = 1;
    __threadfence_block();
    data = in[5];  // FAULT: race block 0 (either end)
  }
  if (t >= 32) {
    while (flag == 0) {
    }
    __threadfence_block();
    out[t - 32] = data;  // FAULT: race block 0 (either end)
  }
}

// Release and acquire through cuda::atomic_ref.
// LAUNCH: grid 1 block 64
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void atomic_flag_right(const int* in, int* out) {
  __shared__ int data[32], flag;
  int t = threadIdx.x, lane = t % 32;
  if (t == 0) flag = 0;
  __syncthreads();
  cuda::atomic_ref<int, cuda::thread_scope_block> ready(flag);
  if (t < 32) {
    data[lane] = in[lane];
    __syncwarp();
    if (lane == 0) ready.store(1, cuda::memory_order_release);
  } else {
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
    out[lane] = data[31 - lane];
  }
}
// The same with relaxed order and without fences.
// LAUNCH: grid 1 block 64
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void atomic_flag(const int* in, int* out) {
  __shared__ int data[32], flag;
  int t = threadIdx.x, lane = t % 32;
  if (t == 0) flag = 0;
  __syncthreads();
  cuda::atomic_ref<int, cuda::thread_scope_block> ready(flag);
  if (t < 32) {
    data[lane] = in[lane];  // FAULT: race block 0 (either end)
    __syncwarp();
    if (lane == 0) ready.store(1, cuda::memory_order_relaxed);
  } else {
    while (ready.load(cuda::memory_order_relaxed) == 0) {
    }
    out[lane] = data[31 - lane];  // FAULT: race block 0 (either end)
  }
}

// A lock in shared memory guards a sum; one of the warps does not take it.
// LAUNCH: grid 1 block 96
// ARGS: in i32[96] iota, out i32[1]
extern "C" __global__ void lock_not_taken(const int* in, int* out) {
  __shared__ int lock, sum;
  int t = threadIdx.x;
  if (t == 0) lock = sum = 0;
  __syncthreads();
  if (t % 32 == 0) {
    bool takes = t != 64;
    while (takes && atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence_block();
    sum += in[t];  // FAULT: race block 0
    __threadfence_block();
    if (takes) atomicExch(&lock, 0);
  }
  __syncthreads();
  if (t == 0) *out = sum;
}
// LAUNCH: grid 1 block 96
// ARGS: in i32[96] iota, out i32[1]
extern "C" __global__ void lock_not_taken_right(const int* in, int* out) {
  __shared__ int lock, sum;
  int t = threadIdx.x;
  if (t == 0) lock = sum = 0;
  __syncthreads();
  if (t % 32 == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence_block();
    sum += in[t];
    __threadfence_block();
    atomicExch(&lock, 0);
  }
  __syncthreads();
  if (t == 0) *out = sum;
}

// An atomic sum is looked at plainly while others still add.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void atomic_and_plain_read(const int* in, int* out) {
  __shared__ int sum;
  int t = threadIdx.x;
  if (t == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[t]);  // FAULT: race block 0 (either end)
  out[t] = sum;            // FAULT: race block 0 (either end)
}
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void atomic_and_plain_read_right(const int* in, int* out) {
  __shared__ int sum;
  int t = threadIdx.x;
  if (t == 0) sum = 0;
  __syncthreads();
  out[t] = atomicAdd(&sum, in[t]);
}

// An atomic maximum meets a plain write.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[1]
extern "C" __global__ void atomic_and_plain_write(const int* in, int* out) {
  __shared__ int best;
  int t = threadIdx.x;
  if (t == 0) best = 0;
  __syncthreads();
  if (t < 32) atomicMax(&best, in[t]);   // FAULT: race block 0 (either end)
  if (t == 40) best = in[t];             // FAULT: race block 0 (either end)
  __syncthreads();
  if (t == 0) *out = best;
}
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[1]
extern "C" __global__ void atomic_and_plain_write_right(const int* in, int* out) {
  __shared__ int best;
  int t = threadIdx.x;
  if (t == 0) best = 0;
  __syncthreads();
  if (t < 32) atomicMax(&best, in[t]);
  if (t == 40) atomicExch(&best, in[t]);
  __syncthreads();
  if (t == 0) *out = best;
}

// Tickets by an atomic: each thread writes its own place.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] mod 3, out i32[64]
extern "C" __global__ void tickets_right(const int* in, int* out) {
  __shared__ int size, queue[64];
  int t = threadIdx.x;
  if (t == 0) size = 0;
  __syncthreads();
  if (in[t] == 1) queue[atomicAdd(&size, 1)] = t;
  __syncthreads();
  out[t] = t < size ? queue[t] : -1;
}
// Tickets: the size is read to place an element, and counted up behind it.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] mod 3, out i32[64]
extern "C" __global__ void tickets(const int* in, int* out) {
  __shared__ int size, queue[64];
  int t = threadIdx.x;
  if (t == 0) size = 0;
  queue[t] = 0;
  __syncthreads();
  if (in[t] == 1) {
    int place = size;  // FAULT: race block 0 (either end)
    queue[place % 64] = t;  // FAULT: race block 0 (either end)
    atomicAdd(&size, 1);  // FAULT: race block 0 (either end)
  }
  __syncthreads();
  out[t] = t < size ? queue[t] : -1;
}

// The last warp to arrive at a counter adds what the others left: with a fence before the count.
// LAUNCH: grid 1 block 128
// ARGS: in i32[128] iota, out i32[1]
extern "C" __global__ void last_warp_right(const int* in, int* out) {
  __shared__ int part[4];
  __shared__ unsigned done;
  int t = threadIdx.x, warp = t / 32;
  if (t == 0) done = 0;
  __syncthreads();
  int sum = __reduce_add_sync(~0u, in[t]);
  if (t % 32 == 0) {
    part[warp] = sum;
    __threadfence_block();
    bool is_last = atomicAdd(&done, 1u) == 3;
    __threadfence_block();
    if (is_last) *out = part[0] + part[1] + part[2] + part[3];
  }
}
// LAUNCH: grid 1 block 128
// ARGS: in i32[128] iota, out i32[1]
extern "C" __global__ void last_warp(const int* in, int* out) {
  __shared__ int part[4];
  __shared__ unsigned done;
  int t = threadIdx.x, warp = t / 32;
  if (t == 0) done = 0;
  __syncthreads();
  int sum = __reduce_add_sync(~0u, in[t]);
  if (t % 32 == 0) {
    bool is_last = atomicAdd(&done, 1u) == 3;
    part[warp] = sum;  // FAULT: race block 0 (either end)
    __threadfence_block();
    if (is_last) *out = part[0] + part[1] + part[2] + part[3];  // FAULT: race block 0 (either end)
  }
}

// The last block of a grid: partial sums in global memory, a fence, a counter.
// LAUNCH: grid 4 block 64
// ARGS: in i32[256] iota, out i32[4], inout u32[1], out i32[1]
extern "C" __global__ void last_block_right(const int* in, volatile int* part, unsigned* done, int* out) {
  __shared__ int sums[64];
  __shared__ bool is_last;
  int t = threadIdx.x;
  sums[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    if (t < half) sums[t] += sums[t + half];
    __syncthreads();
  }
  if (t == 0) {
    part[blockIdx.x] = sums[0];
    __threadfence();
    is_last = atomicInc(done, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && t == 0) *out = part[0] + part[1] + part[2] + part[3];
}
// The same, but whether this block is the last is not waited for.
// LAUNCH: grid 4 block 64
// ARGS: in i32[256] iota, out i32[4], inout u32[1], inout i32[64]
extern "C" __global__ void last_block(const int* in, volatile int* part, unsigned* done, int* out) {
  __shared__ bool is_last;
  int t = threadIdx.x;
  if (t == 0) {
    part[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    is_last = atomicInc(done, gridDim.x) == gridDim.x - 1;  // FAULT: race block 0 (either end)
  }
  if (t >= 32 && is_last) out[t] = part[t % 4];  // FAULT: race block 0 (either end)
}
