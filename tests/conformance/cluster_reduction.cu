// The sum of a cluster's elements: each block's to the first one, through its shared memory.
// nvcc: -arch=compute_90
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(8) cluster_reduction(int* out, const int* in) {
  __shared__ int sums[8];
  cg::cluster_group cluster = cg::this_cluster();
  int sum = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(~0u, sum, step);
  cluster.sync();
  if (threadIdx.x == 0) *cluster.map_shared_rank(&sums[cluster.block_rank()], 0) = sum;
  cluster.sync();
  if (cluster.block_rank() != 0 || threadIdx.x != 0) return;
  int all = 0;
  for (unsigned i = 0; i < cluster.num_blocks(); ++i) all += sums[i];
  out[blockIdx.x / 8] = all;
}
