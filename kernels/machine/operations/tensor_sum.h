// How tensor cores sum products, bit for bit.
//
// A product is exact and not normalised: its exponent is a's plus b's. So many as go `together` are
// brought to the largest exponent among them and the sum so far, cut off `fraction_bits` below it,
// and added without loss. Of the total `result_bits` are kept, or it is rounded to f16.
//
//                2^2  2^1  2^0  2^-1  2^-2  ...  2^-24
//   1.5 · 2^1         1    1     0     0  ...  0 |      exponent 1, the largest: 25 bits below
//   1.5 · 1.5         1    0     0     1  ...  0 |      exponent 0, although it is 2.25
//   sum so far             1     0     0  ...  0 | 1    2^-25 is cut off
//   total        1    1    0     0     1  ...  0 |
//
// The facts are from MMA-Sim (arXiv 2511.10909) and from Khattak and Mikaitis (arXiv 2512.07004);
// from ptxas (CUDA 13.0) where an instruction is several of the hardware. Those of Hopper were held
// against an H200 (tests/probes/tensor_sums.cu).
#pragma once

#include <cstdint>

#include "kernels/machine/operations/matrix_fragment.h"

namespace warplens::machine {

enum class TensorCores : std::uint8_t {
  volta,
  turing,
  ampere,
  ada,
  hopper,
  blackwell,
  blackwell_rtx,
};
[[nodiscard]] TensorCores tensor_cores_of(std::uint32_t capability);

struct TensorSum {
  std::uint32_t together = 16;  // along k
  int fraction_bits = 25;
  int least_alignment = -133;        // no exponent that summands are brought to is lower
  int least_a = -14, least_b = -14;  // exponents of factors, which subnormal ones have
  int result_bits = 23;              // cut off; exponents are those of f32
  bool is_half = false;              // totals are f16, rounded to nearest even
  // fp8 that is made f16 first: of each four elements along k two are summed, then the other two,
  // and to that the sum that was there, to nearest even.
  bool is_converted = false;
};

enum class TensorInstruction : std::uint8_t { mma, wmma, wgmma, tcgen05 };
// Of f16, bf16, tf32 and fp8. Where the architecture lacks the instruction it is Hopper's.
[[nodiscard]] TensorSum tensor_sum(TensorCores cores, TensorInstruction instruction,
                                   MatrixElement a, MatrixElement b, bool is_half);

// The place of product k among those that are summed one after the other.
[[nodiscard]] std::uint32_t summed_place(const TensorSum& how, std::uint32_t depth,
                                         std::uint32_t k);
// Products that go together, at a depth.
[[nodiscard]] std::uint32_t group_size(const TensorSum& how, std::uint32_t depth);

inline constexpr std::uint32_t kMostProducts = 64;
// The sum of a·b, whose places are in that order, and `sum`. NaN where it has no value.
[[nodiscard]] double sum_products(const TensorSum& how, const float* a, const float* b,
                                  std::uint32_t depth, double sum);

// Volta's m8n8k4 of f16 where ptxas makes fused multiply-adds of it (sm_80 and later).
[[nodiscard]] double sum_of_quad(const float* a, const float* b, float sum, bool is_half);

// a·b + c of f64. Of several NaNs it is b's, else c's.
[[nodiscard]] double fused_multiply_add(double a, double b, double c);

// What a subnormal factor has.
[[nodiscard]] int least_factor_exponent(MatrixElement element);

[[nodiscard]] double rounded_to_half(double x);

}  // namespace warplens::machine
