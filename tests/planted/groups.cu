// Cooperative groups: tiles, coalesced groups, the block, the grid.
// TOOL: synccheck
// nvcc: -arch=compute_80
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

// Half of a tile's lanes come to its sync().
// LAUNCH: grid 1 block 64
// ARGS: out i32[64]
extern "C" __global__ void tile_sync_by_half(int* out) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int t = threadIdx.x;
  if (tile.thread_rank() < 8) tile.sync();  // FAULT: divergent_barrier block 0 warp 0 lane 0
  out[t] = t;
}
// LAUNCH: grid 1 block 64
// ARGS: out i32[64]
extern "C" __global__ void tile_sync_by_half_right(int* out) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int t = threadIdx.x;
  if (tile.meta_group_rank() % 2 == 0) tile.sync();
  out[t] = t;
}

// A tile's reduction in a branch that its lanes take differently.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void tile_reduce_by_some(const int* in, int* out) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int t = threadIdx.x, sum = 0;
  if (in[t] % 8 < 5) sum = cg::reduce(tile, in[t], cg::plus<int>());  // FAULT: divergent_barrier block 0 warp 0 lane 0
  out[t] = sum;
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void tile_reduce_by_some_right(const int* in, int* out) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int t = threadIdx.x;
  int sum = cg::reduce(tile, in[t] % 8 < 5 ? in[t] : 0, cg::plus<int>());
  out[t] = in[t] % 8 < 5 ? sum : 0;
}

// The lanes of a branch as a group of their own.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] mod 3, out i32[64]
extern "C" __global__ void coalesced_right(const int* in, int* out) {
  int t = threadIdx.x;
  out[t] = -1;
  if (in[t] == 1) {
    auto active = cg::coalesced_threads();
    int sum = cg::reduce(active, t, cg::plus<int>());
    active.sync();
    out[t] = sum + static_cast<int>(active.thread_rank());
  }
}

// block.sync() by all but one warp.
// LAUNCH: grid 1 block 96
// ARGS: out i32[96]
extern "C" __global__ void block_sync_by_some(int* out) {
  auto block = cg::this_thread_block();
  if (block.thread_rank() < 64) block.sync();  // FAULT: divergent_barrier block 0 warp 0 lane 0
  out[threadIdx.x] = 1;
}
// LAUNCH: grid 1 block 96
// ARGS: in i32[96] iota, out i32[96]
extern "C" __global__ void block_sync_by_some_right(const int* in, int* out) {
  __shared__ int tile[96];
  auto block = cg::this_thread_block();
  int t = block.thread_rank();
  tile[t] = in[t];
  block.sync();
  out[t] = tile[95 - t];
}

// One block of the grid does not come to grid.sync().
// LAUNCH: grid 4 block 32 cooperative
// ARGS: out i32[4]
extern "C" __global__ void grid_sync_without_one(int* out) {
  out[blockIdx.x] = 1;
  if (blockIdx.x == 2) return;
  cg::this_grid().sync();  // FAULT: deadlock
  out[blockIdx.x] = 2;
}
// Half of each block's threads come to grid.sync().
// LAUNCH: grid 2 block 32 cooperative
// ARGS: out i32[64]
extern "C" __global__ void grid_sync_by_half(int* out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < 16) cg::this_grid().sync();  // FAULT: divergent_barrier warp 0 lane 0
  out[t] = t;
}
// LAUNCH: grid 4 block 32 cooperative
// ARGS: in i32[128] iota, out i32[128], out i32[128]
extern "C" __global__ void grid_sync_right(const int* in, int* middle, int* out) {
  auto grid = cg::this_grid();
  int i = static_cast<int>(grid.thread_rank());
  middle[i] = 2 * in[i];
  grid.sync();
  out[i] = middle[127 - i];
}

// cg::reduce over a block's warps, their sums in shared memory.
// LAUNCH: grid 1 block 128
// ARGS: in i32[128] iota, out i32[1]
extern "C" __global__ void reduce_of_block_right(const int* in, int* out) {
  __shared__ int sums[4];
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  int sum = cg::reduce(warp, in[block.thread_rank()], cg::plus<int>());
  if (warp.thread_rank() == 0) sums[warp.meta_group_rank()] = sum;
  block.sync();
  if (block.thread_rank() == 0) *out = sums[0] + sums[1] + sums[2] + sums[3];
}

// block.barrier_arrive() and barrier_wait(): what is between them may overlap.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void arrive_and_wait_right(const int* in, int* out) {
  __shared__ int tile[64];
  auto block = cg::this_thread_block();
  int t = threadIdx.x;
  tile[t] = in[t];
  auto token = block.barrier_arrive();
  int own = 2 * in[t];
  block.barrier_wait(std::move(token));
  out[t] = own + tile[63 - t];
}
