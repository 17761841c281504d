// Bulk copies out of shared memory: to global memory, with an operation, to the next block of a
// cluster, and from global memory to all of its blocks.
// nvcc: -arch=sm_90a
#include <cstdint>

constexpr int kThreads = 128;

__device__ unsigned in_shared(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

// What threads have written is there for copies when thread 0 asks for them.
__device__ void show_copies() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
}

__device__ void wait_for_group() {
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

extern "C" __global__ void store(const unsigned* in, unsigned* out) {
  __shared__ alignas(128) unsigned tile[kThreads];
  tile[threadIdx.x] = in[blockIdx.x * kThreads + threadIdx.x] * 3;
  show_copies();
  if (threadIdx.x != 0) return;
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(
                   out + blockIdx.x * kThreads),
               "r"(in_shared(tile)), "r"(static_cast<unsigned>(sizeof tile))
               : "memory");
  wait_for_group();
}

// Each of out's elements and in's, which lie as many bytes into their arrays.
#define REDUCTION(name, operation)                                               \
  extern "C" __global__ void name(const uint4* in, uint4* out) {                 \
    __shared__ alignas(128) uint4 tile[kThreads];                                \
    tile[threadIdx.x] = in[threadIdx.x];                                         \
    show_copies();                                                               \
    if (threadIdx.x != 0) return;                                                \
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group." operation \
                 " [%0], [%1], %2;" ::"l"(out),                                  \
                 "r"(in_shared(tile)), "r"(static_cast<unsigned>(sizeof tile))   \
                 : "memory");                                                    \
    wait_for_group();                                                            \
  }
REDUCTION(add_u32, "add.u32")
REDUCTION(add_u64, "add.u64")
REDUCTION(add_f32, "add.f32")
REDUCTION(add_f64, "add.f64")
REDUCTION(add_f16, "add.noftz.f16")
REDUCTION(add_bf16, "add.noftz.bf16")
REDUCTION(min_f16, "min.f16")
REDUCTION(max_bf16, "max.bf16")
REDUCTION(min_s32, "min.s32")
REDUCTION(max_s64, "max.s64")
REDUCTION(inc_u32, "inc.u32")
REDUCTION(dec_u32, "dec.u32")
REDUCTION(xor_b32, "xor.b32")
REDUCTION(and_b64, "and.b64")

__device__ unsigned mapped(unsigned address, unsigned rank) {
  unsigned there;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(rank));
  return there;
}

__device__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
}

__device__ unsigned cluster_rank() {
  unsigned rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

// All threads have set up an mbarrier that counts so many bytes, and all blocks know.
__device__ void expect(unsigned barrier, unsigned bytes) {
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes)
                 : "memory");
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  cluster_sync();
}

__device__ void wait_for(unsigned barrier) {
  asm volatile(
      "{\n.reg .pred over;\nagain: mbarrier.try_wait.parity.shared::cta.b64 over, [%0], 0;\n"
      "@!over bra again;\n}" ::"r"(barrier)
      : "memory");
}

// Each block adds its numbers to those of the next one.
extern "C" __global__ void __cluster_dims__(2) to_neighbour(const unsigned* in, unsigned* out) {
  __shared__ alignas(128) unsigned tile[kThreads], sums[kThreads];
  __shared__ alignas(8) unsigned long long barrier;
  const unsigned i = blockIdx.x * kThreads + threadIdx.x;
  tile[threadIdx.x] = in[i];
  sums[threadIdx.x] = 1000 * blockIdx.x;
  expect(in_shared(&barrier), sizeof tile);
  const unsigned next = cluster_rank() ^ 1;
  if (threadIdx.x == 0)
    asm volatile(
        "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32"
        " [%0], [%1], %2, [%3];" ::"r"(mapped(in_shared(sums), next)),
        "r"(in_shared(tile)), "r"(static_cast<unsigned>(sizeof tile)),
        "r"(mapped(in_shared(&barrier), next))
        : "memory");
  wait_for(in_shared(&barrier));
  out[i] = sums[threadIdx.x];
  cluster_sync();
}

// Each block brings a quarter of the numbers to all four.
extern "C" __global__ void __cluster_dims__(4) to_all(const unsigned* in, unsigned* out) {
  __shared__ alignas(128) unsigned tile[kThreads];
  __shared__ alignas(8) unsigned long long barrier;
  expect(in_shared(&barrier), sizeof tile);
  const unsigned rank = cluster_rank(), part = kThreads / 4;
  if (threadIdx.x == 0)
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster"
        " [%0], [%1], %2, [%3], %4;" ::"r"(in_shared(tile + rank * part)),
        "l"(in + rank * part), "r"(part * 4), "r"(in_shared(&barrier)),
        "h"(static_cast<unsigned short>(0xf))
        : "memory");
  wait_for(in_shared(&barrier));
  out[blockIdx.x * kThreads + threadIdx.x] = tile[threadIdx.x] + rank;
  cluster_sync();
}
