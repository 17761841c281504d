// Waits that nobody ends, and loops that never end.
// TOOL: synccheck
// nvcc: -arch=compute_80

// A flag in global memory that no thread sets.
// LAUNCH: grid 1 block 32
// ARGS: inout i32[1], out i32[32]
extern "C" __global__ void flag_never_set(volatile int* flag, int* out) {
  while (*flag == 0) {  // FAULT: deadlock block 0 warp 0 lane 0
  }
  out[threadIdx.x] = 1;
}
// LAUNCH: grid 2 block 32
// ARGS: inout i32[1], out i32[64]
extern "C" __global__ void flag_never_set_right(volatile int* flag, int* out) {
  int i = blockIdx.x * 32 + threadIdx.x;
  if (i == 63) *flag = 1;
  while (*flag == 0) {
  }
  out[i] = 1;
}

// The flag is set behind a barrier that the waiting warp does not reach.
// LAUNCH: grid 1 block 64
// ARGS: out i32[64]
extern "C" __global__ void flag_behind_barrier(int* out) {
  __shared__ volatile int flag;
  int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t >= 32) {
    while (flag == 0) {  // FAULT: deadlock block 0 (either end)
    }
  }
  __syncthreads();  // FAULT: deadlock block 0 (either end)
  if (t == 0) flag = 1;
  out[t] = t;
}

// A lock is taken twice by the same thread.
// LAUNCH: grid 1 block 1
// ARGS: inout i32[1], out i32[1]
extern "C" __global__ void lock_taken_twice(int* lock, int* out) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  while (atomicCAS(lock, 0, 1) != 0) {  // FAULT: deadlock block 0 warp 0 lane 0
  }
  *out = 1;
}
// LAUNCH: grid 4 block 32
// ARGS: inout i32[1], inout i32[1]
extern "C" __global__ void lock_taken_twice_right(int* lock, volatile int* out) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *out = *out + 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}

// Two warps take two locks in opposite orders.
// LAUNCH: grid 1 block 64
// ARGS: inout i32[2], out i32[64]
extern "C" __global__ void locks_crossed(int* lock, int* out) {
  int t = threadIdx.x, first = t / 32;
  if (t % 32 == 0) {
    while (atomicCAS(&lock[first], 0, 1) != 0) {
    }
  }
  __syncthreads();
  if (t % 32 == 0) {
    while (atomicCAS(&lock[1 - first], 0, 1) != 0) {  // FAULT: deadlock block 0
    }
  }
  out[t] = t;
}

// A step of zero: the loop stays where it is.
// LAUNCH: grid 1 block 32
// ARGS: out i32[32], value i32 0
extern "C" __global__ void step_of_zero(int* out, int step) {
  int i = threadIdx.x;
#pragma unroll 1
  while (i < 100) i += step;  // FAULT: no_end block 0 warp 0 lane 0
  out[threadIdx.x] = i;
}
// LAUNCH: grid 1 block 32
// ARGS: out i32[32], value i32 7
extern "C" __global__ void step_of_zero_right(int* out, int step) {
  int i = threadIdx.x;
#pragma unroll 1
  while (i < 100) i += step;
  out[threadIdx.x] = i;
}

// A chain of blocks: each waits for the one before it.
// LAUNCH: grid 4 block 32
// ARGS: inout i32[5], out i32[4]
extern "C" __global__ void chain_of_blocks_right(volatile int* sums, int* out) {
  if (threadIdx.x == 0) {
    int b = blockIdx.x;
    if (b > 0) {
      while (sums[b] == 0) {
      }
    }
    __threadfence();
    sums[b + 1] = sums[b] + b + 1;
    out[b] = b;
  }
}
// Each waits for the one behind it, and the last for the first.
// LAUNCH: grid 4 block 32
// ARGS: inout i32[4], out i32[4]
extern "C" __global__ void chain_of_blocks(volatile int* sums, int* out) {
  if (threadIdx.x == 0) {
    int b = blockIdx.x;
    while (sums[(b + 1) % 4] == 0) {  // FAULT: deadlock
    }
    sums[b] = 1;
    out[b] = b;
  }
}
