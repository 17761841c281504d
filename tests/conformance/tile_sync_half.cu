// Half of each tile of 16 synchronises; the other half goes past.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

extern "C" __global__ void tile_sync_half(int* out) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int t = threadIdx.x;
  if (tile.thread_rank() < 8) {
    tile.sync();  // FINDING: divergent_barrier
  }
  out[t] = t;
}
