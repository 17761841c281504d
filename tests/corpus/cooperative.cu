// Cooperative groups of a block, of tiles and of whoever is there.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

__device__ int group_sum(cg::thread_group group, int* shared, int value) {
  const int lane = group.thread_rank();
  for (int i = group.size() / 2; i > 0; i /= 2) {
    shared[lane] = value;
    group.sync();
    if (lane < i) value += shared[lane + i];
    group.sync();
  }
  return value;
}

__global__ void block_sum(const int4* in, int* out, int quads) {
  extern __shared__ int shared[];
  const cg::thread_block block = cg::this_thread_block();
  int mine = 0;
  for (int i = block.group_index().x * block.size() + block.thread_rank(); i < quads;
       i += block.size() * gridDim.x) {
    const int4 q = in[i];
    mine += q.x + q.y + q.z + q.w;
  }
  const int sum = group_sum(block, shared, mine);
  if (block.thread_rank() == 0) atomicAdd(out, sum);
}

template <int kTile>
__global__ void tile_sums(const int* in, int* out, int n) {
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<kTile> tile = cg::tiled_partition<kTile>(block);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = i < n ? in[i] : 0;
  for (int offset = tile.size() / 2; offset > 0; offset /= 2) value += tile.shfl_down(value, offset);
  if (tile.thread_rank() == 0 && i < n) out[i / kTile] = value;
}
template __global__ void tile_sums<4>(const int*, int*, int);
template __global__ void tile_sums<32>(const int*, int*, int);

// reduce() and inclusive_scan() of the library.
__global__ void library_reduce(const float* in, float* sums, int* largest, int n) {
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<16>(block);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float value = i < n ? in[i] : 0;
  const float sum = cg::reduce(tile, value, cg::plus<float>());
  const int most = cg::reduce(tile, static_cast<int>(value * 100), cg::greater<int>());
  if (tile.thread_rank() == 0 && i < n) {
    sums[i / 16] = sum;
    largest[i / 16] = most;
  }
}

__global__ void library_scan(const int* in, int* out, int n) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int sum = cg::inclusive_scan(tile, i < n ? in[i] : 0);
  if (i < n) out[i] = sum;
}

// One atomic for all lanes that came here.
__device__ int aggregated_increment(int* counter) {
  const cg::coalesced_group active = cg::coalesced_threads();
  int before = 0;
  if (active.thread_rank() == 0) before = atomicAdd(counter, active.size());
  return active.shfl(before, 0) + active.thread_rank();
}

__global__ void filter(const int* in, int* out, int* count, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (in[i] > 0) out[aggregated_increment(count)] = in[i];
}

__global__ void votes(const int* in, unsigned* out, int n) {
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int value = i < n ? in[i] : 0;
  const unsigned any = tile.any(value == 0), all = tile.all(value > 2);
  const unsigned ballot = tile.ballot(value & 1), same = tile.match_any(value);
  if (i < n) out[i] = any | all << 1 | ballot << 8 | same << 16;
}

// Groups by key.
__global__ void labeled_sums(const int* keys, const int* values, int* sums, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const cg::coalesced_group active = cg::coalesced_threads();
  const auto same = cg::labeled_partition(active, keys[i]);
  const int sum = cg::reduce(same, values[i], cg::plus<int>());
  if (same.thread_rank() == 0) atomicAdd(&sums[keys[i]], sum);
}
