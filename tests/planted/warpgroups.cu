// wgmma: what it reads, and until when.
// TOOL: racecheck
// nvcc: -arch=compute_90a

constexpr unsigned kTileBytes = 64 * 32;  // of A
constexpr unsigned kTileBytesOfB = 8 * 32;
constexpr unsigned kStageBytes = kTileBytes + kTileBytesOfB;

__device__ unsigned address_of(const void* shared) {
  return static_cast<unsigned>(__cvta_generic_to_shared(shared));
}
__device__ unsigned long long descriptor_of(unsigned address) {
  return (address >> 4) | 128ull >> 4 << 16 | 256ull >> 4 << 32;
}
__device__ void multiply(const void* stage, float (&sums)[4]) {
  const unsigned address = address_of(stage);
  asm volatile(
      "wgmma.fence.sync.aligned;\n"
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;\n"
      "wgmma.commit_group.sync.aligned;"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
      : "l"(descriptor_of(address)), "l"(descriptor_of(address + kTileBytes))  // FAULT: missing_proxy_fence block 0
      : "memory");
}
template <int kLeft>
__device__ void wait_for_all_but(float (&sums)[4]) {
  asm volatile("wgmma.wait_group.sync.aligned %4;"
               : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
               : "n"(kLeft)
               : "memory");
}
__device__ void store(float* out, const float (&sums)[4]) {
  for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + i] = sums[i];
}
__device__ void wait_for(const void* bar, unsigned parity) {
  asm volatile(
      "{\n.reg .pred done;\nagain:\nmbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n@!done bra again;\n}" ::"r"(address_of(bar)),
      "r"(parity)
      : "memory");
}
__device__ void arrive(const void* bar) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(address_of(bar)) : "memory");
}

// Threads write a tile that wgmma reads through the async proxy, without a fence.
// LAUNCH: grid 1 block 128
// ARGS: in u32[576] all 1006648320, out f32[512]
extern "C" __global__ void multiplied_unfenced(const unsigned* in, float* out) {
  __shared__ alignas(128) unsigned stage[kStageBytes / 4];
  for (unsigned i = threadIdx.x; i < kStageBytes / 4; i += 128) stage[i] = in[i];
  __syncthreads();
  float sums[4] = {};
  multiply(stage, sums);
  wait_for_all_but<0>(sums);
  store(out, sums);
}
// LAUNCH: grid 1 block 128
// ARGS: in u32[576] all 1006648320, out f32[512]
extern "C" __global__ void multiplied_unfenced_right(const unsigned* in, float* out) {
  __shared__ alignas(128) unsigned stage[kStageBytes / 4];
  for (unsigned i = threadIdx.x; i < kStageBytes / 4; i += 128) stage[i] = in[i];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  float sums[4] = {};
  multiply(stage, sums);
  wait_for_all_but<0>(sums);
  store(out, sums);
}

struct Ring {
  unsigned stages[2][kStageBytes / 4];
  alignas(8) unsigned long long full[2], empty[2];
};
__device__ void start(Ring& ring) {
  if (threadIdx.x == 0) {
    for (int s = 0; s < 2; ++s) {
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(address_of(&ring.full[s])) : "memory");
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 128;" ::"r"(address_of(&ring.empty[s])) : "memory");
    }
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  __syncthreads();
}
__device__ void fill(Ring& ring, const unsigned* in, int tiles) {
  if (threadIdx.x != 128) return;
  for (int k = 0; k < tiles; ++k) {
    wait_for(&ring.empty[k % 2], k / 2 % 2 ^ 1);
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address_of(&ring.full[k % 2])),
                 "n"(kStageBytes)
                 : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(address_of(ring.stages[k % 2])), "l"(in + k * (kStageBytes / 4)), "n"(kStageBytes), "r"(address_of(&ring.full[k % 2])) : "memory");  // FAULT: race block 0 warp 4 lane 0
  }
}

// A warp fills a ring of two stages in bulk, a warpgroup multiplies them; each stage is given back
// while its product is in flight.
// LAUNCH: grid 1 block 160
// ARGS: in u32[3456] all 1006648320, out f32[512], value i32 6
extern "C" __global__ void ring_of_products(const unsigned* in, float* out, int tiles) {
  __shared__ alignas(128) Ring ring;
  start(ring);
  if (threadIdx.x >= 128) return fill(ring, in, tiles);
  float sums[4] = {};
#pragma unroll 1
  for (int k = 0; k < tiles; ++k) {
    wait_for(&ring.full[k % 2], k / 2 % 2);
    multiply(ring.stages[k % 2], sums);
    wait_for_all_but<1>(sums);
    arrive(&ring.empty[k % 2]);
  }
  wait_for_all_but<0>(sums);
  store(out, sums);
}
// LAUNCH: grid 1 block 160
// ARGS: in u32[3456] all 1006648320, out f32[512], value i32 6
extern "C" __global__ void ring_of_products_right(const unsigned* in, float* out, int tiles) {
  __shared__ alignas(128) Ring ring;
  start(ring);
  if (threadIdx.x >= 128) return fill(ring, in, tiles);
  float sums[4] = {};
#pragma unroll 1
  for (int k = 0; k < tiles; ++k) {
    wait_for(&ring.full[k % 2], k / 2 % 2);
    multiply(ring.stages[k % 2], sums);
    wait_for_all_but<1>(sums);
    if (k > 0) arrive(&ring.empty[(k - 1) % 2]);
  }
  wait_for_all_but<0>(sums);
  store(out, sums);
}
