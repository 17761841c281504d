// Accesses beyond another block's shared memory, and to a block that the cluster does not have.
// nvcc: -arch=compute_90
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(2) cluster_bounds(int* out, int offset) {
  __shared__ int tile[32];
  cg::cluster_group cluster = cg::this_cluster();
  tile[threadIdx.x] = 0;
  cluster.sync();
  unsigned there, nowhere;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"((unsigned)__cvta_generic_to_shared(tile)), "r"(cluster.block_rank() ^ 1));
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(nowhere) : "r"((unsigned)__cvta_generic_to_shared(tile)), "r"(2));  // FINDING: out_of_bounds
  asm volatile("st.shared::cluster.s32 [%0], %1;" ::"r"(there + 4 * offset), "r"(1) : "memory");  // FINDING: out_of_bounds
  asm volatile("st.shared::cluster.s32 [%0], %1;" ::"r"(nowhere), "r"(1) : "memory");  // FINDING: out_of_bounds
  out[blockIdx.x * blockDim.x + threadIdx.x] = tile[threadIdx.x];
  cluster.sync();
}
