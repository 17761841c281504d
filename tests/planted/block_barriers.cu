// The block's barrier: what only some threads come to.
// TOOL: synccheck
// nvcc: -arch=compute_80

// Half of each warp comes to the barrier.
// LAUNCH: grid 1 block 64
// ARGS: out i32[64]
extern "C" __global__ void half_a_warp(int* out) {
  int t = threadIdx.x;
  if (t % 32 < 16) __syncthreads();  // FAULT: divergent_barrier block 0 warp 0 lane 0
  out[t] = t;
}
// LAUNCH: grid 1 block 64
// ARGS: out i32[64]
extern "C" __global__ void half_a_warp_right(int* out) {
  int t = threadIdx.x;
  if (t % 32 < 16) out[t] = -t;
  __syncthreads();
  if (t % 32 >= 16) out[t] = t;
}

// One of two warps comes to the barrier.
// LAUNCH: grid 1 block 64
// ARGS: out i32[64]
extern "C" __global__ void one_of_two_warps(int* out) {
  int t = threadIdx.x;
  if (t < 32) __syncthreads();  // FAULT: divergent_barrier block 0 warp 0 lane 0
  out[t] = t;
}
// LAUNCH: grid 1 block 64
// ARGS: out i32[64], value i32 64
extern "C" __global__ void one_of_two_warps_right(int* out, int n) {
  int t = threadIdx.x;
  if (n > 32) __syncthreads();
  out[t] = t;
}

// The barrier stands behind the guard for the last, partial block, and all go on behind it.
// LAUNCH: grid 2 block 64
// ARGS: in i32[100] iota, out i32[128], value i32 100
extern "C" __global__ void barrier_in_guard(const int* in, int* out, int n) {
  __shared__ int tile[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t, v = 0;
  if (i < n) {
    tile[t] = in[i];
    __syncthreads();  // FAULT: divergent_barrier block 1 warp 1 lane 0
    v = tile[t ^ 1];
  }
  out[i] = v;
}
// Behind the guard nothing is left to do: those past the size have exited.
// LAUNCH: grid 2 block 64
// ARGS: in i32[100] iota, out i32[100], value i32 100
extern "C" __global__ void guard_to_the_end_right(const int* in, int* out, int n) {
  __shared__ int tile[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (i < n) {
    tile[t] = in[i];
    __syncthreads();
    out[i] = tile[t ^ 1];
  }
}
// LAUNCH: grid 2 block 64
// ARGS: in i32[100] iota, out i32[100], value i32 100
extern "C" __global__ void barrier_in_guard_right(const int* in, int* out, int n) {
  __shared__ int tile[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (i < n) tile[t] = in[i];
  __syncthreads();
  if (i < n) out[i] = tile[t ^ 1];
}

// A loop with a barrier runs a different number of rounds in each lane.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] mod 3, out i32[32]
extern "C" __global__ void rounds_differ(const int* in, int* out) {
  __shared__ int tile[32];
  int t = threadIdx.x, sum = 0;
  tile[t] = t;
#pragma unroll 1
  for (int i = 0; i < in[t]; ++i) {
    __syncthreads();  // FAULT: divergent_barrier block 0 warp 0
    sum += i;
  }
  out[t] = sum + tile[t];
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] mod 3, out i32[32]
extern "C" __global__ void rounds_differ_right(const int* in, int* out) {
  __shared__ int tile[32];
  int t = threadIdx.x, sum = 0;
  tile[t] = t;
#pragma unroll 1
  for (int i = 0; i < 2; ++i) {
    __syncthreads();
    if (i < in[t]) sum += i;
  }
  out[t] = sum + tile[t];
}

// A loop with a barrier runs a different number of rounds in each warp.
// LAUNCH: grid 1 block 96
// ARGS: out i32[96]
extern "C" __global__ void rounds_differ_by_warp(int* out) {
  int t = threadIdx.x, sum = 0;
#pragma unroll 1
  for (int i = 0; i <= t / 32; ++i) {
    __syncthreads();  // FAULT: divergent_barrier block 0
    sum += i;
  }
  out[t] = sum;
}

// A break leaves the loop before its barrier in some lanes.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void break_before_barrier(const int* in, int* out) {
  int t = threadIdx.x, sum = 0;
#pragma unroll 1
  for (int i = 0; i < 4; ++i) {
    sum += in[(t + i) % 64];
    if (sum > 100) break;
    __syncthreads();  // FAULT: divergent_barrier block 0
  }
  out[t] = sum;
}
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void break_before_barrier_right(const int* in, int* out) {
  int t = threadIdx.x, sum = 0;
#pragma unroll 1
  for (int i = 0; i < 4; ++i) {
    sum += in[(t + i) % 64];
    if (__syncthreads_or(sum > 10000)) break;
    __syncthreads();
  }
  out[t] = sum;
}

// Both arms of a branch have a barrier of their own, and each half of a warp comes to one.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void barrier_in_both_arms(const int* in, int* out) {
  __shared__ int tile[32];
  int t = threadIdx.x;
  if (t < 16) {
    tile[t] = in[t];
    __syncthreads();  // FAULT: divergent_barrier block 0 warp 0 (either end)
    out[t] = tile[t + 16];
  } else {
    tile[t] = -in[t];
    __syncthreads();  // FAULT: divergent_barrier block 0 warp 0 (either end)
    out[t] = tile[t - 16];
  }
}
// Each warp comes to another barrier instruction of the same number: right.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void barrier_in_both_arms_right(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  if (t < 32) {
    tile[t] = in[t];
    __syncthreads();
    out[t] = tile[t + 32];
  } else {
    tile[t] = -in[t];
    __syncthreads();
    out[t] = tile[t - 32];
  }
}

// Threads past the size return before a barrier of the others: defined since they have exited.
// LAUNCH: grid 2 block 64
// ARGS: in i32[100] iota, out i32[100], value i32 100
extern "C" __global__ void early_return_right(const int* in, int* out, int n) {
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (i >= n) return;
  __syncthreads();
  out[i] = in[i] + t;
}

// Some lanes return in a loop before its barrier, and the others stay.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void some_skip_the_barrier(const int* in, int* out) {
  int t = threadIdx.x;
  if (in[t] % 2 == 0) {
    out[t] = 0;
  } else {
    __syncthreads();  // FAULT: divergent_barrier block 0 warp 0 lane 1
    out[t] = in[t];
  }
}

// __syncthreads_count in one arm.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void count_in_one_arm(const int* in, int* out) {
  int t = threadIdx.x, n = 0;
  if (t % 2 == 1) n = __syncthreads_count(in[t] > 20);  // FAULT: divergent_barrier block 0 warp 0 lane 1
  out[t] = n;
}
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void count_in_one_arm_right(const int* in, int* out) {
  int t = threadIdx.x;
  int n = __syncthreads_count(t % 2 == 1 && in[t] > 20);
  out[t] = t % 2 == 1 ? n : 0;
}

// __syncthreads_count in both arms: each half of a warp comes to another instruction.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
// PRINT
extern "C" __global__ void count_in_both_arms(const int* in, int* out) {
  int t = threadIdx.x, n = 0;
  if (t % 2 == 1) {
    n = __syncthreads_count(in[t] > 20);  // FAULT: divergent_barrier block 0 warp 0 (either end)
  } else {
    n = 1000 + __syncthreads_count(in[t] > 40);  // FAULT: divergent_barrier block 0 warp 0 (either end)
  }
  out[t] = n;
}
// __syncthreads_count in both arms, by whole warps.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
// PRINT
extern "C" __global__ void count_by_warps_right(const int* in, int* out) {
  int t = threadIdx.x, n = 0;
  if (t < 32) {
    n = __syncthreads_count(in[t] > 20);
  } else {
    n = 1000 + __syncthreads_count(in[t] > 40);
  }
  out[t] = n;
}
// __syncthreads_and in one arm and __syncthreads_or in the other, by whole warps.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
// PRINT
extern "C" __global__ void and_meets_or(const int* in, int* out) {
  int t = threadIdx.x, n = 0;
  if (t < 32) {
    n = __syncthreads_and(in[t] > 20);  // FAULT: undefined_sync block 0 (either end)
  } else {
    n = 1000 + __syncthreads_or(in[t] > 40);  // FAULT: undefined_sync block 0 (either end)
  }
  out[t] = n;
}
// A barrier that counts meets one that does not.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
// PRINT
extern "C" __global__ void count_meets_plain(const int* in, int* out) {
  int t = threadIdx.x, n = 0;
  if (t < 32) {
    n = __syncthreads_count(in[t] > 20);  // FAULT: undefined_sync block 0 (either end)
  } else {
    __syncthreads();  // FAULT: undefined_sync block 0 (either end)
  }
  out[t] = n;
}

__device__ __noinline__ void wait_in_function() {
  __syncthreads();  // FAULT: divergent_barrier block 0 warp 0 lane 0
}
// The barrier in a function that half of a warp calls.
// LAUNCH: grid 1 block 64
// ARGS: out i32[64]
extern "C" __global__ void called_by_half_a_warp(int* out) {
  int t = threadIdx.x;
  if (t % 32 < 16) wait_in_function();
  out[t] = t;
}
__device__ __noinline__ void wait_if(bool waits) {
  if (waits) __syncthreads();  // FAULT: divergent_barrier block 0 warp 0 lane 0
}
// A function waits in one warp, and does not in the other.
// LAUNCH: grid 1 block 64
// ARGS: out i32[64]
extern "C" __global__ void called_by_one_warp(int* out) {
  int t = threadIdx.x;
  out[t] = -t;
  wait_if(t < 32);
  out[t] = t;
}
__device__ __noinline__ int sum_of_block(const int* tile) {
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < 64; ++i) sum += tile[i];
  __syncthreads();
  return sum;
}
// A function with barriers that all call, twice.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void called_by_all_right(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
  int first = sum_of_block(tile);
  tile[t] = first + t;
  out[t] = sum_of_block(tile);
}
__device__ __noinline__ void wait_for_others() { __syncthreads(); }
// Two calls of one function in two arms, each by a whole warp: one barrier for both.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void called_from_both_arms_right(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
  if (t < 32) {
    wait_for_others();
    out[t] = tile[t + 32];
  } else {
    wait_for_others();
    out[t] = -tile[t - 32];
  }
}
__device__ __noinline__ void wait_twice_if(bool twice) {
  if (twice) __syncthreads();
  __syncthreads();
}
// One warp waits twice in a function; the other makes up for it behind its call: right.
// LAUNCH: grid 1 block 64
// ARGS: out i32[64]
extern "C" __global__ void made_up_for_right(int* out) {
  int t = threadIdx.x;
  wait_twice_if(t < 32);
  if (t >= 32) __syncthreads();
  out[t] = t;
}

// A switch of three cases, one without a barrier.
// LAUNCH: grid 1 block 96
// ARGS: out i32[96], value i32 2
extern "C" __global__ void switch_without_barrier(int* out, int skips) {
  int t = threadIdx.x, v = 0;
  switch (t / 32 == skips ? 3 : t / 32) {
    case 0:
      __syncthreads();  // FAULT: divergent_barrier block 0 (either end)
      v = 5;
      break;
    case 1:
      v = 7;
      __syncthreads();  // FAULT: divergent_barrier block 0 (either end)
      break;
    default:
      v = 9;
  }
  out[t] = v;
}

// A producer returns before the consumers' last barrier; it has exited, so they go on.
// LAUNCH: grid 1 block 96
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void producer_exits_right(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  if (t >= 64) {
    tile[t - 64] = in[t - 64];
    tile[t - 32] = in[t - 32];
  }
  __syncthreads();
  if (t >= 64) return;
  int v = tile[63 - t];
  __syncthreads();
  tile[t] = v;
  __syncthreads();
  out[t] = tile[t ^ 1];
}
