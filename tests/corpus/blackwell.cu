// What compute capability 10.0 brought: arithmetic on pairs of f32, f32 reductions in hardware and
// numbers of 6 and 4 bits.
// nvcc: -arch=compute_100a
#include <cuda_fp4.h>
#include <cuda_fp6.h>

using Pair = unsigned long long;  // two f32, the first in the low bits

__global__ void pair_arithmetic(const Pair* a, const Pair* b, const Pair* c, Pair* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Pair sum, difference, product, fused;
  asm("add.rn.f32x2 %0, %1, %2;" : "=l"(sum) : "l"(a[i]), "l"(b[i]));
  asm("sub.f32x2 %0, %1, %2;" : "=l"(difference) : "l"(a[i]), "l"(b[i]));
  asm("mul.rn.ftz.f32x2 %0, %1, %2;" : "=l"(product) : "l"(a[i]), "l"(b[i]));
  asm("fma.rn.f32x2 %0, %1, %2, %3;" : "=l"(fused) : "l"(a[i]), "l"(b[i]), "l"(c[i]));
  out[i] = sum, out[n + i] = difference, out[2 * n + i] = product, out[3 * n + i] = fused;
}

// Each warp's least and largest number and least and largest magnitude.
__global__ void float_extremes(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned active = __ballot_sync(~0u, i < n);
  if (i >= n) return;
  float low, high, small, large;
  asm volatile("redux.sync.min.f32 %0, %1, %2;" : "=f"(low) : "f"(in[i]), "r"(active));
  asm volatile("redux.sync.max.f32 %0, %1, %2;" : "=f"(high) : "f"(in[i]), "r"(active));
  asm volatile("redux.sync.min.abs.f32 %0, %1, %2;" : "=f"(small) : "f"(in[i]), "r"(active));
  asm volatile("redux.sync.max.abs.NaN.f32 %0, %1, %2;" : "=f"(large) : "f"(in[i]), "r"(active));
  if (threadIdx.x % 32 == 0) {
    float* row = out + i / 32 * 4;
    row[0] = low, row[1] = high, row[2] = small, row[3] = large;
  }
}

// Two numbers a thread to two of 6 or 4 bits and back, as the library's conversions do it.
__global__ void narrow_pairs(const float2* in, unsigned short* codes, unsigned* halves, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const auto half_pair = [](__half2_raw pair) { return pair.y << 16 | pair.x; };
  const auto e2m3 = __nv_cvt_float2_to_fp6x2(in[i], __NV_E2M3, cudaRoundNearest);
  const auto e3m2 = __nv_cvt_float2_to_fp6x2(in[i], __NV_E3M2, cudaRoundNearest);
  const auto e2m1 = __nv_cvt_float2_to_fp4x2(in[i], __NV_E2M1, cudaRoundNearest);
  codes[i] = e2m3, codes[n + i] = e3m2, codes[2 * n + i] = e2m1;
  halves[i] = half_pair(__nv_cvt_fp6x2_to_halfraw2(e2m3, __NV_E2M3));
  halves[n + i] = half_pair(__nv_cvt_fp6x2_to_halfraw2(e3m2, __NV_E3M2));
  halves[2 * n + i] = half_pair(__nv_cvt_fp4x2_to_halfraw2(e2m1, __NV_E2M1));
}

// Two halves and four numbers of 8 bits, each rounded by the bits that are given.
__global__ void stochastic(const float* in, const unsigned* bits, unsigned* halves, unsigned* bytes,
                           int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float* const x = in + 4 * i;
  asm("cvt.rs.bf16x2.f32 %0, %1, %2, %3;"
      : "=r"(halves[i]) : "f"(x[0]), "f"(x[1]), "r"(bits[i]));
  asm("cvt.rs.satfinite.e4m3x4.f32 %0, {%1, %2, %3, %4}, %5;"
      : "=r"(bytes[i]) : "f"(x[0]), "f"(x[1]), "f"(x[2]), "f"(x[3]), "r"(bits[i]));
}
