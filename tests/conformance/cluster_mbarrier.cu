// A block sends tiles to the next one, which says by an mbarrier when it has read one, and is told
// by another when one has come.
// nvcc: -arch=compute_90
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ unsigned in_shared(const void* pointer) { return __cvta_generic_to_shared(pointer); }
__device__ unsigned mapped(unsigned address, unsigned rank) {
  unsigned there;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(rank));
  return there;
}
__device__ void arrive_at(unsigned bar) {
  asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(bar) : "memory");
}
__device__ void wait_for(unsigned bar, unsigned parity) {
  asm volatile("{ .reg .pred p; again: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], %1; @!p bra again; }" ::"r"(bar), "r"(parity) : "memory");
}
extern "C" __global__ void __cluster_dims__(2) cluster_mbarrier(int* out, const int* in, int steps) {
  __shared__ int tile[32];
  __shared__ alignas(8) unsigned long long bars[2];
  const unsigned full = in_shared(&bars[0]), empty = in_shared(&bars[1]);
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(full) : "memory");
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(empty) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  cluster.sync();
  const unsigned other = cluster.block_rank() ^ 1;
  int sum = 0;
  for (int step = 0; step < steps; ++step) {
    if (cluster.block_rank() == 0) {
      if (step > 0) wait_for(empty, (step - 1) & 1);
      cluster.map_shared_rank(tile, other)[threadIdx.x] = in[step * 32 + threadIdx.x];
      arrive_at(mapped(full, other));
    } else {
      wait_for(full, step & 1);
      sum += tile[31 - threadIdx.x];
      arrive_at(mapped(empty, other));
    }
  }
  if (cluster.block_rank() == 1) out[threadIdx.x] = sum;
  cluster.sync();
}
