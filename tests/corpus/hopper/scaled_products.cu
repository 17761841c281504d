// Products of 8-bit floats with a scale of each 128 of k, in the style of DeepGEMM: a warp asks TMA
// for stages, warpgroups multiply them by wgmma, and each stage's sums are scaled and added in FP32
// registers.
// nvcc: -arch=compute_90a -std=c++17
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>

#include <cstdint>

using e4m3 = __nv_fp8_e4m3;

constexpr uint32_t BLOCK_M = 64, BLOCK_N = 32, BLOCK_K = 128, kNumStages = 3;
constexpr uint32_t SMEM_A = BLOCK_M * BLOCK_K, SMEM_B = BLOCK_N * BLOCK_K;
constexpr uint32_t SMEM_SCALES = BLOCK_M * sizeof(float);

__device__ __forceinline__ uint32_t smem(const void* pointer) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(pointer));
}

struct Barrier {
  uint64_t word;

  __device__ void init(uint32_t count) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(smem(this)), "r"(count)
                 : "memory");
  }
  __device__ void arrive() {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(smem(this)) : "memory");
  }
  __device__ void arrive(uint32_t rank) {
    asm volatile(
        "{\n.reg .b32 remote;\nmapa.shared::cluster.u32 remote, %0, %1;\n"
        "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [remote];\n}" ::"r"(smem(this)),
        "r"(rank)
        : "memory");
  }
  __device__ void arrive_and_expect_tx(uint32_t bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(smem(this)),
                 "r"(bytes)
                 : "memory");
  }
  __device__ void wait(uint32_t phase) {
    asm volatile(
        "{\n.reg .pred P1;\nLAB_WAIT:\n"
        "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n"
        "@P1 bra DONE;\nbra LAB_WAIT;\nDONE:\n}" ::"r"(smem(this)),
        "r"(phase)
        : "memory");
  }
};

__device__ void tma_copy(const CUtensorMap* map, Barrier* barrier, void* to, uint32_t x,
                         uint32_t y) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, "
      "%4}], [%2];" ::"r"(smem(to)),
      "l"(map), "r"(smem(barrier)), "r"(x), "r"(y)
      : "memory");
}
__device__ void tma_multicast(const CUtensorMap* map, Barrier* barrier, void* to, uint32_t x,
                              uint32_t y, uint16_t mask) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::"
      "cluster "
      "[%0], [%1, {%3, %4}], [%2], %5;" ::"r"(smem(to)),
      "l"(map), "r"(smem(barrier)), "r"(x), "r"(y), "h"(mask)
      : "memory");
}
__device__ void bulk_copy(const void* from, Barrier* barrier, void* to, uint32_t bytes) {
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
          "r"(smem(to)),
      "l"(from), "r"(bytes), "r"(smem(barrier))
      : "memory");
}
__device__ void publish_barriers() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

// Of rows of 128 bytes, swizzled by 128 bytes, eight rows after another.
__device__ uint64_t make_smem_desc(const void* pointer) {
  return 1ull << 62 | static_cast<uint64_t>(1024 / 16) << 32 | 1ull << 16 |
         (smem(pointer) & 0x3ffff) >> 4;
}

__device__ void warpgroup_arrive() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ void warpgroup_commit() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
template <int N>
__device__ void warpgroup_wait() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory");
}
template <int N>
__device__ void warpgroup_fence_operands(float (&accum)[N]) {
#pragma unroll
  for (int i = 0; i < N; ++i) asm volatile("" : "+f"(accum[i])::"memory");
}

#define ACCUM_16(d)                                                                               \
  "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), \
      "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]),    \
      "+f"(d[15])
#define WGMMA_16(shape_and_types, more)                                       \
  "{\n.reg .pred p;\nsetp.ne.b32 p, %18, 0;\n"                                \
  "wgmma.mma_async.sync.aligned." shape_and_types                             \
  " {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15}, " \
  "%16, %17, p, 1, 1" more ";\n}\n"

struct Fp8Mma {
  static constexpr uint32_t K = 32;
  __device__ static void wgmma(uint64_t a, uint64_t b, float (&d)[16], int scale_d) {
    asm volatile(WGMMA_16("m64n32k32.f32.e4m3.e4m3", "")
                 : ACCUM_16(d)
                 : "l"(a), "l"(b), "r"(scale_d));
  }
};
struct Bf16Mma {
  static constexpr uint32_t K = 16;
  __device__ static void wgmma(uint64_t a, uint64_t b, float (&d)[16], int scale_d) {
    asm volatile(WGMMA_16("m64n32k16.f32.bf16.bf16", ", 0, 0")
                 : ACCUM_16(d)
                 : "l"(a), "l"(b), "r"(scale_d));
  }
};

// 64 × 32 sums of a stage, 128 bytes deep.
template <class Mma>
__device__ void multiply_stage(const void* a, const void* b, float (&accum)[16], bool is_fresh) {
  warpgroup_fence_operands(accum);
  warpgroup_arrive();
#pragma unroll
  for (int k = 0; k < 4; ++k)
    Mma::wgmma(make_smem_desc(a) + k * 2, make_smem_desc(b) + k * 2, accum, !is_fresh || k > 0);
  warpgroup_commit();
  warpgroup_fence_operands(accum);
  warpgroup_wait<0>();
}

struct Tile {
  uint32_t row_a, row_b, row_d, column_d, block_n;
};

// A block goes from tile to tile, as many apart as there are blocks.
struct Dense {
  uint32_t m, n, index = blockIdx.x;
  __device__ Dense(const int*, uint32_t m, uint32_t n, uint32_t) : m(m), n(n) {}
  __device__ bool next(Tile& tile) {
    const uint32_t across = n / BLOCK_N;
    if (index >= across * (m / BLOCK_M)) return false;
    const uint32_t x = index % across * BLOCK_N, y = index / across * BLOCK_M;
    tile = {y, x, y, x, x / 128};
    index += gridDim.x;
    return true;
  }
};
// Rows of several products one below the other: layout says whose each row is; -1: nobody's.
struct GroupedContiguous {
  const int* layout;
  uint32_t m, n, index = blockIdx.x;
  __device__ GroupedContiguous(const int* layout, uint32_t m, uint32_t n, uint32_t)
      : layout(layout), m(m), n(n) {}
  __device__ bool next(Tile& tile) {
    const uint32_t across = n / BLOCK_N;
    for (; index < across * (m / BLOCK_M); index += gridDim.x) {
      const uint32_t x = index % across * BLOCK_N, y = index / across * BLOCK_M;
      const int group = __ldg(layout + y);
      if (group < 0) continue;
      tile = {y, group * n + x, y, x, (group * n + x) / 128};
      index += gridDim.x;
      return true;
    }
    return false;
  }
};
// Each group has room for m rows, of which the first layout[group] are there.
struct GroupedMasked {
  const int* layout;
  uint32_t m, n, groups, group = 0, before = 0, index = blockIdx.x;
  __device__ GroupedMasked(const int* layout, uint32_t m, uint32_t n, uint32_t groups)
      : layout(layout), m(m), n(n), groups(groups) {}
  __device__ bool next(Tile& tile) {
    const uint32_t across = n / BLOCK_N;
    for (; group < groups; ++group) {
      const uint32_t tiles = across * ((__ldg(layout + group) + BLOCK_M - 1) / BLOCK_M);
      if (index < before + tiles) {
        const uint32_t x = (index - before) % across * BLOCK_N;
        const uint32_t y = group * m + (index - before) / across * BLOCK_M;
        tile = {y, group * n + x, y, x, (group * n + x) / 128};
        index += gridDim.x;
        return true;
      }
      before += tiles;
    }
    return false;
  }
};

// d = a bᵀ: a's rows and b's are k long. scales_a: [k / 128][rows of a]; scales_b: [rows of b /
// 128][k / 128].
template <class Scheduler>
__global__ void __launch_bounds__(256, 1)
    fp8_product(const __grid_constant__ CUtensorMap map_a,
                const __grid_constant__ CUtensorMap map_b, const e4m3*, const e4m3*,
                const float* scales_a, const float* scales_b, const int* layout, float* d,
                uint32_t m, uint32_t n, uint32_t k, uint32_t groups, uint32_t rows_a) {
  __shared__ alignas(1024) uint8_t smem_a[kNumStages][SMEM_A];
  __shared__ alignas(1024) uint8_t smem_b[kNumStages][SMEM_B];
  __shared__ alignas(128) float smem_scales[kNumStages][BLOCK_M];
  __shared__ Barrier full[kNumStages], empty[kNumStages];
  if (threadIdx.x == 0) {
    for (uint32_t i = 0; i < kNumStages; ++i) full[i].init(1), empty[i].init(128);
    publish_barriers();
  }
  __syncthreads();

  Scheduler scheduler(layout, m, n, groups);
  Tile tile;
  uint32_t iteration = 0;  // over all tiles
  if (threadIdx.x >= 128) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    if (threadIdx.x != 128) return;
    while (scheduler.next(tile)) {
      for (uint32_t block_k = 0; block_k < k / BLOCK_K; ++block_k, ++iteration) {
        const uint32_t s = iteration % kNumStages;
        empty[s].wait((iteration / kNumStages + 1) & 1);
        tma_copy(&map_a, &full[s], smem_a[s], block_k * BLOCK_K, tile.row_a);
        tma_copy(&map_b, &full[s], smem_b[s], block_k * BLOCK_K, tile.row_b);
        bulk_copy(scales_a + block_k * rows_a + tile.row_a, &full[s], smem_scales[s], SMEM_SCALES);
        full[s].arrive_and_expect_tx(SMEM_A + SMEM_B + SMEM_SCALES);
      }
    }
    return;
  }

  asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
  const uint32_t row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4, column = threadIdx.x % 4 * 2;
  while (scheduler.next(tile)) {
    float final_accum[16] = {};
    for (uint32_t block_k = 0; block_k < k / BLOCK_K; ++block_k, ++iteration) {
      const float scale_b = __ldg(scales_b + tile.block_n * (k / BLOCK_K) + block_k);
      const uint32_t s = iteration % kNumStages;
      full[s].wait(iteration / kNumStages & 1);
      const float scale_0 = smem_scales[s][row] * scale_b,
                  scale_1 = smem_scales[s][row + 8] * scale_b;
      float accum[16];
      multiply_stage<Fp8Mma>(smem_a[s], smem_b[s], accum, true);
      empty[s].arrive();
#pragma unroll
      for (int i = 0; i < 16; ++i)
        final_accum[i] = __fmaf_rn(i % 4 < 2 ? scale_0 : scale_1, accum[i], final_accum[i]);
    }
#pragma unroll
    for (int i = 0; i < 16; i += 2) {
      float* to = d + (tile.row_d + row + i % 4 / 2 * 8) * n + tile.column_d + i / 4 * 8 + column;
      *reinterpret_cast<float2*>(to) = make_float2(final_accum[i], final_accum[i + 1]);
    }
  }
}
#define INSTANTIATE(Scheduler)                                                                   \
  template __global__ void fp8_product<Scheduler>(                                               \
      const __grid_constant__ CUtensorMap, const __grid_constant__ CUtensorMap, const e4m3*,     \
      const e4m3*, const float*, const float*, const int*, float*, uint32_t, uint32_t, uint32_t, \
      uint32_t, uint32_t);
INSTANTIATE(Dense)
INSTANTIATE(GroupedContiguous)
INSTANTIATE(GroupedMasked)

// One element of d, by one thread.
__device__ float plain_element(const e4m3* a, const e4m3* b, const float* scales_a, uint32_t pitch,
                               const float* scales_b, uint32_t k) {
  float sum = 0;
  for (uint32_t block = 0; block < k; block += BLOCK_K) {
    float part = 0;
    for (uint32_t i = block; i < block + BLOCK_K; ++i)
      part = __fmaf_rn(static_cast<float>(a[i]), static_cast<float>(b[i]), part);
    sum = __fmaf_rn(scales_a[block / BLOCK_K * pitch] * scales_b[block / BLOCK_K], part, sum);
  }
  return sum;
}
#define PLAIN_PARAMETERS                                                                        \
  const __grid_constant__ CUtensorMap, const __grid_constant__ CUtensorMap, const e4m3 *a,      \
      const e4m3 *b, const float *scales_a, const float *scales_b, const int *layout, float *d, \
      uint32_t m, uint32_t n, uint32_t k, uint32_t groups, uint32_t rows_a

__global__ void plain_dense(PLAIN_PARAMETERS) {
  const uint32_t x = threadIdx.x, y = blockIdx.x;
  d[y * n + x] = plain_element(a + y * k, b + x * k, scales_a + y, rows_a,
                               scales_b + x / 128 * (k / BLOCK_K), k);
}
__global__ void plain_contiguous(PLAIN_PARAMETERS) {
  const uint32_t x = threadIdx.x, y = blockIdx.x;
  const int group = layout[y / BLOCK_M * BLOCK_M];
  if (group < 0) return;
  const uint32_t of_b = group * n + x;
  d[y * n + x] = plain_element(a + y * k, b + of_b * k, scales_a + y, rows_a,
                               scales_b + of_b / 128 * (k / BLOCK_K), k);
}
__global__ void plain_masked(PLAIN_PARAMETERS) {
  const uint32_t x = threadIdx.x, y = blockIdx.x, group = y / m;
  if (y % m >= (layout[group] + BLOCK_M - 1) / BLOCK_M * BLOCK_M) return;  // whole blocks are there
  const uint32_t of_b = group * n + x;
  d[y * n + x] = plain_element(a + y * k, b + of_b * k, scales_a + y, rows_a,
                               scales_b + of_b / 128 * (k / BLOCK_K), k);
}

// Two warpgroups, one below the other, share b's tiles; one more thread copies. Without a
// scheduler: a block a tile of 128 × 32. Scales are the tensors' own, applied once at the end.
__global__ void __launch_bounds__(384, 1)
    fp8_two_warpgroups(const __grid_constant__ CUtensorMap map_a,
                       const __grid_constant__ CUtensorMap map_b, const e4m3*, const e4m3*,
                       const float* scale, __nv_bfloat16* d, int n, int k) {
  __shared__ alignas(1024) uint8_t smem_a[2][2 * SMEM_A];
  __shared__ alignas(1024) uint8_t smem_b[2][SMEM_B];
  __shared__ Barrier full[2], empty[2];
  const int warpgroup = __shfl_sync(~0u, threadIdx.x / 128, 0);
  if (threadIdx.x == 256) {
    for (int i = 0; i < 2; ++i) full[i].init(1), empty[i].init(2);
    publish_barriers();
  }
  __syncthreads();
  const int row0 = blockIdx.y * 2 * BLOCK_M, column0 = blockIdx.x * BLOCK_N;
  if (warpgroup == 2) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 24;");
    uint32_t is_elected;
    asm volatile("{\n.reg .pred P;\nelect.sync _|P, -1;\nselp.b32 %0, 1, 0, P;\n}"
                 : "=r"(is_elected));
    if (threadIdx.x / 32 != 8 || !is_elected) return;
    for (int step = 0; step < k / int(BLOCK_K); ++step) {
      const int s = step & 1;
      empty[s].wait((step >> 1 & 1) ^ 1);
      full[s].arrive_and_expect_tx(2 * SMEM_A + SMEM_B);
      tma_copy(&map_a, &full[s], smem_a[s], step * BLOCK_K, row0);
      tma_copy(&map_b, &full[s], smem_b[s], step * BLOCK_K, column0);
    }
    return;
  }
  asm volatile("setmaxnreg.inc.sync.aligned.u32 240;");
  float accum[16];
  for (int step = 0; step < k / int(BLOCK_K); ++step) {
    const int s = step & 1;
    full[s].wait(step >> 1 & 1);
    multiply_stage<Fp8Mma>(smem_a[s] + warpgroup * SMEM_A, smem_b[s], accum, step == 0);
    if (threadIdx.x % 128 == 0) empty[s].arrive();
  }
  const float by = *scale;
  const int lane = threadIdx.x % 32, row = row0 + threadIdx.x / 32 * 16 + lane / 4;
  for (int i = 0; i < 16; i += 2) {
    const __nv_bfloat162 pair = __floats2bfloat162_rn(accum[i] * by, accum[i + 1] * by);
    *reinterpret_cast<__nv_bfloat162*>(d + (row + i % 4 / 2 * 8) * n + column0 + i / 4 * 8 +
                                       lane % 4 * 2) = pair;
  }
}
__global__ void plain_two_warpgroups(const __grid_constant__ CUtensorMap,
                                     const __grid_constant__ CUtensorMap, const e4m3* a,
                                     const e4m3* b, const float* scale, __nv_bfloat16* d, int n,
                                     int k) {
  const int x = threadIdx.x, y = blockIdx.x;
  float sum = 0;
  for (int i = 0; i < k; ++i)
    sum = __fmaf_rn(static_cast<float>(a[y * k + i]), static_cast<float>(b[x * k + i]), sum);
  d[y * n + x] = __float2bfloat16_rn(sum * *scale);
}

// Two blocks, one below the other, are a cluster: each asks for half of b's tile, for both.
__global__ void __cluster_dims__(2) __launch_bounds__(256, 1)
    fp8_multicast(const __grid_constant__ CUtensorMap map_a,
                  const __grid_constant__ CUtensorMap map_b, const e4m3*, const e4m3*,
                  const float* scales_a, const float* scales_b, const int*, float* d, uint32_t m,
                  uint32_t n, uint32_t k, uint32_t, uint32_t rows_a) {
  __shared__ alignas(1024) uint8_t smem_a[kNumStages][SMEM_A];
  __shared__ alignas(1024) uint8_t smem_b[kNumStages][SMEM_B];
  __shared__ Barrier full[kNumStages], empty[kNumStages];
  uint32_t rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  if (threadIdx.x == 0) {
    for (uint32_t i = 0; i < kNumStages; ++i) full[i].init(1), empty[i].init(2);
    publish_barriers();
  }
  asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::
                   : "memory");
  const uint32_t row0 = blockIdx.x * BLOCK_M, column0 = blockIdx.y * BLOCK_N;
  const uint32_t steps = k / BLOCK_K;
  if (threadIdx.x >= 128) {
    if (threadIdx.x == 128) {
      for (uint32_t step = 0; step < steps; ++step) {
        const uint32_t s = step % kNumStages;
        empty[s].wait((step / kNumStages + 1) & 1);
        full[s].arrive_and_expect_tx(SMEM_A + SMEM_B);
        tma_copy(&map_a, &full[s], smem_a[s], step * BLOCK_K, row0);
        tma_multicast(&map_b, &full[s], smem_b[s] + rank * SMEM_B / 2, step * BLOCK_K,
                      column0 + rank * BLOCK_N / 2, 3);
      }
    }
  } else {
    float final_accum[16] = {};
    const uint32_t row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4;
    for (uint32_t step = 0; step < steps; ++step) {
      const uint32_t s = step % kNumStages;
      full[s].wait(step / kNumStages & 1);
      float accum[16];
      multiply_stage<Fp8Mma>(smem_a[s], smem_b[s], accum, true);
      if (threadIdx.x < 2) empty[s].arrive(threadIdx.x);
      const float scale_b = scales_b[column0 / 128 * steps + step];
      for (int i = 0; i < 16; ++i) {
        const float scale_a = scales_a[step * rows_a + row0 + row + i % 4 / 2 * 8];
        final_accum[i] = __fmaf_rn(scale_a * scale_b, accum[i], final_accum[i]);
      }
    }
    for (int i = 0; i < 16; ++i)
      d[(row0 + row + i % 4 / 2 * 8) * n + column0 + i / 4 * 8 + threadIdx.x % 4 * 2 + i % 2] =
          final_accum[i];
  }
  // Nobody leaves while the other block may still write here.
  asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
}

// bf16; stmatrix puts the sums into a tile without a swizzle, from which TMA stores what is inside
// of d.
__global__ void __launch_bounds__(128)
    bf16_tma_store(const __grid_constant__ CUtensorMap map_a,
                   const __grid_constant__ CUtensorMap map_b,
                   const __grid_constant__ CUtensorMap map_d, const __nv_bfloat16*,
                   const __nv_bfloat16*, __nv_bfloat16*, int, int, int k) {
  __shared__ alignas(1024) uint8_t smem_a[SMEM_A], smem_b[SMEM_B];
  __shared__ alignas(128) __nv_bfloat16 smem_d[BLOCK_M * BLOCK_N];
  __shared__ Barrier full;
  if (threadIdx.x == 0) {
    asm volatile("prefetch.tensormap [%0];" ::"l"(&map_a) : "memory");
    full.init(1);
    publish_barriers();
  }
  __syncthreads();
  const int row0 = blockIdx.y * BLOCK_M, column0 = blockIdx.x * BLOCK_N;
  float accum[16];
  for (int step = 0; step * 64 < k; ++step) {
    if (threadIdx.x == 0) {
      full.arrive_and_expect_tx(SMEM_A + SMEM_B);
      tma_copy(&map_a, &full, smem_a, step * 64, row0);
      tma_copy(&map_b, &full, smem_b, step * 64, column0);
    }
    full.wait(step & 1);
    multiply_stage<Bf16Mma>(smem_a, smem_b, accum, step == 0);
    __syncthreads();
  }
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int i = 0; i < 16; i += 8) {
    uint32_t packed[4];
    for (int j = 0; j < 4; ++j) {
      const __nv_bfloat162 pair = __floats2bfloat162_rn(accum[i + j * 2], accum[i + j * 2 + 1]);
      packed[j] = *reinterpret_cast<const uint32_t*>(&pair);
    }
    const int row = warp * 16 + lane % 16, column = i * 2 + lane / 16 * 8;
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(
                     smem(smem_d + row * BLOCK_N + column)),
                 "r"(packed[0]), "r"(packed[1]), "r"(packed[2]), "r"(packed[3])
                 : "memory");
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile(
        "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%2, %3}], [%1];" ::"l"(&map_d),
        "r"(smem(smem_d)), "r"(column0), "r"(row0)
        : "memory");
    asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
  }
}
__global__ void plain_tma_store(const __grid_constant__ CUtensorMap,
                                const __grid_constant__ CUtensorMap,
                                const __grid_constant__ CUtensorMap, const __nv_bfloat16* a,
                                const __nv_bfloat16* b, __nv_bfloat16* d, int m, int n, int k) {
  const int x = threadIdx.x, y = blockIdx.x;
  if (x >= n || y >= m) return;
  float sum = 0;
  for (int i = 0; i < k; ++i)
    sum = __fmaf_rn(__bfloat162float(a[y * k + i]), __bfloat162float(b[x * k + i]), sum);
  d[y * n + x] = __float2bfloat16_rn(sum);
}
