// The same without a barrier between what one block writes and the next one reads.
// nvcc: -arch=compute_90
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(4) cluster_ring_unordered(int* out, const int* in) {
  __shared__ int next[64];
  cg::cluster_group cluster = cg::this_cluster();
  next[threadIdx.x] = 0;
  cluster.sync();
  const unsigned to = (cluster.block_rank() + 1) % cluster.num_blocks();
  cluster.map_shared_rank(next, to)[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];  // FINDING: race (either end)
  out[blockIdx.x * 64 + threadIdx.x] = next[threadIdx.x];  // FINDING: race (either end)
  cluster.sync();
}
