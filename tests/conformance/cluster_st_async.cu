// Each block sends the next one its values with st.async, which that one's mbarrier counts, and
// adds to a sum there with red.async.
// nvcc: -arch=compute_90
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ unsigned in_shared(const void* pointer) { return __cvta_generic_to_shared(pointer); }
__device__ unsigned mapped(unsigned address, unsigned rank) {
  unsigned there;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(rank));
  return there;
}
__device__ void wait_for(unsigned bar, unsigned parity) {
  asm volatile("{ .reg .pred p; again: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], %1; @!p bra again; }" ::"r"(bar), "r"(parity) : "memory");
}
extern "C" __global__ void __cluster_dims__(4) cluster_st_async(int* out, const int* in) {
  __shared__ alignas(16) int tile[32 * 4];
  __shared__ int sum;
  __shared__ alignas(8) unsigned long long bar;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) {
    sum = 0;
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(in_shared(&bar)) : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(in_shared(&bar)), "r"(32 * 20) : "memory");
  }
  cluster.sync();
  const unsigned to = (cluster.block_rank() + 1) % 4, there = mapped(in_shared(&bar), to);
  const int value = in[blockIdx.x * 32 + threadIdx.x];
  asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %1, %1, %1}, [%2];" ::"r"(mapped(in_shared(tile + 4 * threadIdx.x), to)), "r"(value), "r"(there) : "memory");
  asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.s32 [%0], %1, [%2];" ::"r"(mapped(in_shared(&sum), to)), "r"(value), "r"(there) : "memory");
  wait_for(in_shared(&bar), 0);
  out[blockIdx.x * 32 + threadIdx.x] = tile[4 * (31 - threadIdx.x) + threadIdx.x % 4] + sum;
}
