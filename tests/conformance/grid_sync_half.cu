// Half of each warp comes to grid.sync(), the other half goes past.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

extern "C" __global__ void grid_sync_half(int* out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < 16) {
    cg::this_grid().sync();  // FINDING: divergent_barrier
  }
  out[t] = t;
}
