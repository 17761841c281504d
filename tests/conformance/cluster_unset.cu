// A block reads what nobody has written to another one's shared memory.
// nvcc: -arch=compute_90
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(2) cluster_unset(int* out) {
  __shared__ int tile[64];
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) tile[0] = 7;
  cluster.sync();
  const int* const there = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
  const int first = there[0];
  const int next = there[1 + threadIdx.x];  // FINDING: uninitialized_read
  out[blockIdx.x * blockDim.x + threadIdx.x] = first + next;
  cluster.sync();
}
