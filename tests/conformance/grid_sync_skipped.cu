// One block leaves before grid.sync(), so the others wait for ever.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

extern "C" __global__ void grid_sync_skipped(int* out) {
  out[blockIdx.x] = 1;
  if (blockIdx.x == 2) return;
  cg::this_grid().sync();  // FINDING: deadlock
  out[blockIdx.x] = 2;
}
