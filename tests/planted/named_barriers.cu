// Named barriers (bar.sync, bar.arrive) with counts of their own.
// TOOL: synccheck
// nvcc: -arch=compute_80

__device__ __forceinline__ void sync(int id, int count) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(count) : "memory");
}
__device__ __forceinline__ void arrive(int id, int count) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(count) : "memory");
}

// A barrier for 96 threads to which 64 come.
// LAUNCH: grid 1 block 96
// ARGS: out i32[96]
extern "C" __global__ void count_too_large(int* out) {
  int t = threadIdx.x;
  if (t < 64) asm volatile("bar.sync 1, 96;" ::: "memory");  // FAULT: deadlock block 0 warp 0 lane 0
  out[t] = t;
}
// LAUNCH: grid 1 block 96
// ARGS: out i32[96]
extern "C" __global__ void count_too_large_right(int* out) {
  int t = threadIdx.x;
  if (t < 64) asm volatile("bar.sync 1, 64;" ::: "memory");
  out[t] = t;
}

// Two warps wait at barriers of different numbers for each other.
// LAUNCH: grid 1 block 64
// ARGS: out i32[64]
extern "C" __global__ void numbers_differ(int* out) {
  int t = threadIdx.x;
  if (t < 32) {
    asm volatile("bar.sync 1, 64;" ::: "memory");  // FAULT: deadlock block 0 (either end)
  } else {
    asm volatile("bar.sync 2, 64;" ::: "memory");  // FAULT: deadlock block 0 (either end)
  }
  out[t] = t;
}
// LAUNCH: grid 1 block 64
// ARGS: out i32[64]
extern "C" __global__ void numbers_differ_right(int* out) {
  int t = threadIdx.x;
  if (t < 32) {
    asm volatile("bar.sync 1, 32;" ::: "memory");
  } else {
    asm volatile("bar.sync 2, 32;" ::: "memory");
  }
  out[t] = t;
}

// A count that is no multiple of a warp.
// LAUNCH: grid 1 block 64
// ARGS: out i32[64], value i32 40
extern "C" __global__ void count_not_of_warps(int* out, int count) {
  asm volatile("bar.sync 1, %0;" ::"r"(count) : "memory");  // FAULT: deadlock block 0 warp 0 lane 0
  out[threadIdx.x] = 1;
}
// LAUNCH: grid 1 block 64
// ARGS: out i32[64], value i32 64
extern "C" __global__ void count_not_of_warps_right(int* out, int count) {
  asm volatile("bar.sync 1, %0;" ::"r"(count) : "memory");
  out[threadIdx.x] = 1;
}

// The producer arrives twice before the consumer has come.
// LAUNCH: grid 1 block 96
// ARGS: in i32[32] iota, out i32[64]
extern "C" __global__ void arrives_twice(const int* in, int* out) {
  int t = threadIdx.x;
  if (t < 32) {
    asm volatile("bar.arrive 1, 96;" ::: "memory");
    asm volatile("bar.arrive 1, 96;" ::: "memory");  // FAULT: undefined_sync block 0 warp 0 lane 0
  } else {
    asm volatile("bar.sync 1, 96;" ::: "memory");
    out[t - 32] = in[t % 32];
  }
}
// A ring of two tiles between a producer and a consumer: barriers full and empty for each.
// LAUNCH: grid 1 block 64
// ARGS: in i32[256] iota, out i32[32]
extern "C" __global__ void arrives_twice_right(const int* in, int* out) {
  __shared__ int tile[2][32];
  int t = threadIdx.x, lane = t % 32, sum = 0;
#pragma unroll 1
  for (int k = 0; k < 8; ++k) {
    int slot = k % 2;
    if (t < 32) {
      if (k >= 2) sync(3 + slot, 64);
      tile[slot][lane] = in[k * 32 + lane];
      arrive(1 + slot, 64);
    } else {
      sync(1 + slot, 64);
      sum += tile[slot][31 - lane];
      if (k < 6) arrive(3 + slot, 64);
    }
  }
  if (t >= 32) out[lane] = sum;
}

// The producer waits for room, the consumer for data: nobody begins.
// LAUNCH: grid 1 block 64
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void nobody_begins(const int* in, int* out) {
  __shared__ int tile[32];
  int t = threadIdx.x, lane = t % 32;
  if (t < 32) {
    asm volatile("bar.sync 2, 64;" ::: "memory");  // FAULT: deadlock block 0 (either end)
    tile[lane] = in[lane];
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");  // FAULT: deadlock block 0 (either end)
    out[lane] = tile[31 - lane];
    asm volatile("bar.arrive 2, 64;" ::: "memory");
  }
}

// bar.sync with the whole block's count, behind the exit of a warp.
// LAUNCH: grid 1 block 64
// ARGS: out i32[64]
extern "C" __global__ void counts_the_exited(int* out) {
  int t = threadIdx.x;
  if (t >= 32) return;
  asm volatile("bar.sync 0, 64;" ::: "memory");  // FAULT: deadlock block 0 warp 0 lane 0
  out[t] = t;
}

// Half of a warp comes to a barrier that asks for whole warps.
// LAUNCH: grid 1 block 64
// ARGS: out i32[64]
extern "C" __global__ void aligned_by_half(int* out) {
  int t = threadIdx.x;
  if (t % 32 < 16) asm volatile("bar.sync 3;" ::: "memory");  // FAULT: divergent_barrier block 0 warp 0 lane 0
  out[t] = t;
}
// barrier.sync without .aligned may be met from several places.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void aligned_by_half_right(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
  if (t % 32 < 16) {
    asm volatile("barrier.sync 3;" ::: "memory");
    out[t] = tile[63 - t];
  } else {
    asm volatile("barrier.sync 3;" ::: "memory");
    out[t] = -tile[63 - t];
  }
}

// What is written behind bar.arrive may be read too early.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[32]
extern "C" __global__ void written_after_arriving(const int* in, int* out) {
  __shared__ int tile[32];
  int t = threadIdx.x, lane = t % 32;
  if (t < 32) {
    asm volatile("bar.arrive 1, 64;" ::: "memory");
    tile[lane] = in[lane];  // FAULT: race block 0 (either end)
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[lane] = tile[lane];  // FAULT: race block 0 (either end)
  }
}
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[32]
extern "C" __global__ void written_after_arriving_right(const int* in, int* out) {
  __shared__ int tile[32];
  int t = threadIdx.x, lane = t % 32;
  if (t < 32) {
    tile[lane] = in[lane];
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[lane] = tile[31 - lane];
  }
}
