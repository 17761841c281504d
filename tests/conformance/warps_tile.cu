// A tile of two warps meets by acquire and release in shared memory that the system reserves.
// nvcc: -arch=compute_80
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

extern "C" __global__ void warps_tile(const int* in, int* out) {
  __shared__ cg::block_tile_memory<128> scratch;
  __shared__ int values[128];
  cg::thread_block block = cg::this_thread_block(scratch);
  auto tile = cg::tiled_partition<64>(block);
  int t = block.thread_rank();
  for (int round = 0; round < 3; ++round) {
    values[t] = in[t] + round;
    tile.sync();
    out[t] += values[t ^ 32];
    tile.sync();
  }
}
