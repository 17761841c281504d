// Blocks that exchange data through global memory.
// TOOL: racecheck
// nvcc: -arch=compute_80
#include <cooperative_groups.h>

#include <cuda/atomic>

// Each thread adds its right neighbour, in place: the last one's belongs to the next block.
// LAUNCH: grid 4 block 64
// ARGS: inout i32[257] iota
extern "C" __global__ void stencil_in_place(int* data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = data[i] + data[i + 1];  // FAULT: global_race (either end)
  __syncthreads();
  data[i] = sum;  // FAULT: global_race (either end)
}
// All blocks have read before one writes.
// LAUNCH: grid 4 block 64 cooperative
// ARGS: inout i32[257] iota
extern "C" __global__ void stencil_in_place_right(int* data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = data[i] + data[i + 1];
  cooperative_groups::this_grid().sync();
  data[i] = sum;
}

// Blocks count into the same bins without atomics.
// LAUNCH: grid 8 block 1
// ARGS: in i32[8] mod 3, inout i32[4]
extern "C" __global__ void histogram_of_grid(const int* in, int* bins) {
  bins[in[blockIdx.x]] += 1;  // FAULT: global_race
}
// LAUNCH: grid 8 block 32
// ARGS: in i32[256] mod 3, inout i32[4]
extern "C" __global__ void histogram_of_grid_right(const int* in, int* bins) {
  atomicAdd(&bins[in[blockIdx.x * 32 + threadIdx.x]], 1);
}

// The bins are cleared by the first block while others may count.
// LAUNCH: grid 4 block 32
// ARGS: in i32[128] mod 8, inout i32[8]
extern "C" __global__ void cleared_by_first(const int* in, int* bins) {
  if (blockIdx.x == 0 && threadIdx.x < 8) bins[threadIdx.x] = 0;  // FAULT: global_race (either end)
  __syncthreads();
  atomicAdd(&bins[in[blockIdx.x * 32 + threadIdx.x]], 1);  // FAULT: global_race (either end)
}
// LAUNCH: grid 4 block 32 cooperative
// ARGS: in i32[128] mod 8, inout i32[8]
extern "C" __global__ void cleared_by_first_right(const int* in, int* bins) {
  if (blockIdx.x == 0 && threadIdx.x < 8) bins[threadIdx.x] = 0;
  cooperative_groups::this_grid().sync();
  atomicAdd(&bins[in[blockIdx.x * 32 + threadIdx.x]], 1);
}

// The fence between the data and the flag is missing.
// LAUNCH: grid 2 block 32
// ARGS: in i32[32] iota, inout i32[32], inout i32[1], inout i32[32]
extern "C" __global__ void grid_flag_unfenced(const int* in, int* data, volatile int* flag, int* out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = in[t];  // FAULT: global_race (either end)
    __syncthreads();
    if (t == 0) *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    out[t] = data[31 - t];  // FAULT: global_race (either end)
  }
}
// LAUNCH: grid 2 block 32
// ARGS: in i32[32] iota, inout i32[32], inout i32[1], inout i32[32]
extern "C" __global__ void grid_flag_unfenced_right(const int* in, int* data, volatile int* flag,
                                                    int* out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = in[t];
    __threadfence();
    __syncthreads();
    if (t == 0) *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    out[t] = data[31 - t];
  }
}

// The fence is one of the block's own.
// LAUNCH: grid 2 block 32
// ARGS: in i32[32] iota, inout i32[32], inout i32[1], inout i32[32]
extern "C" __global__ void grid_flag_block_fence(const int* in, int* data, volatile int* flag,
                                                 int* out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = in[t];  // FAULT: global_race (either end)
    __syncthreads();
    __threadfence_block();
    if (t == 0) *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    out[t] = data[31 - t];  // FAULT: global_race (either end)
  }
}
// LAUNCH: grid 2 block 32
// ARGS: in i32[32] iota, inout i32[32], inout i32[1], inout i32[32]
extern "C" __global__ void grid_flag_block_fence_right(const int* in, int* data,
                                                       volatile int* flag, int* out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = in[t];
    __syncthreads();
    __threadfence();
    if (t == 0) *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    out[t] = data[31 - t];
  }
}

// An atomic flag of relaxed order.
// LAUNCH: grid 2 block 1
// ARGS: in i32[1] all 5, inout i32[1], inout i32[1], inout i32[1]
extern "C" __global__ void grid_flag_relaxed(const int* in, int* data, int* flag, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (blockIdx.x == 0) {
    *data = *in;  // FAULT: global_race (either end)
    ready.store(1, cuda::memory_order_relaxed);
  } else {
    while (ready.load(cuda::memory_order_relaxed) == 0) {
    }
    *out = *data;  // FAULT: global_race (either end)
  }
}
// Release and acquire.
// LAUNCH: grid 2 block 1
// ARGS: in i32[1] all 5, inout i32[1], inout i32[1], inout i32[1]
extern "C" __global__ void grid_flag_relaxed_right(const int* in, int* data, int* flag, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (blockIdx.x == 0) {
    *data = *in;
    ready.store(1, cuda::memory_order_release);
  } else {
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
    *out = *data;
  }
}

// The last block adds up what the others left without a fence.
// LAUNCH: grid 6 block 32
// ARGS: in i32[6] iota, inout i32[6], inout u32[1], inout i32[1]
extern "C" __global__ void last_without_fence(const int* in, int* partial, unsigned* count, int* out) {
  if (threadIdx.x != 0) return;
  partial[blockIdx.x] = in[blockIdx.x];  // FAULT: global_race (either end)
  if (atomicAdd(count, 1) != gridDim.x - 1) return;
  int sum = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) sum += partial[b];  // FAULT: global_race (either end)
  *out = sum;
}
// LAUNCH: grid 6 block 32
// ARGS: in i32[6] iota, inout i32[6], inout u32[1], inout i32[1]
extern "C" __global__ void last_without_fence_right(const int* in, int* partial, unsigned* count,
                                                    int* out) {
  if (threadIdx.x != 0) return;
  partial[blockIdx.x] = in[blockIdx.x];
  __threadfence();
  if (atomicAdd(count, 1) != gridDim.x - 1) return;
  __threadfence();
  int sum = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) sum += partial[b];
  *out = sum;
  *count = 0;
}

// The counter is read again, plainly, to see who is last.
// LAUNCH: grid 6 block 32
// ARGS: inout u32[1], inout i32[6]
extern "C" __global__ void counter_read_again(unsigned* count, int* last) {
  if (threadIdx.x != 0) return;
  atomicAdd(count, 1);                       // FAULT: global_race (either end)
  last[blockIdx.x] = *count == gridDim.x;  // FAULT: global_race (either end)
}
// LAUNCH: grid 6 block 32
// ARGS: inout u32[1], inout i32[6]
extern "C" __global__ void counter_read_again_right(unsigned* count, int* last) {
  if (threadIdx.x != 0) return;
  last[blockIdx.x] = atomicAdd(count, 1) + 1 == gridDim.x;
}

// An atomic of the block's scope on what all blocks count in.
// LAUNCH: grid 4 block 32
// ARGS: inout i32[1]
extern "C" __global__ void atomic_of_block(int* count) {
  atomicAdd_block(count, 1);  // FAULT: global_race
}
// LAUNCH: grid 4 block 32
// ARGS: inout i32[1]
extern "C" __global__ void atomic_of_block_right(int* count) {
  atomicAdd(count, 1);
}

// Blocks append to a list under a lock that is given back without a fence.
// LAUNCH: grid 4 block 1
// ARGS: inout i32[1], inout i32[4], inout i32[1]
extern "C" __global__ void list_without_fence(int* lock, int* list, int* size) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  int place = *size;         // FAULT: global_race (either end)
  list[place] = blockIdx.x;
  *size = place + 1;         // FAULT: global_race (either end)
  atomicExch(lock, 0);
}
// LAUNCH: grid 4 block 1
// ARGS: inout i32[1], inout i32[4], inout i32[1]
extern "C" __global__ void list_without_fence_right(int* lock, int* list, int* size) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  int place = *size;
  list[place] = blockIdx.x;
  *size = place + 1;
  __threadfence();
  atomicExch(lock, 0);
}

// Rows of a tile overlap by one column with the next block's.
// LAUNCH: grid 4 block 33
// ARGS: in i32[160] iota, inout i32[160]
extern "C" __global__ void overlapping_tiles(const int* in, int* out) {
  int i = blockIdx.x * 32 + threadIdx.x;
  out[i] = in[i] + blockIdx.x;  // FAULT: global_race
}
// LAUNCH: grid 4 block 33
// ARGS: in i32[160] iota, inout i32[160]
extern "C" __global__ void overlapping_tiles_right(const int* in, int* out) {
  int i = blockIdx.x * 33 + threadIdx.x;
  out[i] = in[i] + blockIdx.x;
}
