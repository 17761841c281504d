// The forms of tensor_sums.cu: number formats, and what a dot product of each form takes and gives.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "kernels/machine/operations/tensor_sum.h"

using warplens::machine::MatrixElement;
using warplens::machine::TensorInstruction;
using warplens::machine::TensorSum;

struct Format {
  const char* name;
  MatrixElement element;
  unsigned bytes, exponent_bits, fraction_bits, unused_bits = 0;
  bool has_infinity = true;
  [[nodiscard]] int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  [[nodiscard]] unsigned top() const { return (1u << exponent_bits) - 1; }
};
constexpr Format kHalf{"f16", MatrixElement::f16, 2, 5, 10},
    kBfloat{"bf16", MatrixElement::bf16, 2, 8, 7}, kTf32{"tf32", MatrixElement::tf32, 4, 8, 10, 13},
    kE4m3{"e4m3", MatrixElement::e4m3, 1, 4, 3, 0, false},
    kE5m2{"e5m2", MatrixElement::e5m2, 1, 5, 2}, kSingle{"f32", MatrixElement::f32, 4, 8, 23},
    kDouble{"f64", MatrixElement::f64, 8, 11, 52};

using Bits = unsigned long long;

double value_of(const Format& format, Bits bits) {
  if (format.bytes == 8) return std::bit_cast<double>(bits);
  const Bits word = bits >> format.unused_bits;
  const auto fraction = static_cast<double>(word & ((1ull << format.fraction_bits) - 1));
  const auto exponent = static_cast<unsigned>(word >> format.fraction_bits) & format.top();
  const bool is_negative = word >> (format.fraction_bits + format.exponent_bits) & 1;
  double size;
  if (exponent == format.top() && (format.has_infinity || fraction == 7)) {
    size = fraction == 0 ? INFINITY : NAN;
  } else {
    const int bits_below = static_cast<int>(format.fraction_bits);
    const int at = static_cast<int>(std::max(exponent, 1u)) - format.bias() - bits_below;
    size = std::ldexp(fraction + (exponent == 0 ? 0.0 : std::ldexp(1.0, bits_below)), at);
  }
  return is_negative ? -size : size;
}

Bits make(const Format& format, bool is_negative, int exponent, Bits fraction) {
  const int field = std::clamp(exponent + format.bias(), 0, static_cast<int>(format.top()) - 1);
  const Bits word = (is_negative ? 1ull << (format.fraction_bits + format.exponent_bits) : 0) |
                    static_cast<Bits>(field) << format.fraction_bits |
                    (fraction & ((1ull << format.fraction_bits) - 1));
  return word << format.unused_bits;
}

Bits result_bits(const Format& format, double value) {
  if (format.bytes == 8) return std::bit_cast<Bits>(value);
  if (value != value) return format.bytes == 2 ? 0x7fff : 0x7fffffff;
  if (format.bytes == 4) return std::bit_cast<unsigned>(static_cast<float>(value));
  const Bits sign = std::signbit(value) ? 0x8000 : 0;
  const double size = std::abs(value);
  if (std::isinf(size)) return sign | 0x7c00;
  if (size < 0x1p-14) return sign | static_cast<Bits>(size * 0x1p24);
  const int exponent = std::ilogb(size);
  return sign | static_cast<Bits>((exponent + 15) << 10) +
                    static_cast<Bits>(std::ldexp(size, 10 - exponent) - 1024);
}

Bits load(const unsigned char* from, unsigned bytes) {
  Bits bits = 0;
  std::memcpy(&bits, from, bytes);
  return bits;
}

enum class Kind { mma, sparse, wmma, wgmma, wgmma_sparse, quads };

struct Form {
  const char* name;
  Kind kind;
  unsigned m, n, k;  // k: products, not places
  Format a, b, c, d;
  void (*launch)(const unsigned char*, const unsigned char*, const unsigned char*, unsigned char*,
                 unsigned tiles);
  [[nodiscard]] TensorSum sum() const {
    const bool is_warpgroup = kind == Kind::wgmma || kind == Kind::wgmma_sparse;
    return warplens::machine::tensor_sum(warplens::machine::TensorCores::hopper,
                                         is_warpgroup         ? TensorInstruction::wgmma
                                         : kind == Kind::wmma ? TensorInstruction::wmma
                                                              : TensorInstruction::mma,
                                         a.element, b.element, c.bytes == 2 && d.bytes == 2);
  }
  [[nodiscard]] bool is_sparse() const {
    return kind == Kind::sparse || kind == Kind::wgmma_sparse;
  }
  [[nodiscard]] unsigned b_depth() const { return is_sparse() ? 2 * k : k; }
  // Where along k the element i of A stands, as the metadata say.
  [[nodiscard]] unsigned place(unsigned i) const {
    if (!is_sparse()) return i;
    return a.bytes == 4 ? 2 * i : i / 2 * 4 + i % 2;
  }
  [[nodiscard]] unsigned a_bytes() const { return m * k * a.bytes; }
  [[nodiscard]] unsigned b_bytes() const { return n * b_depth() * b.bytes; }
  [[nodiscard]] unsigned c_bytes() const { return m * n * c.bytes; }
  [[nodiscard]] unsigned d_bytes() const { return m * n * d.bytes; }
};
