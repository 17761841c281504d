// Tensor cores: multiply-adds a cycle and multiprocessor, dense, of mma.sync and wgmma.
#pragma once

#include "unit_rates.cuh"

// Four sums a warp; text: %0 to %3 are a sum's registers, %4 to %7 A's, %8 to %11 B's.
#define MMA(name, multiply_adds, type, constraint, text)                                          \
  __global__ void __launch_bounds__(kThreads) rate_##name(unsigned* out, Times* times) {          \
    unsigned a[4], b[4];                                                                          \
    type d[4][4];                                                                                 \
    for (int i = 0; i < 16; ++i) d[i / 4][i % 4] = static_cast<type>(out[threadIdx.x + i]);       \
    for (int i = 0; i < 4; ++i) a[i] = out[threadIdx.x + i], b[i] = out[threadIdx.x + 4 + i];     \
    const Stopwatch watch;                                                                        \
    for (int round = 0; round < kRounds; ++round) {                                               \
      _Pragma("unroll") for (int i = 0; i < 4; ++i) {                                             \
        asm volatile(text                                                                         \
                     : "+" constraint(d[i][0]), "+" constraint(d[i][1]), "+" constraint(d[i][2]), \
                       "+" constraint(d[i][3])                                                    \
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]),          \
                       "r"(b[2]), "r"(b[3]), "r"(0x44444444));                                    \
      }                                                                                           \
    }                                                                                             \
    watch.stop(times);                                                                            \
    for (int i = 0; i < 16; ++i) out[threadIdx.x + i] = static_cast<unsigned>(d[i / 4][i % 4]);   \
  }                                                                                               \
  inline void measure_##name(void* memory) {                                                      \
    const double cycles = cycles_of([&](int blocks, Times* times) {                               \
      rate_##name<<<blocks, kThreads>>>(static_cast<unsigned*>(memory), times);                   \
    });                                                                                           \
    print_rate(#name, double{multiply_adds} * kWarps * kRounds * 4, cycles, "multiply-adds");     \
  }

#define D4 "{%0, %1, %2, %3}"
#define D2 "{%0, %1}"
#define A4 "{%4, %5, %6, %7}"
#define B2 "{%8, %9}"
#define B4 "{%8, %9, %10, %11}"
#define M4(form, types) \
  "mma.sync.aligned." form ".row.col." types " " D4 ", " A4 ", " B2 ", " D4 ";"

MMA(mma_f32_f16, 16 * 8 * 16, float, "f", M4("m16n8k16", "f32.f16.f16.f32"))
MMA(mma_f32_bf16, 16 * 8 * 16, float, "f", M4("m16n8k16", "f32.bf16.bf16.f32"))
MMA(mma_f32_tf32, 16 * 8 * 8, float, "f", M4("m16n8k8", "f32.tf32.tf32.f32"))
MMA(mma_s32_s8, 16 * 8 * 32, unsigned, "r", M4("m16n8k32", "s32.s8.s8.s32"))
MMA(mma_s32_s4, 16 * 8 * 64, unsigned, "r", M4("m16n8k64", "s32.s4.s4.s32"))
MMA(mma_f32_e4m3, 16 * 8 * 32, float, "f", M4("m16n8k32", "f32.e4m3.e4m3.f32"))
MMA(mma_s32_b1, 16 * 8 * 256, unsigned, "r",
    "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc " D4 ", " A4 ", " B2 ", " D4 ";")
MMA(mma_f16_f16, 16 * 8 * 16, unsigned, "r",
    "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 " D2 ", " A4 ", " B2 ", " D2 ";")
MMA(mma_f32_f16_sparse, 16 * 8 * 32, float, "f",
    "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 " D4 ", " A4 ", " B4
    ", " D4 ", %12, 0x0;")

__global__ void __launch_bounds__(kThreads) rate_mma_f64(double* out, Times* times) {
  double d[4][4];
  for (int i = 0; i < 16; ++i) d[i / 4][i % 4] = out[threadIdx.x + i];
  const double a = out[threadIdx.x], b = out[threadIdx.x + 1];
  const Stopwatch watch;
  for (int round = 0; round < kRounds; ++round) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      asm volatile(
          "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %4, %4, %4}, "
          "{%5, %5}, {%0, %1, %2, %3};"
          : "+d"(d[i][0]), "+d"(d[i][1]), "+d"(d[i][2]), "+d"(d[i][3])
          : "d"(a), "d"(b));
    }
  }
  watch.stop(times);
  for (int i = 0; i < 16; ++i) out[threadIdx.x + i] = d[i / 4][i % 4];
}

inline void measure_mma_f64(void* memory) {
  const double cycles = cycles_of([&](int blocks, Times* times) {
    rate_mma_f64<<<blocks, kThreads>>>(static_cast<double*>(memory), times);
  });
  print_rate("mma_f64_f64", 16.0 * 8 * 8 * kWarps * kRounds * 4, cycles, "multiply-adds");
}

// Two warpgroups, each on 64 × 128; A and B in shared memory, 128-byte swizzle, all zeros.
#define R8(n)                                                                                 \
  "+f"(d[n]), "+f"(d[n + 1]), "+f"(d[n + 2]), "+f"(d[n + 3]), "+f"(d[n + 4]), "+f"(d[n + 5]), \
      "+f"(d[n + 6]), "+f"(d[n + 7])
#define R64 R8(0), R8(8), R8(16), R8(24), R8(32), R8(40), R8(48), R8(56)
#define D64                                                                                      \
  "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,"  \
  "%25,%26,%27,%28,%29,%30,%31,%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47," \
  "%48,%49,%50,%51,%52,%53,%54,%55,%56,%57,%58,%59,%60,%61,%62,%63}"

#define WGMMA(name, k, form, scales)                                                             \
  __global__ void __launch_bounds__(256) rate_##name(float* out, Times* times) {                 \
    __shared__ alignas(1024) unsigned char tiles[32768];                                         \
    for (int i = threadIdx.x; i < 32768; i += 256) tiles[i] = 0;                                 \
    asm volatile("fence.proxy.async;" ::: "memory");                                             \
    float d[64] = {};                                                                            \
    const unsigned place = static_cast<unsigned>(__cvta_generic_to_shared(tiles));               \
    const unsigned long long a = (place >> 4 & 0x3fff) | 64ull << 32 | 1ull << 62;               \
    const unsigned long long b = ((place + 16384) >> 4 & 0x3fff) | 64ull << 32 | 1ull << 62;     \
    const Stopwatch watch;                                                                       \
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");                                      \
    for (int round = 0; round < kRounds; ++round) {                                              \
      asm volatile("wgmma.mma_async.sync.aligned.m64n128" form " " D64 ", %64, %65, " scales ";" \
                   : R64                                                                         \
                   : "l"(a), "l"(b));                                                            \
    }                                                                                            \
    asm volatile("wgmma.commit_group.sync.aligned;\n wgmma.wait_group.sync.aligned 0;" ::        \
                     : "memory");                                                                \
    watch.stop(times);                                                                           \
    for (int i = 0; i < 64; ++i) out[threadIdx.x + i] = d[i];                                    \
  }                                                                                              \
  inline void measure_##name(void* memory) {                                                     \
    const double cycles = cycles_of([&](int blocks, Times* times) {                              \
      rate_##name<<<blocks, 256>>>(static_cast<float*>(memory), times);                          \
    });                                                                                          \
    print_rate(#name, 2.0 * 64 * 128 * k * kRounds, cycles, "multiply-adds");                    \
  }

WGMMA(wgmma_f32_f16, 16, "k16.f32.f16.f16", "1, 1, 1, 0, 0")
WGMMA(wgmma_f32_bf16, 16, "k16.f32.bf16.bf16", "1, 1, 1, 0, 0")
WGMMA(wgmma_f32_tf32, 8, "k8.f32.tf32.tf32", "1, 1, 1")
WGMMA(wgmma_f32_e4m3, 32, "k32.f32.e4m3.e4m3", "1, 1, 1")

inline void measure_tensor_rates(void* memory) {
  measure_mma_f32_f16(memory);
  measure_mma_f16_f16(memory);
  measure_mma_f32_bf16(memory);
  measure_mma_f32_tf32(memory);
  measure_mma_f64(memory);
  measure_mma_s32_s8(memory);
  measure_mma_s32_s4(memory);
  measure_mma_s32_b1(memory);
  measure_mma_f32_e4m3(memory);
  measure_mma_f32_f16_sparse(memory);
  measure_wgmma_f32_f16(memory);
  measure_wgmma_f32_bf16(memory);
  measure_wgmma_f32_tf32(memory);
  measure_wgmma_f32_e4m3(memory);
}
