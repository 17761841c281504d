// The first block sets the bins to zero; all count after a barrier of the grid. No finding.
#include <cooperative_groups.h>

extern "C" __global__ void unset_zeroed_inside(const int* in, int* bins) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (blockIdx.x == 0 && threadIdx.x < 8) bins[threadIdx.x] = 0;
  cooperative_groups::this_grid().sync();
  atomicAdd(&bins[in[i]], 1);
}
