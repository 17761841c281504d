// A ring of bulk copies whose producer does not wait until a stage is empty: there are more tiles
// than stages.
// nvcc: -arch=compute_90
__device__ void wait_for(unsigned bar, unsigned parity) {
  asm volatile("{ .reg .pred p; again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @!p bra again; }" ::"r"(bar), "r"(parity) : "memory");
}
extern "C" __global__ void bulk_ring_unasked(const int* in, int* out) {
  __shared__ alignas(128) int stage[64];
  __shared__ alignas(8) unsigned long long bars[2];
  const unsigned full = __cvta_generic_to_shared(bars), to = __cvta_generic_to_shared(stage);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(full) : "memory");
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(full + 8) : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 256;" ::"r"(full) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" ::"r"(to), "l"(in), "r"(full) : "memory");
  }
  __syncthreads();
  wait_for(full, 0);
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 256;" ::"r"(full + 8) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" ::"r"(to), "l"(in + 64), "r"(full + 8) : "memory");  // FINDING: race (either end)
  }
  __syncthreads();
  out[threadIdx.x] = stage[63 - threadIdx.x];  // FINDING: race (either end)
  __syncthreads();
  wait_for(full + 8, 0);
}
