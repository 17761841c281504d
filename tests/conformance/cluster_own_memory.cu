// What a block wrote to its own shared memory is its other threads' to read behind the cluster's
// barrier, where no block reaches another one's: as CUTLASS sets up its mbarriers.
// nvcc: -arch=compute_90
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(4) cluster_own_memory(int* out) {
  __shared__ int told;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) told = static_cast<int>(blockIdx.x) + 1;
  cluster.sync();
  out[blockIdx.x * 64 + threadIdx.x] = told;
  cluster.sync();
  if (threadIdx.x == 40) told = static_cast<int>(blockIdx.x) + 9;
  cluster.sync();
  out[blockIdx.x * 64 + threadIdx.x] += told;
}
