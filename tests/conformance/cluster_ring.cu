// Each block of a cluster passes its values on to the next one, around.
// nvcc: -arch=compute_90
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(2, 2) cluster_ring(int* out, const int* in) {
  __shared__ int mine[64], next[64];
  cg::cluster_group cluster = cg::this_cluster();
  const unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  mine[threadIdx.x] = in[block * 64 + threadIdx.x];
  cluster.sync();
  const unsigned to = (cluster.block_rank() + 1) % cluster.num_blocks();
  for (unsigned step = 0; step + 1 < cluster.num_blocks(); ++step) {
    cluster.map_shared_rank(next, to)[threadIdx.x] = mine[threadIdx.x];
    cluster.sync();
    mine[threadIdx.x] = next[63 - threadIdx.x];
    cluster.sync();
  }
  out[block * 64 + threadIdx.x] = mine[threadIdx.x] + 1000 * static_cast<int>(cluster.block_rank());
}
