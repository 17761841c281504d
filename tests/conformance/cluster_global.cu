// What blocks of a cluster write to global memory is theirs to read behind the cluster's barrier.
// nvcc: -arch=compute_90
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(4) cluster_global(int* out, int* between) {
  cg::cluster_group cluster = cg::this_cluster();
  between[blockIdx.x * 32 + threadIdx.x] = static_cast<int>(blockIdx.x * 100 + threadIdx.x);
  cluster.sync();
  out[blockIdx.x * 32 + threadIdx.x] = between[(blockIdx.x ^ 1) * 32 + 31 - threadIdx.x];
}
