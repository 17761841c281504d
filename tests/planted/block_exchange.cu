// Threads of one block that share global memory.
// TOOL: racecheck
// nvcc: -arch=compute_80
#include <cooperative_groups.h>

// Warps exchange data without a barrier.
// LAUNCH: grid 1 block 256
// ARGS: out i32[256], in i32[256] iota, out i32[256]
extern "C" __global__ void exchanged_early(int* mid, const int* in, int* out) {
  int t = threadIdx.x;
  mid[t] = in[t] * 2;  // FAULT: race block 0 (either end)
  out[t] = mid[t ^ 32];  // FAULT: race block 0 (either end)
}
// LAUNCH: grid 1 block 256
// ARGS: out i32[256], in i32[256] iota, out i32[256]
extern "C" __global__ void exchanged_early_right(int* mid, const int* in, int* out) {
  int t = threadIdx.x;
  mid[t] = in[t] * 2;
  __syncthreads();
  out[t] = mid[t ^ 32];
}

// All add to one sum.
// LAUNCH: grid 1 block 256
// ARGS: in i32[256] iota, inout i32[1]
extern "C" __global__ void summed_plainly(const int* in, int* sum) {
  sum[0] += in[threadIdx.x];  // FAULT: race block 0
}
// LAUNCH: grid 1 block 256
// ARGS: in i32[256] iota, inout i32[1]
extern "C" __global__ void summed_plainly_right(const int* in, int* sum) {
  atomicAdd(sum, in[threadIdx.x]);
}

// The lanes of one warp count without an atomic.
// LAUNCH: grid 2 block 32
// ARGS: in i32[64] mod 4, inout i32[8]
extern "C" __global__ void counted_by_lanes(const int* in, int* bins) {
  bins[blockIdx.x * 4 + in[blockIdx.x * 32 + threadIdx.x]]++;  // FAULT: race warp 0
}
// LAUNCH: grid 2 block 32
// ARGS: in i32[64] mod 4, inout i32[8]
extern "C" __global__ void counted_by_lanes_right(const int* in, int* bins) {
  atomicAdd(&bins[blockIdx.x * 4 + in[blockIdx.x * 32 + threadIdx.x]], 1);
}

// One thread reads plainly what the others count.
// LAUNCH: grid 1 block 64
// ARGS: inout i32[1], out i32[1]
extern "C" __global__ void read_while_counted(int* count, int* out) {
  if (threadIdx.x == 40) {
    out[0] = *count;  // FAULT: race block 0 (either end)
  } else {
    atomicAdd(count, 1);  // FAULT: race block 0 (either end)
  }
}
// LAUNCH: grid 1 block 64
// ARGS: inout i32[1], out i32[1]
extern "C" __global__ void read_while_counted_right(int* count, int* out) {
  if (threadIdx.x != 40) atomicAdd(count, 1);
  __syncthreads();
  if (threadIdx.x == 40) out[0] = *count;
}

// A block sorts its part in place; the barrier between two strides is missing.
// LAUNCH: grid 2 block 64
// ARGS: inout i32[128] mod 37
extern "C" __global__ void strides_in_place(int* data) {
  int t = threadIdx.x;
  int* own = data + blockIdx.x * 64;
  for (int stride = 32; stride > 0; stride /= 2) {
    if ((t & stride) == 0) {
      int a = own[t], b = own[t + stride];  // FAULT: race (either end)
      own[t] = min(a, b);  // FAULT: race (either end)
      own[t + stride] = max(a, b);  // FAULT: race (either end)
    }
  }
}
// LAUNCH: grid 2 block 64
// ARGS: inout i32[128] mod 37
extern "C" __global__ void strides_in_place_right(int* data) {
  int t = threadIdx.x;
  int* own = data + blockIdx.x * 64;
  for (int stride = 32; stride > 0; stride /= 2) {
    if ((t & stride) == 0) {
      int a = own[t], b = own[t + stride];
      own[t] = min(a, b);
      own[t + stride] = max(a, b);
    }
    __syncthreads();
  }
}

// All set the same flag: nobody can tell who was last.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, inout i32[1]
extern "C" __global__ void flag_by_many_right(const int* in, int* found) {
  if (in[threadIdx.x] > 7) *found = 1;
}

// Lanes exchange through global memory with __syncwarp in between.
// LAUNCH: grid 1 block 64
// ARGS: inout i32[64] iota
extern "C" __global__ void neighbours_by_warp_right(int* data) {
  int t = threadIdx.x;
  int v = data[t ^ 1];
  __syncwarp();
  data[t] = v;
  __syncwarp();
  v = data[t ^ 2];
  __syncwarp();
  data[t] += v;
}

// A warp publishes by a flag with fences, the other waits for it.
// LAUNCH: grid 1 block 64
// ARGS: inout i32[33], out i32[32]
extern "C" __global__ void flag_between_warps_right(int* data, int* out) {
  int t = threadIdx.x;
  volatile int* flag = data + 32;
  if (t < 32) {
    data[t] = t * 3;
    __syncwarp();
    if (t == 0) {
      __threadfence();
      *flag = 1;
    }
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    out[t - 32] = data[31 - (t - 32)];
  }
}

// A lock around a plain sum.
// LAUNCH: grid 1 block 4
// ARGS: inout i32[2]
extern "C" __global__ void locked_sum_right(int* data) {
  bool done = false;
  while (!done) {
    if (atomicCAS(&data[0], 0, 1) == 0) {
      __threadfence();
      data[1] += threadIdx.x;
      __threadfence();
      atomicExch(&data[0], 0);
      done = true;
    }
  }
}

// Each keeps to its own element, in rows of other widths than a warp's, and in columns.
// LAUNCH: grid 2x2 block 16x16
// ARGS: inout i32[1024] iota, out i32[1024]
extern "C" __global__ void own_elements_right(int* rows, int* columns) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  rows[y * 32 + x] += 1;
  columns[x * 32 + y] = rows[y * 32 + x];
  rows[y * 32 + x] *= 2;
}

// A float's maximum by a loop of compare-and-swaps, as the programming guide has it.
// LAUNCH: grid 2 block 64
// ARGS: in i32[128] mod 50, inout i32[1]
extern "C" __global__ void maximum_by_swaps_right(const int* in, int* most) {
  int mine = in[blockIdx.x * 64 + threadIdx.x], old = *most, assumed;
  do {
    assumed = old;
    old = atomicCAS(most, assumed, max(mine, assumed));
  } while (old != assumed);
}

// Through the read-only path comes what was there before the launch's own stores.
// LAUNCH: grid 1 block 64
// ARGS: inout i32[64], out i32[64]
extern "C" __global__ void stale_copy(int* data, int* out) {
  int t = threadIdx.x;
  data[t] = t;
  __syncthreads();
  out[t] = __ldg(&data[t ^ 32]);  // FAULT: read_only_write block 0
}
// LAUNCH: grid 1 block 64
// ARGS: inout i32[64], out i32[64]
extern "C" __global__ void stale_copy_right(int* data, int* out) {
  int t = threadIdx.x;
  data[t] = t;
  __syncthreads();
  out[t] = data[t ^ 32];
}
// Every block writes, and behind a barrier of the grid another one reads.
// LAUNCH: grid 2 block 32 cooperative
// ARGS: inout i32[64], out i32[64]
extern "C" __global__ void stale_copy_of_block(int* data, int* out) {
  int i = blockIdx.x * 32 + threadIdx.x;
  data[i] = i;
  cooperative_groups::this_grid().sync();
  out[i] = __ldg(&data[i ^ 32]);  // FAULT: read_only_write
}
// In place through two pointers: each reads its own before it writes it.
// LAUNCH: grid 1 block 64
// ARGS: inout i32[64] iota
extern "C" __global__ void read_before_written_right(int* data) {
  int t = threadIdx.x;
  data[t] = __ldg(&data[t]) + 1;
}

// A lane writes over what its neighbour has read.
// LAUNCH: grid 1 block 64
// ARGS: inout i32[64] iota
extern "C" __global__ void written_over_neighbour(int* data) {
  int t = threadIdx.x;
  int read = data[t];  // FAULT: race block 0 (either end)
  data[t ^ 1] = read + 1;  // FAULT: race block 0 (either end)
}
// What the neighbour has read came through a shuffle.
// LAUNCH: grid 1 block 64
// ARGS: inout i32[64] iota
extern "C" __global__ void written_over_neighbour_right(int* data) {
  int t = threadIdx.x;
  int read = data[t];
  int of_neighbour = __shfl_xor_sync(~0u, read, 1);
  data[t ^ 1] = read + of_neighbour;
}
