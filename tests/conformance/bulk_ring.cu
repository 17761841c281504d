// A warp copies in bulk into a ring of stages, another warp reads them: full and empty mbarriers.
// nvcc: -arch=compute_90
__device__ void wait_for(unsigned bar, unsigned parity) {
  asm volatile("{ .reg .pred p; again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @!p bra again; }" ::"r"(bar), "r"(parity) : "memory");
}
extern "C" __global__ void bulk_ring(const int* in, int* out, int tiles) {
  constexpr int kStages = 3;
  __shared__ alignas(128) int stage[kStages][64];
  __shared__ alignas(8) unsigned long long bars[2 * kStages];
  const unsigned full = __cvta_generic_to_shared(bars), empty = full + 8 * kStages;
  if (threadIdx.x == 0) {
    for (int i = 0; i < kStages; ++i) {
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(full + 8 * i) : "memory");
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(empty + 8 * i) : "memory");
    }
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 0; i < tiles; ++i) {
      const int s = i % kStages;
      wait_for(empty + 8 * s, i / kStages % 2 ^ 1);
      const unsigned to = __cvta_generic_to_shared(stage[s]);
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 256;" ::"r"(full + 8 * s) : "memory");
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" ::"r"(to), "l"(in + i * 64), "r"(full + 8 * s) : "memory");
    }
  } else if (threadIdx.x >= 32) {
    for (int i = 0; i < tiles; ++i) {
      const int s = i % kStages, t = threadIdx.x - 32;
      wait_for(full + 8 * s, i / kStages % 2);
      out[i * 64 + t] = stage[s][63 - t];
      out[i * 64 + 32 + t] = stage[s][31 - t];
      asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(empty + 8 * s) : "memory");
    }
  }
}
