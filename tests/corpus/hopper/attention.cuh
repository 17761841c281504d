// What the kernels of attention.cu share: tiles, wgmma, the softmax, copies.
#pragma once

#include <cuda.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda/ptx>

#include <cstdint>

namespace ptx = cuda::ptx;

constexpr int kHead = 64, kBlock = 64;  // of queries and of keys
constexpr int kTileBytes = kBlock * kHead * sizeof(half);
constexpr float kLog2e = 1.4426950408889634f;

struct alignas(1024) Tile {
  half data[kBlock * kHead];
};

// --- wgmma

__device__ uint32_t shared_address(const void* pointer) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(pointer));
}
// Rows of 128 bytes, swizzled, eight after another 1024 bytes; whichever way they are read.
__device__ uint64_t descriptor(const void* tile, int offset = 0) {
  const uint64_t address = shared_address(tile) + offset;
  return (address & 0x3ffff) >> 4 | uint64_t{64} << 32 | uint64_t{1} << 16 | uint64_t{1} << 62;
}
__device__ void fence_registers() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ void commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int kLeft>
__device__ void wait_for(float (&d)[32]) {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(kLeft) : "memory");
#pragma unroll
  for (int i = 0; i < 32; ++i) asm volatile("" : "+f"(d[i])::"memory");
}

#define SUMS                                                                                    \
  "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, " \
  "%20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}"
#define F4(d, i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3])
#define F32(d) F4(d, 0), F4(d, 4), F4(d, 8), F4(d, 12), F4(d, 16), F4(d, 20), F4(d, 24), F4(d, 28)

__device__ void multiply_ss(float (&d)[32], uint64_t a, uint64_t b, int adds) {
  asm volatile(
      "{.reg .pred p; setp.ne.b32 p, %34, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 " SUMS ", %32, %33, p, 1, 1, 0, 0;}"
      : F32(d)
      : "l"(a), "l"(b), "r"(adds));
}
__device__ void multiply_ss_e4m3(float (&d)[32], uint64_t a, uint64_t b, int adds) {
  asm volatile(
      "{.reg .pred p; setp.ne.b32 p, %34, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n64k32.f32.e4m3.e4m3 " SUMS ", %32, %33, p, 1, 1;}"
      : F32(d)
      : "l"(a), "l"(b), "r"(adds));
}
// b's rows run along n.
__device__ void multiply_rs(float (&d)[32], const uint32_t (&a)[4], uint64_t b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 " SUMS
               ", {%32, %33, %34, %35}, %36, 1, 1, 1, 1;"
               : F32(d)
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}
__device__ void multiply_rs_e4m3(float (&d)[32], const uint32_t (&a)[4], uint64_t b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n64k32.f32.e4m3.e4m3 " SUMS
               ", {%32, %33, %34, %35}, %36, 1, 1, 1;"
               : F32(d)
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}

// d = a bᵀ of two tiles.
__device__ void issue_scores(float (&d)[32], const Tile& a, const Tile& b) {
  fence_registers();
#pragma unroll
  for (int k = 0; k < 4; ++k) multiply_ss(d, descriptor(&a, k * 32), descriptor(&b, k * 32), k > 0);
  commit();
}
__device__ uint32_t halves(float low, float high) {
  const half2 pair = __floats2half2_rn(low, high);
  return *reinterpret_cast<const uint32_t*>(&pair);
}
// Sums as they lie in registers are, rounded, a factor's registers.
__device__ void to_factor(uint32_t (&a)[4][4], const float (&s)[32]) {
#pragma unroll
  for (int i = 0; i < 16; ++i) a[i / 4][i % 4] = halves(s[i * 2], s[i * 2 + 1]);
}
// d += a b, b's rows along n.
__device__ void issue_outputs(float (&d)[32], const uint32_t (&a)[4][4], const Tile& b) {
  fence_registers();
#pragma unroll
  for (int k = 0; k < 4; ++k) multiply_rs(d, a[k], descriptor(&b, k * 16 * 128));
  commit();
}

// --- softmax, a row's numbers in four lanes

struct Approximate {
  __device__ static float exp2(float x) {
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
  }
};
// Without an approximate instruction: 2^whole times a polynomial of the rest.
struct Polynomial {
  __device__ static float exp2(float x) {
    x = fmaxf(x, -126.0f);
    const float whole = rintf(x), f = x - whole;
    float p = 1.3390e-3f;
    p = __fmaf_rn(p, f, 9.6181e-3f);
    p = __fmaf_rn(p, f, 5.5503e-2f);
    p = __fmaf_rn(p, f, 2.40226e-1f);
    p = __fmaf_rn(p, f, 6.931472e-1f);
    p = __fmaf_rn(p, f, 1.0f);
    return __int_as_float(__float_as_int(p) + (static_cast<int>(whole) << 23));
  }
};

__device__ float quad_max(float x) {
  x = fmaxf(x, __shfl_xor_sync(~0u, x, 1));
  return fmaxf(x, __shfl_xor_sync(~0u, x, 2));
}
__device__ float quad_sum(float x) {
  x += __shfl_xor_sync(~0u, x, 1);
  return x + __shfl_xor_sync(~0u, x, 2);
}

template <class Exp>
struct Softmax {
  float most[2] = {-INFINITY, -INFINITY}, sum[2] = {};

  // Scores become weights; `outputs` so far are scaled to the new maximum.
  __device__ void step(float (&scores)[32], float (&outputs)[32], float scale) {
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      float now = most[h];
      for (int i = 0; i < 16; ++i) now = fmaxf(now, scores[i / 2 * 4 + h * 2 + i % 2]);
      now = quad_max(now);
      const float shrink = Exp::exp2((most[h] - now) * scale), shift = -now * scale;
      float part = 0;
      for (int i = 0; i < 16; ++i) {
        float& score = scores[i / 2 * 4 + h * 2 + i % 2];
        score = Exp::exp2(__fmaf_rn(score, scale, shift));
        part += score;
        outputs[i / 2 * 4 + h * 2 + i % 2] *= shrink;
      }
      sum[h] = __fmaf_rn(sum[h], shrink, part);
      most[h] = now;
    }
  }
  __device__ void finish(float (&outputs)[32]) {
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      sum[h] = quad_sum(sum[h]);
      for (int i = 0; i < 16; ++i) {
        float& output = outputs[i / 2 * 4 + h * 2 + i % 2];
        output = __fdiv_rn(output, sum[h]);
      }
    }
  }
};

// Row and column of a warpgroup's 64 × 64 sums that register i of this thread is.
__device__ int row_of(int i) {
  return threadIdx.x % 128 / 32 * 16 + threadIdx.x % 32 / 4 + i % 4 / 2 * 8;
}
__device__ int column_of(int i) { return i / 4 * 8 + threadIdx.x % 4 * 2 + i % 2; }

__device__ void store_rows(half* to, const float (&d)[32], int rows = kBlock) {
#pragma unroll
  for (int i = 0; i < 32; i += 2)
    if (row_of(i) < rows)
      *reinterpret_cast<half2*>(to + row_of(i) * kHead + column_of(i)) =
          __floats2half2_rn(d[i], d[i + 1]);
}

// --- copies

__device__ void wait_parity(uint64_t* barrier, uint32_t parity) {
  while (!ptx::mbarrier_try_wait_parity(barrier, parity)) {
  }
}
__device__ void expect(uint64_t* barrier, uint32_t bytes) {
  ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, barrier,
                                 bytes);
}
__device__ void load_tile(Tile& to, const CUtensorMap& map, int row, int head, uint64_t* barrier) {
  const int32_t at[3] = {0, row, head};
  ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, &to, &map, at, barrier);
}
