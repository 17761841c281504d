// The copies and accesses that tensor_counters.cu launches, a kernel each: one copy by TMA, or what
// one warp does in another block's shared memory.
#pragma once

#include <cuda.h>

constexpr int kSharedBytes = 65536;

struct Copy {
  CUtensorMap map;
  int dimensions = 2;
  int at[5] = {};
  unsigned bytes = 0;              // that an mbarrier counts
  unsigned shared_at = 0;          // where the tile begins in shared memory
  unsigned short blocks = 0;       // of a multicast
  unsigned short offsets[3] = {};  // of im2col
  unsigned char* global = nullptr;
};

__device__ unsigned address_of(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

#define COORDINATES(C) "r"(C[0]), "r"(C[1]), "r"(C[2]), "r"(C[3]), "r"(C[4])

__device__ void load(const Copy& copy, unsigned to, unsigned barrier) {
#define LOAD(D, C)                                                                        \
  asm volatile("cp.async.bulk.tensor." D                                                  \
               ".shared::cluster.global.tile.mbarrier::complete_tx::bytes [%5], [%6, {" C \
               "}], [%7];" ::COORDINATES(copy.at),                                        \
               "r"(to), "l"(&copy.map), "r"(barrier)                                      \
               : "memory")
  switch (copy.dimensions) {
    case 1:
      LOAD("1d", "%0");
      break;
    case 2:
      LOAD("2d", "%0, %1");
      break;
    case 3:
      LOAD("3d", "%0, %1, %2");
      break;
    case 4:
      LOAD("4d", "%0, %1, %2, %3");
      break;
    case 5:
      LOAD("5d", "%0, %1, %2, %3, %4");
      break;
  }
}

#define OFFSETS(C) "h"(C[0]), "h"(C[1]), "h"(C[2])

__device__ void load_pixels(const Copy& copy, unsigned to, unsigned barrier) {
#define LOAD_PIXELS(D, C, O)                                                                \
  asm volatile("cp.async.bulk.tensor." D                                                    \
               ".shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%5], [%6, {" C \
               "}], [%7], {" O "};" ::COORDINATES(copy.at),                                 \
               "r"(to), "l"(&copy.map), "r"(barrier), OFFSETS(copy.offsets)                 \
               : "memory")
  switch (copy.dimensions) {
    case 3:
      LOAD_PIXELS("3d", "%0, %1, %2", "%8");
      break;
    case 4:
      LOAD_PIXELS("4d", "%0, %1, %2, %3", "%8, %9");
      break;
    case 5:
      LOAD_PIXELS("5d", "%0, %1, %2, %3, %4", "%8, %9, %10");
      break;
  }
}

template <bool kAdd>
__device__ void store(const Copy& copy, unsigned from) {
#define STORE(OP, D, R, C)                                                                    \
  asm volatile(OP ".async.bulk.tensor." D ".global.shared::cta" R ".tile.bulk_group [%6, {" C \
                  "}], [%5];" ::COORDINATES(copy.at),                                         \
               "r"(from), "l"(&copy.map)                                                      \
               : "memory")
#define STORES(OP, R)                           \
  switch (copy.dimensions) {                    \
    case 1:                                     \
      STORE(OP, "1d", R, "%0");                 \
      break;                                    \
    case 2:                                     \
      STORE(OP, "2d", R, "%0, %1");             \
      break;                                    \
    case 3:                                     \
      STORE(OP, "3d", R, "%0, %1, %2");         \
      break;                                    \
    case 4:                                     \
      STORE(OP, "4d", R, "%0, %1, %2, %3");     \
      break;                                    \
    case 5:                                     \
      STORE(OP, "5d", R, "%0, %1, %2, %3, %4"); \
      break;                                    \
  }
  if constexpr (kAdd) {
    STORES("cp.reduce", ".add");
  } else {
    STORES("cp", "");
  }
}

__device__ void begin(unsigned barrier, unsigned bytes) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  asm volatile("fence.proxy.async;" ::: "memory");
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes)
               : "memory");
}

__device__ void wait(unsigned barrier) {
  asm volatile(
      "{\n .reg .pred over;\n"
      "AGAIN: mbarrier.try_wait.parity.shared::cta.b64 over, [%0], 0;\n"
      " @!over bra AGAIN;\n}" ::"r"(barrier)
      : "memory");
}

__device__ void end_group() {
  asm volatile("cp.async.bulk.commit_group;\n cp.async.bulk.wait_group 0;" ::: "memory");
}

__global__ void tensor_load(const __grid_constant__ Copy copy) {
  extern __shared__ __align__(1024) unsigned char tile[];
  __shared__ alignas(8) unsigned long long barrier;
  begin(address_of(&barrier), copy.bytes);
  load(copy, address_of(tile) + copy.shared_at, address_of(&barrier));
  wait(address_of(&barrier));
}

__global__ void tensor_load_im2col(const __grid_constant__ Copy copy) {
  extern __shared__ __align__(1024) unsigned char tile[];
  __shared__ alignas(8) unsigned long long barrier;
  begin(address_of(&barrier), copy.bytes);
  load_pixels(copy, address_of(tile) + copy.shared_at, address_of(&barrier));
  wait(address_of(&barrier));
}

template <bool kAdd>
__device__ void store_all(const Copy& copy) {
  extern __shared__ __align__(1024) unsigned char tile[];
  asm volatile("fence.proxy.async;" ::: "memory");
  store<kAdd>(copy, address_of(tile) + copy.shared_at);
  end_group();
}
__global__ void tensor_store(const __grid_constant__ Copy copy) { store_all<false>(copy); }
__global__ void tensor_add(const __grid_constant__ Copy copy) { store_all<true>(copy); }

__global__ void bulk_load(const __grid_constant__ Copy copy) {
  extern __shared__ __align__(1024) unsigned char tile[];
  __shared__ alignas(8) unsigned long long barrier;
  begin(address_of(&barrier), copy.bytes);
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
          "r"(address_of(tile) + copy.shared_at),
      "l"(copy.global), "r"(copy.bytes), "r"(address_of(&barrier))
      : "memory");
  wait(address_of(&barrier));
}
__global__ void bulk_store(const __grid_constant__ Copy copy) {
  extern __shared__ __align__(1024) unsigned char tile[];
  asm volatile("fence.proxy.async;" ::: "memory");
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(copy.global),
               "r"(address_of(tile) + copy.shared_at), "r"(copy.bytes)
               : "memory");
  end_group();
}
__global__ void bulk_add(const __grid_constant__ Copy copy) {
  extern __shared__ __align__(1024) unsigned char tile[];
  asm volatile("fence.proxy.async;" ::: "memory");
  asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], %2;" ::"l"(
                   copy.global),
               "r"(address_of(tile) + copy.shared_at), "r"(copy.bytes)
               : "memory");
  end_group();
}

__device__ unsigned rank_in_cluster() {
  unsigned rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
__device__ void cluster_barrier() {
  asm volatile("barrier.cluster.arrive.aligned;\n barrier.cluster.wait.aligned;" ::: "memory");
}
__device__ unsigned in_block(unsigned address, unsigned rank) {
  unsigned there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(rank));
  return there;
}

__global__ void tensor_multicast(const __grid_constant__ Copy copy) {
  extern __shared__ __align__(1024) unsigned char tile[];
  __shared__ alignas(8) unsigned long long barrier;
  const unsigned rank = rank_in_cluster();
  const unsigned at = address_of(&barrier);
  begin(at, copy.blocks >> rank & 1 ? copy.bytes : 0);
  cluster_barrier();
  if (rank == 0)
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
        ".multicast::cluster [%5], [%6, {%0, %1}], [%7], %8;" ::COORDINATES(copy.at),
        "r"(address_of(tile) + copy.shared_at), "l"(&copy.map), "r"(at), "h"(copy.blocks)
        : "memory");
  wait(at);
  cluster_barrier();
}
__global__ void bulk_to_block(const __grid_constant__ Copy copy) {
  extern __shared__ __align__(1024) unsigned char tile[];
  __shared__ alignas(8) unsigned long long barrier;
  const unsigned rank = rank_in_cluster();
  const unsigned at = address_of(&barrier);
  begin(at, rank == 1 ? copy.bytes : 0);
  cluster_barrier();
  if (rank == 0)
    asm volatile(
        "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, "
        "[%3];" ::"r"(in_block(address_of(tile), 1)),
        "r"(address_of(tile) + copy.shared_at), "r"(copy.bytes), "r"(in_block(at, 1))
        : "memory");
  wait(at);
  cluster_barrier();
}

// Offsets in the other block's memory, by lane; kOff: the lane does nothing.
constexpr unsigned kOff = 0xffffffffu;
struct Lanes {
  unsigned at[32];
};
template <int kWidth, bool kStore, bool kAtomic>
__device__ void distributed(const Lanes& lanes) {
  extern __shared__ __align__(1024) unsigned char tile[];
  cluster_barrier();
  const unsigned offset = lanes.at[threadIdx.x];
  if (rank_in_cluster() == 0 && offset != kOff) {
    const unsigned there = in_block(address_of(tile), 1) + offset;
    unsigned a = threadIdx.x, b = a, c = a, d = a;
    if constexpr (kAtomic) {
      asm volatile("red.relaxed.cluster.shared::cluster.add.u32 [%0], %1;" ::"r"(there), "r"(a)
                   : "memory");
    } else if constexpr (kStore && kWidth == 4) {
      asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(there), "r"(a) : "memory");
    } else if constexpr (kStore && kWidth == 16) {
      asm volatile("st.shared::cluster.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(there), "r"(a), "r"(b),
                   "r"(c), "r"(d)
                   : "memory");
    } else if constexpr (kWidth == 4) {
      asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(a) : "r"(there) : "memory");
    } else {
      asm volatile("ld.shared::cluster.v4.u32 {%0, %1, %2, %3}, [%4];"
                   : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                   : "r"(there)
                   : "memory");
    }
  }
  cluster_barrier();
}
__global__ void distributed_load4(Lanes lanes) { distributed<4, false, false>(lanes); }
__global__ void distributed_load16(Lanes lanes) { distributed<16, false, false>(lanes); }
__global__ void distributed_store4(Lanes lanes) { distributed<4, true, false>(lanes); }
__global__ void distributed_store16(Lanes lanes) { distributed<16, true, false>(lanes); }
__global__ void distributed_add(Lanes lanes) { distributed<4, false, true>(lanes); }
