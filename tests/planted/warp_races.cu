// Lanes of a warp that share memory without __syncwarp, and some that do it rightly.
// TOOL: racecheck
// nvcc: -arch=compute_80
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// Each lane reads its neighbour's element at once.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void neighbour_at_once(const int* in, int* out) {
  __shared__ int tile[32];
  int t = threadIdx.x;
  tile[t] = in[t];       // FAULT: race block 0 warp 0 (either end)
  out[t] = tile[t ^ 1];  // FAULT: race block 0 warp 0 (either end)
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void neighbour_at_once_right(const int* in, int* out) {
  __shared__ int tile[32];
  int t = threadIdx.x;
  tile[t] = in[t];
  __syncwarp();
  out[t] = tile[t ^ 1];
}

// The old warp-synchronous end of a reduction, with volatile alone.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[1]
extern "C" __global__ void volatile_tail(const int* in, int* out) {
  __shared__ volatile int tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  if (t < 32) {
    tile[t] += tile[t + 32];
    tile[t] += tile[t + 16];  // FAULT: race block 0 warp 0
    tile[t] += tile[t + 8];
    tile[t] += tile[t + 4];
    tile[t] += tile[t + 2];
    tile[t] += tile[t + 1];
  }
  if (t == 0) *out = tile[0];
}
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[1]
extern "C" __global__ void volatile_tail_right(const int* in, int* out) {
  __shared__ volatile int tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  if (t < 32) {
    int v = tile[t] + tile[t + 32];
#pragma unroll
    for (int half = 16; half > 0; half /= 2) {
      tile[t] = v;
      __syncwarp();
      v += tile[(t + half) % 32];
      __syncwarp();
    }
    if (t == 0) *out = v;
  }
}

// A reduction with one __syncwarp a round, where it takes two.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void one_syncwarp_a_round(const int* in, int* out) {
  __shared__ int tile[32];
  int t = threadIdx.x, v = in[t];
#pragma unroll 1
  for (int half = 16; half > 0; half /= 2) {
    tile[t] = v;  // FAULT: race block 0 warp 0 (either end)
    __syncwarp();
    v += tile[t ^ half];  // FAULT: race block 0 warp 0 (either end)
  }
  out[t] = v;
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void one_syncwarp_a_round_right(const int* in, int* out) {
  __shared__ int tile[32];
  int t = threadIdx.x, v = in[t];
#pragma unroll 1
  for (int half = 16; half > 0; half /= 2) {
    tile[t] = v;
    __syncwarp();
    v += tile[t ^ half];
    __syncwarp();
  }
  out[t] = v;
}

// __syncwarp of the lower half orders nothing for the upper half's elements.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void syncwarp_other_half(const int* in, int* out) {
  __shared__ int tile[32];
  int t = threadIdx.x;
  tile[t] = in[t];  // FAULT: race block 0 warp 0 (either end)
  if (t < 16) {
    __syncwarp(0xffff);
    out[t] = tile[t + 16];  // FAULT: race block 0 warp 0 (either end)
  }
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void syncwarp_other_half_right(const int* in, int* out) {
  __shared__ int tile[32];
  int t = threadIdx.x;
  tile[t] = in[t];
  if (t < 16) {
    __syncwarp(0xffff);
    out[t] = tile[15 - t];
  }
}

// __syncwarp between two warps.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void syncwarp_across_warps(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];  // FAULT: race block 0 (either end)
  __syncwarp();
  out[t] = tile[t ^ 32];  // FAULT: race block 0 (either end)
}
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void syncwarp_across_warps_right(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
  __syncwarp();
  out[t] = tile[t ^ 16];
}

// A shuffle is no barrier for memory.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void shuffle_for_barrier(const int* in, int* out) {
  __shared__ int tile[32];
  int t = threadIdx.x;
  tile[t] = in[t];  // FAULT: race block 0 warp 0 (either end)
  int v = __shfl_xor_sync(~0u, in[t], 1);
  out[t] = v + tile[t ^ 2];  // FAULT: race block 0 warp 0 (either end)
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void shuffle_for_barrier_right(const int* in, int* out) {
  int t = threadIdx.x;
  int v = __shfl_xor_sync(~0u, in[t], 1);
  out[t] = v + __shfl_xor_sync(~0u, in[t], 2);
}

// Two lanes write one bin in the same instruction.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] mod 8, out i32[8]
extern "C" __global__ void lanes_collide(const int* in, int* out) {
  __shared__ int owner[8];
  int t = threadIdx.x;
  owner[in[t]] = t;  // FAULT: race block 0 warp 0
  __syncwarp();
  if (t < 8) out[t] = owner[t];
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] mod 8, out i32[8]
extern "C" __global__ void lanes_collide_right(const int* in, int* out) {
  __shared__ int owner[8];
  int t = threadIdx.x;
  unsigned same = __match_any_sync(~0u, in[t]);
  if (t == 31 - __clz(same)) owner[in[t]] = t;
  __syncwarp();
  if (t < 8) out[t] = owner[t];
}

// A tile of eight lanes of a cooperative group, without and with its sync().
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void tile_without_sync(const int* in, int* out) {
  __shared__ int values[64];
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int t = threadIdx.x, first = t / 8 * 8;
  values[t] = in[t];                                                // FAULT: race block 0 (either end)
  int v = values[first + (tile.thread_rank() + 1) % tile.size()];  // FAULT: race block 0 (either end)
  out[t] = v;
}
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void tile_without_sync_right(const int* in, int* out) {
  __shared__ int values[64];
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int t = threadIdx.x, first = t / 8 * 8;
  values[t] = in[t];
  tile.sync();
  int v = values[first + (tile.thread_rank() + 1) % tile.size()];
  out[t] = v;
}
// A group's sync() of a smaller tile than the elements that it reads.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void tile_too_narrow(const int* in, int* out) {
  __shared__ int values[32];
  auto tile = cg::tiled_partition<4>(cg::this_thread_block());
  int t = threadIdx.x;
  values[t] = in[t];  // FAULT: race block 0 warp 0 (either end)
  tile.sync();
  out[t] = values[t ^ 4];  // FAULT: race block 0 warp 0 (either end)
}
// A group's reduction and scan by shuffles, a group of the block with its own sync().
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void group_sync_right(const int* in, int* out) {
  __shared__ int values[64];
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  int t = block.thread_rank(), v = in[t];
  for (int half = 16; half > 0; half /= 2) v += tile.shfl_down(v, half);
  values[t] = v;
  block.sync();
  out[t] = values[63 - t];
}

// A queue within a warp: places by ballot, elements read by other lanes.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] mod 3, out i32[32]
extern "C" __global__ void ballot_queue(const int* in, int* out) {
  __shared__ int queue[32];
  int t = threadIdx.x;
  unsigned mask = __ballot_sync(~0u, in[t] != 0);
  if (in[t] != 0) queue[__popc(mask & ((1u << t) - 1))] = t;  // FAULT: race block 0 warp 0 (either end)
  out[t] = t < __popc(mask) ? queue[t] : -1;                  // FAULT: race block 0 warp 0 (either end)
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] mod 3, out i32[32]
extern "C" __global__ void ballot_queue_right(const int* in, int* out) {
  __shared__ int queue[32];
  int t = threadIdx.x;
  unsigned mask = __ballot_sync(~0u, in[t] != 0);
  if (in[t] != 0) queue[__popc(mask & ((1u << t) - 1))] = t;
  __syncwarp();
  out[t] = t < __popc(mask) ? queue[t] : -1;
}

// Each warp works in its own part of one array.
// LAUNCH: grid 1 block 128
// ARGS: in i32[128] iota, out i32[128]
extern "C" __global__ void own_parts_right(const int* in, int* out) {
  __shared__ int parts[4][33];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  parts[warp][lane] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = parts[warp][31 - lane];
}
