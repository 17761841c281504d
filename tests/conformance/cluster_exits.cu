// A block reads another one's shared memory, which may have exited by then.
// nvcc: -arch=compute_90
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(2) cluster_exits(int* out, const int* in) {
  __shared__ int tile[32];
  cg::cluster_group cluster = cg::this_cluster();
  tile[threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x];
  cluster.sync();
  const int* const there = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
  const int value = there[threadIdx.x];  // FINDING: out_of_bounds (either end)
  out[blockIdx.x * 32 + threadIdx.x] = value;
}  // FINDING: out_of_bounds (either end)
