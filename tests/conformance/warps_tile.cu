// A tile of two warps meets in shared memory that the system reserves.
// nvcc: -arch=compute_80
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

extern "C" __global__ void warps_tile(const int* in, int* out) {
  __shared__ cg::block_tile_memory<128> scratch;
  cg::thread_block block = cg::this_thread_block(scratch);
  auto tile = cg::tiled_partition<64>(block);
  int t = block.thread_rank();
  out[t] = cg::reduce(tile, in[t], cg::plus<int>()) + (int)tile.thread_rank();
}
