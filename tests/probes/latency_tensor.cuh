// Chains of products on tensor cores, of bulk copies, and across a cluster.
#pragma once

#include "latency.cuh"

struct OnAccumulators {
  float d0, d1, d2, d3;
  unsigned a;
  __device__ void begin(const Arguments& arguments) {
    d0 = d1 = d2 = d3 = static_cast<float>(arguments.zero);
    a = arguments.zero;
  }
  __device__ void end(const Arguments& arguments, long long* out) {
    if (arguments.one == 77) out[threadIdx.x] = static_cast<long long>(d0 + d1 + d2 + d3);
  }
};
#define MMA_CHAIN(NAME, SHAPE_TYPES, A, B)                                           \
  struct NAME : OnAccumulators {                                                     \
    __device__ void step() {                                                         \
      asm volatile("mma.sync.aligned." SHAPE_TYPES " {%0, %1, %2, %3}, {" A "}, {" B \
                   "}, {%0, %1, %2, %3};"                                            \
                   : "+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3)                          \
                   : "r"(a));                                                        \
    }                                                                                \
  };
#define A4 "%4, %4, %4, %4"
#define A2 "%4, %4"
MMA_CHAIN(MmaF16, "m16n8k16.row.col.f32.f16.f16.f32", A4, A2)
MMA_CHAIN(MmaF16K8, "m16n8k8.row.col.f32.f16.f16.f32", A2, "%4")
MMA_CHAIN(MmaBf16, "m16n8k16.row.col.f32.bf16.bf16.f32", A4, A2)
MMA_CHAIN(MmaTf32, "m16n8k8.row.col.f32.tf32.tf32.f32", A4, A2)
MMA_CHAIN(MmaTf32K4, "m16n8k4.row.col.f32.tf32.tf32.f32", A2, "%4")

struct MmaS8 {
  int d0, d1, d2, d3;
  unsigned a;
  __device__ void begin(const Arguments& arguments) { d0 = d1 = d2 = d3 = a = arguments.zero; }
  __device__ void step() {
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3},"
        " {%4, %4, %4, %4}, {%4, %4}, {%0, %1, %2, %3};"
        : "+r"(d0), "+r"(d1), "+r"(d2), "+r"(d3)
        : "r"(a));
  }
  __device__ void end(const Arguments& arguments, long long* out) {
    if (arguments.one == 77) out[threadIdx.x] = d0 + d1 + d2 + d3;
  }
};
struct MmaF16F16 {
  unsigned d0, d1, a;
  __device__ void begin(const Arguments& arguments) { d0 = d1 = a = arguments.zero; }
  __device__ void step() {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %2, %2, %2},"
        " {%2, %2}, {%0, %1};"
        : "+r"(d0), "+r"(d1)
        : "r"(a));
  }
  __device__ void end(const Arguments& arguments, long long* out) {
    if (arguments.one == 77) out[threadIdx.x] = d0 + d1;
  }
};
struct MmaF64 {
  double d0, d1, a;
  __device__ void begin(const Arguments& arguments) { d0 = d1 = a = arguments.zero; }
  __device__ void step() {
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%2}, {%0, %1};"
                 : "+d"(d0), "+d"(d1)
                 : "d"(a));
  }
  __device__ void end(const Arguments& arguments, long long* out) {
    if (arguments.one == 77) out[threadIdx.x] = static_cast<long long>(d0 + d1);
  }
};

// wgmma of f16 on zeros, without a swizzle: so many products into one accumulator, then a wait.
template <int kColumns, int kProducts>
struct Wgmma {
  float d[kColumns / 2];
  unsigned long long a, b;
  __device__ void begin(const Arguments&) {
    for (unsigned i = threadIdx.x; i < (160 << 10) / 4; i += blockDim.x) {
      reinterpret_cast<unsigned*>(shared_bytes)[i] = 0;
    }
    for (float& value : d) value = 0;
    a = in_shared(shared_bytes) >> 4 | 8ull << 16 | 16ull << 32;
    b = in_shared(shared_bytes + 8192) >> 4 | 8ull << 16 | 16ull << 32;
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
  }
  __device__ void multiply();
  __device__ void step() {
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
    for (int i = 0; i < kProducts; ++i) multiply();
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  }
  __device__ void end(const Arguments& arguments, long long* out) {
    float sum = 0;
    for (const float value : d) sum += value;
    if (arguments.one == 77) out[threadIdx.x] = static_cast<long long>(sum);
  }
};
#define E(I) "+f"(d[I])
#define E4(I) E(I), E(I + 1), E(I + 2), E(I + 3)
#define E16(I) E4(I), E4(I + 4), E4(I + 8), E4(I + 12)
#define E32(I) E16(I), E16(I + 16)
#include "latency_wgmma.cuh"

template <int kBytes>
struct BulkCopy {
  unsigned to, barrier, phase;
  const void* from;
  __device__ void begin(const Arguments& a) {
    barrier = in_shared(shared_bytes);
    to = in_shared(shared_bytes + 1024);
    from = a.memory;
    phase = 0;
    if (threadIdx.x == 0) {
      asm volatile(
          "mbarrier.init.shared.b64 [%0], 1; fence.mbarrier_init.release.cluster;" ::"r"(barrier)
          : "memory");
    }
    __syncthreads();
  }
  __device__ void step() {
    asm volatile(
        "{ .reg .pred p; mbarrier.arrive.expect_tx.shared.b64 _, [%0], %3;"
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%1], [%2], %3, [%0];"
        "again: mbarrier.try_wait.parity.shared.b64 p, [%0], %4; @!p bra again; }" ::"r"(barrier),
        "r"(to), "l"(from), "n"(kBytes), "r"(phase)
        : "memory");
    phase ^= 1;
  }
  __device__ void end(const Arguments&, long long*) {}
};
struct Mbarrier : BulkCopy<16> {
  __device__ void step() {
    asm volatile(
        "{ .reg .pred p; mbarrier.arrive.shared.b64 _, [%0];"
        "again: mbarrier.try_wait.parity.shared.b64 p, [%0], %1; @!p bra again; }" ::"r"(barrier),
        "r"(phase)
        : "memory");
    phase ^= 1;
  }
};

struct ClusterBarrier {
  __device__ void begin(const Arguments&) {}
  __device__ void step() {
    asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
  }
  __device__ void end(const Arguments&, long long*) {}
};
struct RelaxedClusterBarrier {
  __device__ void begin(const Arguments&) {}
  __device__ void step() {
    asm volatile("barrier.cluster.arrive.relaxed.aligned; barrier.cluster.wait.aligned;" ::
                     : "memory");
  }
  __device__ void end(const Arguments&, long long*) {}
};
// Loads from the next block of the cluster.
struct ClusterLoad {
  unsigned x;
  __device__ void begin(const Arguments&) {
    unsigned rank;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    const unsigned own = in_shared(shared_bytes) + threadIdx.x % 32 * 4;
    unsigned there;
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(own), "r"(rank ^ 1));
    unsigned here;
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(here) : "r"(own), "r"(rank));
    // What stands there is its own address.
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(own), "r"(here) : "memory");
    x = there;
    asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
  }
  __device__ void step() {
    asm volatile("ld.shared::cluster.u32 %0, [%0];" : "+r"(x) : : "memory");
  }
  __device__ void end(const Arguments& a, long long* out) {
    asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
    if (a.one == 77) out[threadIdx.x] = x;
  }
};

template <int kColumns>
void wgmma(Table& table, const Arguments& a) {
  const std::string name = "wgmma.m64n" + std::to_string(kColumns) + "k16.f16";
  table.add(name + " waited", cycles_of<Wgmma<kColumns, 1>, 16, 8>(a, {1, 128, 1}));
  const double five = cycles_of<Wgmma<kColumns, 5>, 8, 4>(a, {1, 128, 1});
  table.add(name + " after another", (five - table.of(name + " waited")) / 4);
}

inline void tensor(Table& table, const Arguments& a) {
  table.add("mma.m16n8k16.f32.f16", cycles_of<MmaF16>(a));
  table.add("mma.m16n8k8.f32.f16", cycles_of<MmaF16K8>(a));
  table.add("mma.m16n8k16.f16.f16", cycles_of<MmaF16F16>(a));
  table.add("mma.m16n8k16.f32.bf16", cycles_of<MmaBf16>(a));
  table.add("mma.m16n8k8.f32.tf32", cycles_of<MmaTf32>(a));
  table.add("mma.m16n8k4.f32.tf32", cycles_of<MmaTf32K4>(a));
  table.add("mma.m16n8k32.s32.s8", cycles_of<MmaS8>(a));
  table.add("mma.m8n8k4.f64", cycles_of<MmaF64>(a));
  wgmma<8>(table, a);
  wgmma<64>(table, a);
  wgmma<128>(table, a);
  wgmma<256>(table, a);
  table.add("mbarrier.arrive+try_wait", cycles_of<Mbarrier>(a, {1, 1, 1}));
  table.add("cp.async.bulk 16 waited", cycles_of<BulkCopy<16>>(a, {1, 1, 1}));
  table.add("cp.async.bulk 1024 waited", cycles_of<BulkCopy<1024>>(a, {1, 1, 1}));
  table.add("cp.async.bulk 4096 waited", cycles_of<BulkCopy<4096>>(a, {1, 1, 1}));
  table.add("cp.async.bulk 16384 waited", cycles_of<BulkCopy<16384>>(a, {1, 1, 1}));
  table.add("cp.async.bulk 32768 waited", cycles_of<BulkCopy<32768>>(a, {1, 1, 1}));
  table.add("barrier.cluster 2 blocks", cycles_of<ClusterBarrier>(a, {2, 128, 2}));
  table.add("barrier.cluster 8 blocks", cycles_of<ClusterBarrier>(a, {8, 128, 8}));
  table.add("barrier.cluster relaxed 2 blocks", cycles_of<RelaxedClusterBarrier>(a, {2, 128, 2}));
  table.add("ld.shared::cluster.u32", cycles_of<ClusterLoad>(a, {2, 32, 2}));
}

inline void busy_tensor(Table& table, const Arguments& a) {
  const Shape many{1, 1024, 1};
  table.add("mma.m16n8k16.f32.f16 of 32 warps", cycles_of<MmaF16>(a, many));
  table.add("mma.m16n8k8.f32.tf32 of 32 warps", cycles_of<MmaTf32>(a, many));
  table.add("mma.m16n8k32.s32.s8 of 32 warps", cycles_of<MmaS8>(a, many));
  table.add("mma.m8n8k4.f64 of 32 warps", cycles_of<MmaF64>(a, many));
}
