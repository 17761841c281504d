// Tiles, coalesced, labelled and binary groups of a warp, with their collectives.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

extern "C" __global__ void cooperative_tiles(const int* in, int* out) {
  cg::thread_block block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  auto tile = cg::tiled_partition<8>(block);
  int t = block.thread_rank();
  int v = in[t];
  int* mine = out + 8 * t;
  mine[0] = cg::reduce(tile, v, cg::plus<int>());
  mine[1] = cg::inclusive_scan(warp, v);
  mine[2] = tile.shfl_down(v, 1);
  mine[3] = tile.any(v == 3);
  if (v & 1) {
    cg::coalesced_group odd = cg::coalesced_threads();
    mine[4] = odd.size() * 100 + odd.thread_rank();
    mine[5] = cg::reduce(odd, v, cg::greater<int>());
  }
  mine[6] = cg::labeled_partition(warp, v % 3).size();
  mine[7] = cg::binary_partition(warp, v > 5).thread_rank();
}
