// A histogram whose bins lie spread over the shared memory of a cluster's blocks, as the CUDA C++
// Programming Guide has it ("Distributed Shared Memory").
// nvcc: -arch=compute_90
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(4) cluster_histogram(int* bins, const int* in, int count) {
  __shared__ int part[64];
  cg::cluster_group cluster = cg::this_cluster();
  part[threadIdx.x] = 0;
  cluster.sync();
  const int all = cluster.num_blocks() * 64;
  for (int i = cg::this_grid().thread_rank(); i < count; i += gridDim.x * blockDim.x) {
    const int bin = in[i] % all;
    int* const there = cluster.map_shared_rank(part, bin / 64);
    atomicAdd(there + bin % 64, 1);
  }
  cluster.sync();
  atomicAdd(&bins[cluster.block_rank() * 64 + threadIdx.x], part[threadIdx.x]);
}
