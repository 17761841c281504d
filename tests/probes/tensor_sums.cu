// Whether tensor cores give the machine's bits (kernels/machine/operations/tensor_sum.h): random
// dot products of each shape and type by mma.sync, mma.sp, wmma and wgmma, held against the model,
// which is compiled in.
//
//   nvcc -std=c++20 -O3 -I. -gencode=arch=compute_90a,code=sm_90a -o tensor_sums
//     tests/probes/tensor_sums.cu kernels/machine/operations/tensor_sum.cpp
//     && ./tensor_sums [million dot products a form] [rows.tsv] [part of a form's name]
//
// It prints a line a form: how many results differ, and the first ones that do. The rows are some
// of the dot products with the hardware's results (tests/data/h200-tensor-sums.tsv).
#include <mma.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "kernels/machine/operations/tensor_sum.h"

namespace {

using warplens::machine::MatrixElement;
using warplens::machine::TensorInstruction;
using warplens::machine::TensorSum;
using Bytes = std::vector<unsigned char>;

#define CHECK(call)                                            \
  if (const cudaError_t error = call; error != cudaSuccess) {  \
    std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
    std::exit(1);                                              \
  }

// ---- numbers ----

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

// ---- forms ----

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

#define TILE(kM, kN, kABytes, kBBytes, kCBytes, kDBytes)                                        \
  [[maybe_unused]] const unsigned lane = threadIdx.x % 32, group = lane / 4, member = lane % 4; \
  a += static_cast<size_t>(blockIdx.x) * (kM) * (kABytes);                                      \
  b += static_cast<size_t>(blockIdx.x) * (kN) * (kBBytes);                                      \
  c += static_cast<size_t>(blockIdx.x) * (kM) * (kN) * (kCBytes);                               \
  d += static_cast<size_t>(blockIdx.x) * (kM) * (kN) * (kDBytes);

template <class Word>
__device__ Word word_at(const unsigned char* from) {
  return *reinterpret_cast<const Word*>(from);
}

// Fragments of mma: A and B row by row along k, of so many bytes.
template <class Word, int kRegisters, int kHalves>
__device__ void load_rows(const unsigned char* from, unsigned row_bytes, unsigned group,
                          unsigned member, Word* to) {
  for (int r = 0; r < kRegisters; ++r) {
    to[r] = word_at<Word>(from + (group + r % kHalves * 8) * row_bytes +
                          r / kHalves * 4 * sizeof(Word) + member * sizeof(Word));
  }
}

// Sums of 8 columns: registers by rows.
template <class Word, int kRegisters>
__device__ unsigned sum_at(int r, unsigned group, unsigned member) {
  constexpr unsigned kElement = sizeof(Word) == 4 && kRegisters == 2 ? 2 : sizeof(Word);
  if (kElement == 2) return ((group + r * 8) * 8 + member * 2) * 2;
  return ((group + r / 2 * 8) * 8 + member * 2 + r % 2) * kElement;
}

#define D4 "{%0,%1,%2,%3}"
#define D2 "{%0,%1}"
#define OUT4(t) "+" t(w[0]), "+" t(w[1]), "+" t(w[2]), "+" t(w[3])
#define OUT2(t) "+" t(w[0]), "+" t(w[1])
#define IN3 "r"(x[0]), "r"(x[1]), "r"(y[0])
#define IN6 "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1])
#define IN4 "r"(x[0]), "r"(x[1]), "r"(y[0]), "r"(y[1])
#define IN8 IN6, "r"(y[2]), "r"(y[3])

#define MMA(name, word, nd, na, nb, a_row, b_row, element, body)                               \
  __global__ void name##_kernel(const unsigned char* a, const unsigned char* b,                \
                                const unsigned char* c, unsigned char* d) {                    \
    TILE(16, 8, a_row, b_row, element, element)                                                \
    unsigned x[na], y[nb];                                                                     \
    word w[nd];                                                                                \
    load_rows<unsigned, na, 2>(a, a_row, group, member, x);                                    \
    load_rows<unsigned, nb, 1>(b, b_row, group, member, y);                                    \
    for (int r = 0; r < nd; ++r) w[r] = word_at<word>(c + sum_at<word, nd>(r, group, member)); \
    body;                                                                                      \
    for (int r = 0; r < nd; ++r)                                                               \
      *reinterpret_cast<word*>(d + sum_at<word, nd>(r, group, member)) = w[r];                 \
  }                                                                                            \
  void name(const unsigned char* a, const unsigned char* b, const unsigned char* c,            \
            unsigned char* d, unsigned tiles) {                                                \
    name##_kernel<<<tiles, 32>>>(a, b, c, d);                                                  \
  }

#define ASM(text, ...) asm volatile(text __VA_ARGS__)
#define DENSE "mma.sync.aligned."
#define SPARSE "mma.sp::ordered_metadata.sync.aligned."
#define SHORT_F(name, text, row)                        \
  MMA(name, float, 4, 2, 1, row, row, 4,                \
      ASM(DENSE text " " D4 ", {%4,%5}, {%6}, " D4 ";", \
          : OUT4("f")                                   \
          : IN3))
#define SHORT_H(name, text, row)                        \
  MMA(name, unsigned, 2, 2, 1, row, row, 2,             \
      ASM(DENSE text " " D2 ", {%2,%3}, {%4}, " D2 ";", \
          : OUT2("r")                                   \
          : IN3))
#define LONG_F(name, text)                                       \
  MMA(name, float, 4, 4, 2, 32, 32, 4,                           \
      ASM(DENSE text " " D4 ", {%4,%5,%6,%7}, {%8,%9}, " D4 ";", \
          : OUT4("f")                                            \
          : IN6))
#define LONG_H(name, text)                                       \
  MMA(name, unsigned, 2, 4, 2, 32, 32, 2,                        \
      ASM(DENSE text " " D2 ", {%2,%3,%4,%5}, {%6,%7}, " D2 ";", \
          : OUT2("r")                                            \
          : IN6))
#define SPARSE_SHORT_F(name, text, metadata)                       \
  MMA(name, float, 4, 2, 2, 16, 32, 4,                             \
      ASM(SPARSE text " " D4 ", {%4,%5}, {%6,%7}, " D4 ", %8, 0;", \
          : OUT4("f")                                              \
          : IN4, "r"(metadata)))
#define SPARSE_SHORT_H(name, text, metadata)                       \
  MMA(name, unsigned, 2, 2, 2, 16, 32, 2,                          \
      ASM(SPARSE text " " D2 ", {%2,%3}, {%4,%5}, " D2 ", %6, 0;", \
          : OUT2("r")                                              \
          : IN4, "r"(metadata)))
#define SPARSE_LONG_H(name, text, metadata)                                     \
  MMA(name, unsigned, 2, 4, 4, 32, 64, 2,                                       \
      ASM(SPARSE text " " D2 ", {%2,%3,%4,%5}, {%6,%7,%8,%9}, " D2 ", %10, 0;", \
          : OUT2("r")                                                           \
          : IN8, "r"(metadata)))
#define SPARSE_LONG_F(name, text, metadata)                                       \
  MMA(name, float, 4, 4, 4, 32, 64, 4,                                            \
      ASM(SPARSE text " " D4 ", {%4,%5,%6,%7}, {%8,%9,%10,%11}, " D4 ", %12, 0;", \
          : OUT4("f")                                                             \
          : IN8, "r"(metadata)))

SHORT_F(f16_k8, "m16n8k8.row.col.f32.f16.f16.f32", 16)
SHORT_H(f16h_k8, "m16n8k8.row.col.f16.f16.f16.f16", 16)
SHORT_F(bf16_k8, "m16n8k8.row.col.f32.bf16.bf16.f32", 16)
LONG_F(f16_k16, "m16n8k16.row.col.f32.f16.f16.f32")
LONG_H(f16h_k16, "m16n8k16.row.col.f16.f16.f16.f16")
LONG_F(bf16_k16, "m16n8k16.row.col.f32.bf16.bf16.f32")
SHORT_F(tf32_k4, "m16n8k4.row.col.f32.tf32.tf32.f32", 16)
LONG_F(tf32_k8, "m16n8k8.row.col.f32.tf32.tf32.f32")
SHORT_F(e4m3_k16, "m16n8k16.row.col.f32.e4m3.e4m3.f32", 16)
SHORT_F(e5m2_k16, "m16n8k16.row.col.f32.e5m2.e5m2.f32", 16)
SHORT_H(e4m3h_k16, "m16n8k16.row.col.f16.e4m3.e4m3.f16", 16)
SHORT_H(e5m2h_k16, "m16n8k16.row.col.f16.e5m2.e5m2.f16", 16)
LONG_F(e4m3_k32, "m16n8k32.row.col.f32.e4m3.e4m3.f32")
LONG_F(e5m2_k32, "m16n8k32.row.col.f32.e5m2.e5m2.f32")
LONG_F(mixed8_k32, "m16n8k32.row.col.f32.e4m3.e5m2.f32")
LONG_H(e4m3h_k32, "m16n8k32.row.col.f16.e4m3.e4m3.f16")
LONG_H(e5m2h_k32, "m16n8k32.row.col.f16.e5m2.e5m2.f16")
SPARSE_SHORT_F(f16_sp16, "m16n8k16.row.col.f32.f16.f16.f32", 0x44444444)
SPARSE_SHORT_H(f16h_sp16, "m16n8k16.row.col.f16.f16.f16.f16", 0x44444444)
SPARSE_LONG_F(f16_sp32, "m16n8k32.row.col.f32.f16.f16.f32", 0x44444444)
SPARSE_LONG_H(f16h_sp32, "m16n8k32.row.col.f16.f16.f16.f16", 0x44444444)
SPARSE_SHORT_F(bf16_sp16, "m16n8k16.row.col.f32.bf16.bf16.f32", 0x44444444)
SPARSE_LONG_F(bf16_sp32, "m16n8k32.row.col.f32.bf16.bf16.f32", 0x44444444)
SPARSE_SHORT_F(tf32_sp8, "m16n8k8.row.col.f32.tf32.tf32.f32", 0x44444444)
SPARSE_LONG_F(tf32_sp16, "m16n8k16.row.col.f32.tf32.tf32.f32", 0x44444444)
SPARSE_LONG_F(e4m3_sp64, "m16n8k64.row.col.f32.e4m3.e4m3.f32", 0x44444444)
SPARSE_LONG_F(e5m2_sp64, "m16n8k64.row.col.f32.e5m2.e5m2.f32", 0x44444444)

#define MMA64(name, m, nd, na, nb, row, body)                                                      \
  __global__ void name##_kernel(const unsigned char* a, const unsigned char* b,                    \
                                const unsigned char* c, unsigned char* d) {                        \
    TILE(m, 8, row, row, 8, 8)                                                                     \
    double x[na], y[nb], w[nd];                                                                    \
    load_rows<double, na, m / 8>(a, row, group, member, x);                                        \
    load_rows<double, nb, 1>(b, row, group, member, y);                                            \
    for (int r = 0; r < nd; ++r) w[r] = word_at<double>(c + sum_at<double, nd>(r, group, member)); \
    body;                                                                                          \
    for (int r = 0; r < nd; ++r)                                                                   \
      *reinterpret_cast<double*>(d + sum_at<double, nd>(r, group, member)) = w[r];                 \
  }                                                                                                \
  void name(const unsigned char* a, const unsigned char* b, const unsigned char* c,                \
            unsigned char* d, unsigned tiles) {                                                    \
    name##_kernel<<<tiles, 32>>>(a, b, c, d);                                                      \
  }
MMA64(f64_m8, 8, 2, 1, 1, 32,
      ASM(DENSE "m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};",
          : OUT2("d")
          : "d"(x[0]), "d"(y[0])))
MMA64(f64_k4, 16, 4, 2, 1, 32,
      ASM(DENSE "m16n8k4.row.col.f64.f64.f64.f64 " D4 ", {%4,%5}, {%6}, " D4 ";",
          : OUT4("d")
          : "d"(x[0]), "d"(x[1]), "d"(y[0])))
MMA64(f64_k8, 16, 4, 4, 2, 64,
      ASM(DENSE "m16n8k8.row.col.f64.f64.f64.f64 " D4 ", {%4,%5,%6,%7}, {%8,%9}, " D4 ";",
          : OUT4("d")
          : "d"(x[0]), "d"(x[1]), "d"(x[2]), "d"(x[3]), "d"(y[0]), "d"(y[1])))
MMA64(f64_k16, 16, 4, 8, 4, 128,
      ASM(DENSE "m16n8k16.row.col.f64.f64.f64.f64 " D4
                ", {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, " D4 ";",
          : OUT4("d")
          : "d"(x[0]), "d"(x[1]), "d"(x[2]), "d"(x[3]), "d"(x[4]), "d"(x[5]), "d"(x[6]), "d"(x[7]),
            "d"(y[0]), "d"(y[1]), "d"(y[2]), "d"(y[3])))

// wmma, through its loads and stores.
template <class T, class Store, int kM, int kN, int kK, class C, class D>
__global__ void wmma_kernel(const unsigned char* a, const unsigned char* b, const unsigned char* c,
                            unsigned char* d) {
  using namespace nvcuda::wmma;
  const size_t tile = blockIdx.x;
  fragment<matrix_a, kM, kN, kK, T, row_major> x;
  fragment<matrix_b, kM, kN, kK, T, col_major> y;
  fragment<accumulator, kM, kN, kK, C> old;
  fragment<accumulator, kM, kN, kK, D> sums;
  load_matrix_sync(x, reinterpret_cast<const Store*>(a) + tile * kM * kK, kK);
  load_matrix_sync(y, reinterpret_cast<const Store*>(b) + tile * kN * kK, kK);
  load_matrix_sync(old, reinterpret_cast<const C*>(c) + tile * kM * kN, kN, mem_row_major);
  mma_sync(sums, x, y, old);
  store_matrix_sync(reinterpret_cast<D*>(d) + tile * kM * kN, sums, kN, mem_row_major);
}
template <class T, class Store, int kM, int kN, int kK, class C, class D>
void wmma(const unsigned char* a, const unsigned char* b, const unsigned char* c, unsigned char* d,
          unsigned tiles) {
  wmma_kernel<T, Store, kM, kN, kK, C, D><<<tiles, 32>>>(a, b, c, d);
}

// wgmma: A in registers, B K-major without a swizzle.
__device__ unsigned long long tile_of(const unsigned char* b, unsigned columns, unsigned row,
                                      unsigned char* tile) {
  for (unsigned i = threadIdx.x; i < columns * row / 4; i += 128) {
    const unsigned column = i / (row / 4), byte = i % (row / 4) * 4;
    *reinterpret_cast<unsigned*>(tile + column / 8 * 8 * row + byte / 16 * 128 + column % 8 * 16 +
                                 byte % 16) = word_at<unsigned>(b + column * row + byte);
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  const auto at = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  return static_cast<unsigned long long>(at >> 4) | 8ull << 16 |
         static_cast<unsigned long long>(row / 2) << 32;
}
#define WGMMA(name, word, nd, b_row, element, body)                                            \
  __global__ void name##_kernel(const unsigned char* a, const unsigned char* b,                \
                                const unsigned char* c, unsigned char* d) {                    \
    __shared__ __align__(128) unsigned char tile[8 * (b_row)];                                 \
    TILE(64, 8, 32, b_row, element, element)                                                   \
    const unsigned long long y = tile_of(b, 8, b_row, tile);                                   \
    const unsigned warp = threadIdx.x / 32;                                                    \
    a += warp * 16 * 32;                                                                       \
    c += warp * 16 * 8 * (element);                                                            \
    d += warp * 16 * 8 * (element);                                                            \
    unsigned x[4];                                                                             \
    word w[nd];                                                                                \
    load_rows<unsigned, 4, 2>(a, 32, group, member, x);                                        \
    for (int r = 0; r < nd; ++r) w[r] = word_at<word>(c + sum_at<word, nd>(r, group, member)); \
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");                                    \
    body;                                                                                      \
    for (int r = 0; r < nd; ++r)                                                               \
      *reinterpret_cast<word*>(d + sum_at<word, nd>(r, group, member)) = w[r];                 \
  }                                                                                            \
  void name(const unsigned char* a, const unsigned char* b, const unsigned char* c,            \
            unsigned char* d, unsigned tiles) {                                                \
    name##_kernel<<<tiles, 128>>>(a, b, c, d);                                                 \
  }
#define WAIT " wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;"
#define INX "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(y)
#define WGMMA_F(name, text, tail)                                                              \
  WGMMA(name, float, 4, 32, 4,                                                                 \
        ASM("wgmma.mma_async.sync.aligned." text " " D4 ", {%4,%5,%6,%7}, %8, " tail ";" WAIT, \
            : OUT4("f")                                                                        \
            : INX                                                                              \
            : "memory"))
#define WGMMA_H(name, text, tail)                                                              \
  WGMMA(name, unsigned, 2, 32, 2,                                                              \
        ASM("wgmma.mma_async.sync.aligned." text " " D2 ", {%2,%3,%4,%5}, %6, " tail ";" WAIT, \
            : OUT2("r")                                                                        \
            : INX                                                                              \
            : "memory"))
#define WGMMA_SP_F(name, text, tail)                                                           \
  WGMMA(name, float, 4, 64, 4,                                                                 \
        ASM("wgmma.mma_async.sp.sync.aligned." text " " D4 ", {%4,%5,%6,%7}, %8, %9, 0, " tail \
            ";" WAIT,                                                                          \
            : OUT4("f")                                                                        \
            : INX, "r"(0x44444444)                                                             \
            : "memory"))
#define WGMMA_SP_H(name, text, tail)                                                           \
  WGMMA(name, unsigned, 2, 64, 2,                                                              \
        ASM("wgmma.mma_async.sp.sync.aligned." text " " D2 ", {%2,%3,%4,%5}, %6, %7, 0, " tail \
            ";" WAIT,                                                                          \
            : OUT2("r")                                                                        \
            : INX, "r"(0x44444444)                                                             \
            : "memory"))
WGMMA_F(wg_f16, "m64n8k16.f32.f16.f16", "1, 1, 1, 0")
WGMMA_H(wg_f16h, "m64n8k16.f16.f16.f16", "1, 1, 1, 0")
WGMMA_F(wg_bf16, "m64n8k16.f32.bf16.bf16", "1, 1, 1, 0")
WGMMA_F(wg_tf32, "m64n8k8.f32.tf32.tf32", "1, 1, 1")
WGMMA_F(wg_e4m3, "m64n8k32.f32.e4m3.e4m3", "1, 1, 1")
WGMMA_F(wg_e5m2, "m64n8k32.f32.e5m2.e5m2", "1, 1, 1")
WGMMA_F(wg_mixed8, "m64n8k32.f32.e4m3.e5m2", "1, 1, 1")
WGMMA_H(wg_e4m3h, "m64n8k32.f16.e4m3.e4m3", "1, 1, 1")
WGMMA_H(wg_e5m2h, "m64n8k32.f16.e5m2.e5m2", "1, 1, 1")
WGMMA_SP_F(wg_f16_sp, "m64n8k32.f32.f16.f16", "1, 1, 1, 0")
WGMMA_SP_H(wg_f16h_sp, "m64n8k32.f16.f16.f16", "1, 1, 1, 0")
WGMMA_SP_F(wg_bf16_sp, "m64n8k32.f32.bf16.bf16", "1, 1, 1, 0")
WGMMA_SP_F(wg_tf32_sp, "m64n8k16.f32.tf32.tf32", "1, 1, 1")
WGMMA_SP_F(wg_e4m3_sp, "m64n8k64.f32.e4m3.e4m3", "1, 1, 1")
WGMMA_SP_H(wg_e5m2h_sp, "m64n8k64.f16.e5m2.e5m2", "1, 1, 1")

// n = 64, and A by a descriptor, too.
#define OUTF8(i)                                                                              \
  "+f"(w[i]), "+f"(w[i + 1]), "+f"(w[i + 2]), "+f"(w[i + 3]), "+f"(w[i + 4]), "+f"(w[i + 5]), \
      "+f"(w[i + 6]), "+f"(w[i + 7])
#define WGMMA_WIDE(name, text, tail)                                                          \
  __global__ void name##_kernel(const unsigned char* a, const unsigned char* b,               \
                                const unsigned char* c, unsigned char* d) {                   \
    __shared__ __align__(128) unsigned char rows[64 * 32], columns[64 * 32];                  \
    TILE(64, 64, 32, 32, 4, 4)                                                                \
    const unsigned long long x = tile_of(a, 64, 32, rows), y = tile_of(b, 64, 32, columns);   \
    const auto at = [&](unsigned r) {                                                         \
      const unsigned row = threadIdx.x / 32 * 16 + group + r % 4 / 2 * 8;                     \
      return (row * 64 + r / 4 * 8 + member * 2 + r % 2) * 4;                                 \
    };                                                                                        \
    float w[32];                                                                              \
    for (unsigned r = 0; r < 32; ++r) w[r] = word_at<float>(c + at(r));                       \
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");                                   \
    asm volatile("wgmma.mma_async.sync.aligned." text                                         \
                 " {%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,"   \
                 "%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31}, %32, %33, " tail ";" WAIT \
                 : OUTF8(0), OUTF8(8), OUTF8(16), OUTF8(24)                                   \
                 : "l"(x), "l"(y)                                                             \
                 : "memory");                                                                 \
    for (unsigned r = 0; r < 32; ++r) *reinterpret_cast<float*>(d + at(r)) = w[r];            \
  }                                                                                           \
  void name(const unsigned char* a, const unsigned char* b, const unsigned char* c,           \
            unsigned char* d, unsigned tiles) {                                               \
    name##_kernel<<<tiles, 128>>>(a, b, c, d);                                                \
  }
WGMMA_WIDE(wide_f16, "m64n64k16.f32.f16.f16", "1, 1, 1, 0, 0")
WGMMA_WIDE(wide_bf16, "m64n64k16.f32.bf16.bf16", "1, 1, 1, 0, 0")
WGMMA_WIDE(wide_tf32, "m64n64k8.f32.tf32.tf32", "1, 1, 1")
WGMMA_WIDE(wide_e4m3, "m64n64k32.f32.e4m3.e4m3", "1, 1, 1")
WGMMA_WIDE(wide_e5m2, "m64n64k32.f32.e5m2.e5m2", "1, 1, 1")

// Volta's m8n8k4: the first of its four products is looked at; tiles of 8 rows and columns.
template <bool kAIsRow, bool kBIsRow>
__device__ void load_quads(const unsigned char* a, const unsigned char* b, unsigned lane,
                           unsigned* x, unsigned* y) {
  const unsigned upper = lane / 16 * 4, within = lane % 4;
  const auto half = [](const unsigned char* from, unsigned outer, unsigned k) {
    return static_cast<unsigned>(word_at<unsigned short>(from + outer * 8 + k * 2));
  };
  x[0] = x[1] = y[0] = y[1] = 0;
  for (unsigned i = 0; i < 4; ++i) {
    x[i / 2] |= (kAIsRow ? half(a, within + upper, i) : half(a, i + upper, within)) << i % 2 * 16;
    y[i / 2] |= (kBIsRow ? half(b, i + upper, within) : half(b, within + upper, i)) << i % 2 * 16;
  }
}
template <class Element>
__device__ unsigned quad_sum_at(unsigned lane, unsigned i) {
  const unsigned upper = lane / 16 * 4;
  if (sizeof(Element) == 2) return (lane % 4 + upper) * 8 + i;
  return ((lane & 1) + (i & 2) + upper) * 8 + (i & 4) + (lane & 2) + (i & 1);
}
#define QUADS(name, layouts, a_is_row, b_is_row, C, D, text, ...)                                  \
  __global__ void name##_kernel(const unsigned char* a, const unsigned char* b,                    \
                                const unsigned char* c, unsigned char* d) {                        \
    TILE(8, 8, 8, 8, sizeof(C), sizeof(D))                                                         \
    unsigned x[2], y[2];                                                                           \
    load_quads<a_is_row, b_is_row>(a, b, lane, x, y);                                              \
    union {                                                                                        \
      C old[8];                                                                                    \
      unsigned v[8];                                                                               \
    };                                                                                             \
    union {                                                                                        \
      D sums[8];                                                                                   \
      unsigned w[8];                                                                               \
    };                                                                                             \
    for (unsigned i = 0; i < 8; ++i) old[i] = word_at<C>(c + quad_sum_at<C>(lane, i) * sizeof(C)); \
    asm volatile(DENSE "m8n8k4." layouts text                                                      \
                 : __VA_ARGS__, "r"(x[0]), "r"(x[1]), "r"(y[0]), "r"(y[1]));                       \
    if (lane / 4 % 4 != 0) return;                                                                 \
    for (unsigned i = 0; i < 8; ++i)                                                               \
      *reinterpret_cast<D*>(d + quad_sum_at<D>(lane, i) * sizeof(D)) = sums[i];                    \
  }                                                                                                \
  void name(const unsigned char* a, const unsigned char* b, const unsigned char* c,                \
            unsigned char* d, unsigned tiles) {                                                    \
    name##_kernel<<<tiles, 32>>>(a, b, c, d);                                                      \
  }
#define OUTW4 "=r"(w[0]), "=r"(w[1]), "=r"(w[2]), "=r"(w[3])
#define INV4 "r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3])
#define OUTW8 OUTW4, "=r"(w[4]), "=r"(w[5]), "=r"(w[6]), "=r"(w[7])
#define QUADS_F(name, layouts, a_is_row, b_is_row)                           \
  QUADS(name, layouts, a_is_row, b_is_row, unsigned, unsigned,               \
        ".f32.f16.f16.f32 {%0,%1,%2,%3,%4,%5,%6,%7}, {%16,%17}, {%18,%19}, " \
        "{%8,%9,%10,%11,%12,%13,%14,%15};",                                  \
        OUTW8                                                                \
        : INV4, "r"(v[4]), "r"(v[5]), "r"(v[6]), "r"(v[7]))
#define QUADS_H(name, layouts, a_is_row, b_is_row)                                  \
  QUADS(name, layouts, a_is_row, b_is_row, unsigned short, unsigned short,          \
        ".f16.f16.f16.f16 {%0,%1,%2,%3}, {%8,%9}, {%10,%11}, {%4,%5,%6,%7};", OUTW4 \
        : INV4)
#define QUADS_MIXED(name, layouts, a_is_row, b_is_row)                                        \
  QUADS(name, layouts, a_is_row, b_is_row, unsigned short, unsigned,                          \
        ".f32.f16.f16.f16 {%0,%1,%2,%3,%4,%5,%6,%7}, {%12,%13}, {%14,%15}, {%8,%9,%10,%11};", \
        OUTW8                                                                                 \
        : INV4)
QUADS_F(quads_rc, "row.col", true, false)
QUADS_F(quads_cr, "col.row", false, true)
QUADS_F(quads_rr, "row.row", true, true)
QUADS_F(quads_cc, "col.col", false, false)
QUADS_H(quads_h_rc, "row.col", true, false)
QUADS_H(quads_h_cr, "col.row", false, true)
QUADS_H(quads_h_rr, "row.row", true, true)
QUADS_H(quads_h_cc, "col.col", false, false)
QUADS_MIXED(quads_m_rc, "row.col", true, false)
QUADS_MIXED(quads_m_cr, "col.row", false, true)

// ---- the model ----

double model(const Form& form, const TensorSum& how, const double* a, const double* b, double c) {
  namespace machine = warplens::machine;
  if (form.a.bytes == 8) {
    for (unsigned k = 0; k < form.k; ++k) c = machine::fused_multiply_add(a[k], b[k], c);
    return c;
  }
  float x[32], y[32];
  for (unsigned k = 0; k < form.k; ++k) {
    const unsigned at = machine::summed_place(how, form.k, k);
    x[at] = static_cast<float>(a[k]);
    y[at] = static_cast<float>(b[k]);
  }
  const double sum = form.kind == Kind::quads
                         ? machine::sum_of_quad(x, y, static_cast<float>(c), how.is_half)
                         : machine::sum_products(how, x, y, form.k, c);
  return form.d.bytes == 2 ? machine::rounded_to_half(sum) : sum;
}

// ---- vectors ----

struct Random {
  Bits state;
  Bits next() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x2545f4914f6cdd1dull >> 8;
  }
  int below(int n) { return static_cast<int>(next() % static_cast<Bits>(n)); }
  int between(int low, int high) { return low + below(high - low + 1); }
};

constexpr int kModes = 8;
constexpr const char* kModeNames[kModes] = {"bits", "near", "wide",     "cancelling",
                                            "tiny", "huge", "specials", "round"};

struct Mode {
  int mode;
  int a_center, b_center, width;
};

Mode choose(const Form& form, unsigned tile, Random& random) {
  Mode mode{static_cast<int>(tile % kModes), 0, 0, 0};
  const int least = -form.a.bias() + 1, most = static_cast<int>(form.a.top()) - 1 - form.a.bias();
  const int b_least = -form.b.bias() + 1;
  const int b_most = static_cast<int>(form.b.top()) - 1 - form.b.bias();
  mode.a_center = random.between(least, most);
  mode.b_center = random.between(b_least, b_most);
  if (form.a.exponent_bits >= 8) {  // sums that f32 (f64) holds, most of them
    const int limit = form.a.exponent_bits == 8 ? 126 : 1022;
    const int sum = mode.mode == 4   ? random.between(-limit - 40, -limit + 8)
                    : mode.mode == 5 ? random.between(limit - 4, limit + 3)
                                     : random.between(-limit - 10, limit);
    mode.b_center = std::clamp(sum - mode.a_center, b_least, b_most);
    mode.a_center = std::clamp(sum - mode.b_center, least, most);
  } else if (mode.mode == 4) {
    mode.a_center = least + random.below(3) - 1;
    mode.b_center = b_least + random.below(3) - 1;
  } else if (mode.mode == 5) {
    mode.a_center = most - random.below(3);
    mode.b_center = b_most - random.below(3);
  }
  constexpr int kWidths[] = {0, 1, 2, 4, 8, 12, 16, 24};
  mode.width = mode.mode == 2 ? kWidths[4 + random.below(4)] : kWidths[random.below(5)];
  return mode;
}

Bits factor(const Format& format, const Mode& mode, int center, Random& random) {
  const bool is_negative = random.below(2);
  Bits fraction = random.next();
  if (mode.mode == 0) {
    const Bits bits = random.next() << (random.next() & 1) ^ random.next() << 40;
    const bool keeps =
        random.below(64) == 0 || value_of(format, bits) - value_of(format, bits) == 0;
    return keeps ? bits : make(format, is_negative, 0, fraction);
  }
  if (mode.mode == 7) {
    constexpr Bits kFractions[] = {0, ~0ull, 1, 2};
    fraction =
        random.below(8) == 0 ? 1ull << (format.fraction_bits - 1) : kFractions[random.below(4)];
  }
  if (mode.mode == 6 && random.below(24) == 0) {
    const Bits special = random.below(3);
    if (special == 0) return 0;
    const Bits top = static_cast<Bits>(format.top()) << format.fraction_bits;
    const Bits sign = is_negative ? 1ull << (format.fraction_bits + format.exponent_bits) : 0;
    if (!format.has_infinity) return sign | top | 7;
    return (sign | top | (special == 1 ? 0 : fraction & ((1ull << format.fraction_bits) - 1)))
           << format.unused_bits;
  }
  if (random.below(16) == 0) return is_negative ? make(format, true, -100000, 0) : 0;
  Bits bits = make(format, is_negative, center + random.between(-mode.width, mode.width), fraction);
  if (format.unused_bits) bits |= random.next() & ((1ull << format.unused_bits) - 1);
  return bits;
}

Bits old_sum(const Format& format, const Mode& mode, Random& random) {
  const int kind = random.below(8);
  if (kind == 0) return 0;
  if (kind == 1) return make(format, true, -100000, 0);
  if (kind == 2 && mode.mode == 6) {
    const Bits top = static_cast<Bits>(format.top()) << format.fraction_bits;
    return top | (random.below(2) ? random.next() & ((1ull << format.fraction_bits) - 1) : 0);
  }
  if (kind == 3 && (mode.mode == 4 || mode.mode == 0)) {
    return make(format, random.below(2), -format.bias() + random.below(3), random.next());
  }
  const int exponent = mode.a_center + mode.b_center + random.between(-28, 30);
  Bits fraction = random.next();
  if (mode.mode == 7 && random.below(2)) fraction = random.below(2) ? 0 : ~0ull;
  return make(format, random.below(2), exponent, fraction);
}

void store(unsigned char* to, unsigned bytes, Bits bits) { std::memcpy(to, &bits, bytes); }

void fill(const Form& form, unsigned tile, Random& random, unsigned char* a, unsigned char* b,
          unsigned char* c) {
  const Mode mode = choose(form, tile, random);
  const auto rows = [&](const Format& format, unsigned count, unsigned depth, int center,
                        unsigned char* to, bool turns) {
    for (unsigned row = 0; row < count; ++row) {
      for (unsigned k = 0; k < depth; ++k) {
        Bits bits = factor(format, mode, center, random);
        if (mode.mode == 3 && k % 2 == 1) {  // the negative of its neighbour, now and then nearly
          bits = load(to + (row * depth + k - 1) * format.bytes, format.bytes);
          if (turns)
            bits ^= 1ull << (format.fraction_bits + format.exponent_bits + format.unused_bits);
          if (random.below(6) == 0) bits ^= 1ull << format.unused_bits;
        }
        store(to + (row * depth + k) * format.bytes, format.bytes, bits);
      }
    }
  };
  rows(form.a, form.m, form.k, mode.a_center, a, true);
  rows(form.b, form.n, form.b_depth(), mode.b_center, b, false);
  for (unsigned i = 0; i < form.m * form.n; ++i)
    store(c + i * form.c.bytes, form.c.bytes, old_sum(form.c, mode, random));
}

// ---- comparing ----

std::string dot_text(const Form& form, unsigned row, unsigned column, const unsigned char* a,
                     const unsigned char* b, const unsigned char* c) {
  std::string text;
  char word[20];
  const auto add = [&](const Format& format, const unsigned char* from) {
    std::snprintf(word, sizeof word, "%0*llx", static_cast<int>(2 * format.bytes),
                  load(from, format.bytes));
    text += word;
  };
  for (unsigned k = 0; k < form.k; ++k) add(form.a, a + (row * form.k + k) * form.a.bytes);
  text += '\t';
  for (unsigned k = 0; k < form.k; ++k)
    add(form.b, b + (column * form.b_depth() + form.place(k)) * form.b.bytes);
  text += '\t';
  add(form.c, c + (row * form.n + column) * form.c.bytes);
  return text;
}

Bits wanted(const Form& form, const TensorSum& how, unsigned row, unsigned column,
            const unsigned char* a, const unsigned char* b, const unsigned char* c) {
  double x[32], y[32];
  for (unsigned k = 0; k < form.k; ++k) {
    x[k] = value_of(form.a, load(a + (row * form.k + k) * form.a.bytes, form.a.bytes));
    y[k] = value_of(
        form.b, load(b + (column * form.b_depth() + form.place(k)) * form.b.bytes, form.b.bytes));
  }
  const double old =
      value_of(form.c, load(c + (row * form.n + column) * form.c.bytes, form.c.bytes));
  return result_bits(form.d, model(form, how, x, y, old));
}

bool is_nan(const Format& format, Bits bits) { return std::isnan(value_of(format, bits)); }

template <class Work>
void on_all_cores(unsigned count, Work work) {
  std::atomic<unsigned> next{0};
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i) {
    threads.emplace_back([&] {
      for (unsigned at; (at = next.fetch_add(64)) < count;)
        for (unsigned tile = at; tile < std::min(count, at + 64); ++tile) work(tile);
    });
  }
  for (auto& thread : threads) thread.join();
}

void write_rows(const Form& form, const Bytes& a, const Bytes& b, const Bytes& c, const Bytes& d,
                std::FILE* rows) {
  const unsigned count = form.a.bytes == 8 ? 16 : 64;
  for (unsigned i = 0; i < count; ++i) {
    const std::size_t tile = i * 16 / count;
    const unsigned row = i * 5 % form.m, column = i * 3 % form.n;
    const std::string text =
        dot_text(form, row, column, a.data() + tile * form.a_bytes(),
                 b.data() + tile * form.b_bytes(), c.data() + tile * form.c_bytes());
    std::fprintf(rows, "%s\t%s\t%s\t%s\t%s\t%s\t%0*llx\n", form.name, form.a.name, form.b.name,
                 form.c.name, form.d.name, text.c_str(), static_cast<int>(2 * form.d.bytes),
                 load(d.data() + tile * form.d_bytes() + (row * form.n + column) * form.d.bytes,
                      form.d.bytes));
  }
}

void try_form(const Form& form, double millions, std::FILE* rows) {
  const unsigned tiles = 1u << 20 >> (std::bit_width(form.m * form.n) - 1);
  Bytes a(size_t{tiles} * form.a_bytes()), b(size_t{tiles} * form.b_bytes()),
      c(size_t{tiles} * form.c_bytes()), d(size_t{tiles} * form.d_bytes());
  unsigned char *device_a, *device_b, *device_c, *device_d;
  CHECK(cudaMalloc(&device_a, a.size()));
  CHECK(cudaMalloc(&device_b, b.size()));
  CHECK(cudaMalloc(&device_c, c.size()));
  CHECK(cudaMalloc(&device_d, d.size()));
  const auto batches = static_cast<unsigned>(std::ceil(millions * 1e6 / (tiles * form.m * form.n)));
  const TensorSum how = form.sum();
  std::mutex mutex;
  Bits differing = 0, nans = 0, by_mode[kModes] = {}, nan_results = 0, infinities = 0;
  std::vector<std::string> examples;
  for (unsigned batch = 0; batch < batches; ++batch) {
    on_all_cores(tiles, [&](unsigned tile) {
      Random random{(Bits{batch} * tiles + tile + 1) * 0x9e3779b97f4a7c15ull};
      for (int i = 0; i < 4; ++i) random.next();
      fill(form, tile, random, &a[size_t{tile} * form.a_bytes()], &b[size_t{tile} * form.b_bytes()],
           &c[size_t{tile} * form.c_bytes()]);
    });
    CHECK(cudaMemcpy(device_a, a.data(), a.size(), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(device_b, b.data(), b.size(), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(device_c, c.data(), c.size(), cudaMemcpyHostToDevice));
    form.launch(device_a, device_b, device_c, device_d, tiles);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(d.data(), device_d, d.size(), cudaMemcpyDeviceToHost));
    if (batch == 0 && rows != nullptr) write_rows(form, a, b, c, d, rows);
    on_all_cores(tiles, [&](unsigned tile) {
      const unsigned char *ta = &a[size_t{tile} * form.a_bytes()],
                          *tb = &b[size_t{tile} * form.b_bytes()],
                          *tc = &c[size_t{tile} * form.c_bytes()];
      Bits tile_nans = 0, tile_infinities = 0;
      for (unsigned i = 0; i < form.m * form.n; ++i) {
        const Bits got = load(&d[size_t{tile} * form.d_bytes() + i * form.d.bytes], form.d.bytes);
        const Bits want = wanted(form, how, i / form.n, i % form.n, ta, tb, tc);
        const double value = value_of(form.d, got);
        tile_nans += std::isnan(value);
        tile_infinities += std::isinf(value);
        if (got == want) continue;
        std::lock_guard lock(mutex);
        ++differing;
        ++by_mode[tile % kModes];
        nans += is_nan(form.d, got) || is_nan(form.d, want);
        if (examples.size() < 4 || (by_mode[tile % kModes] <= 2 && examples.size() < 12)) {
          char text[80];
          std::snprintf(text, sizeof text, "    %s got %llx want %llx: ", kModeNames[tile % kModes],
                        got, want);
          examples.push_back(text + dot_text(form, i / form.n, i % form.n, ta, tb, tc));
        }
      }
      std::lock_guard lock(mutex);
      nan_results += tile_nans;
      infinities += tile_infinities;
    });
  }
  CHECK(cudaFree(device_a));
  CHECK(cudaFree(device_b));
  CHECK(cudaFree(device_c));
  CHECK(cudaFree(device_d));
  std::printf("%s: %llu of %llu differ (%llu NaNs and %llu infinities among the results)\n",
              form.name, differing, Bits{batches} * tiles * form.m * form.n, nan_results,
              infinities);
  if (differing == 0) return;
  std::printf("    NaN %llu;", nans);
  for (int i = 0; i < kModes; ++i) std::printf(" %s %llu", kModeNames[i], by_mode[i]);
  std::printf("\n");
  for (const std::string& example : examples) std::printf("%s\n", example.c_str());
}

const Form kForms[] = {
    {"mma.m16n8k8.f32.f16", Kind::mma, 16, 8, 8, kHalf, kHalf, kSingle, kSingle, f16_k8},
    {"mma.m16n8k16.f32.f16", Kind::mma, 16, 8, 16, kHalf, kHalf, kSingle, kSingle, f16_k16},
    {"mma.m16n8k8.f16.f16", Kind::mma, 16, 8, 8, kHalf, kHalf, kHalf, kHalf, f16h_k8},
    {"mma.m16n8k16.f16.f16", Kind::mma, 16, 8, 16, kHalf, kHalf, kHalf, kHalf, f16h_k16},
    {"mma.m16n8k8.f32.bf16", Kind::mma, 16, 8, 8, kBfloat, kBfloat, kSingle, kSingle, bf16_k8},
    {"mma.m16n8k16.f32.bf16", Kind::mma, 16, 8, 16, kBfloat, kBfloat, kSingle, kSingle, bf16_k16},
    {"mma.m16n8k4.f32.tf32", Kind::mma, 16, 8, 4, kTf32, kTf32, kSingle, kSingle, tf32_k4},
    {"mma.m16n8k8.f32.tf32", Kind::mma, 16, 8, 8, kTf32, kTf32, kSingle, kSingle, tf32_k8},
    {"mma.m16n8k16.f32.e4m3", Kind::mma, 16, 8, 16, kE4m3, kE4m3, kSingle, kSingle, e4m3_k16},
    {"mma.m16n8k16.f32.e5m2", Kind::mma, 16, 8, 16, kE5m2, kE5m2, kSingle, kSingle, e5m2_k16},
    {"mma.m16n8k16.f16.e4m3", Kind::mma, 16, 8, 16, kE4m3, kE4m3, kHalf, kHalf, e4m3h_k16},
    {"mma.m16n8k16.f16.e5m2", Kind::mma, 16, 8, 16, kE5m2, kE5m2, kHalf, kHalf, e5m2h_k16},
    {"mma.m16n8k32.f32.e4m3", Kind::mma, 16, 8, 32, kE4m3, kE4m3, kSingle, kSingle, e4m3_k32},
    {"mma.m16n8k32.f32.e5m2", Kind::mma, 16, 8, 32, kE5m2, kE5m2, kSingle, kSingle, e5m2_k32},
    {"mma.m16n8k32.f32.e4m3.e5m2", Kind::mma, 16, 8, 32, kE4m3, kE5m2, kSingle, kSingle,
     mixed8_k32},
    {"mma.m16n8k32.f16.e4m3", Kind::mma, 16, 8, 32, kE4m3, kE4m3, kHalf, kHalf, e4m3h_k32},
    {"mma.m16n8k32.f16.e5m2", Kind::mma, 16, 8, 32, kE5m2, kE5m2, kHalf, kHalf, e5m2h_k32},
    {"mma.m8n8k4.f64", Kind::mma, 8, 8, 4, kDouble, kDouble, kDouble, kDouble, f64_m8},
    {"mma.m16n8k4.f64", Kind::mma, 16, 8, 4, kDouble, kDouble, kDouble, kDouble, f64_k4},
    {"mma.m16n8k8.f64", Kind::mma, 16, 8, 8, kDouble, kDouble, kDouble, kDouble, f64_k8},
    {"mma.m16n8k16.f64", Kind::mma, 16, 8, 16, kDouble, kDouble, kDouble, kDouble, f64_k16},
    {"mma.m8n8k4.row.col.f32.f16", Kind::quads, 8, 8, 4, kHalf, kHalf, kSingle, kSingle, quads_rc},
    {"mma.m8n8k4.col.row.f32.f16", Kind::quads, 8, 8, 4, kHalf, kHalf, kSingle, kSingle, quads_cr},
    {"mma.m8n8k4.row.row.f32.f16", Kind::quads, 8, 8, 4, kHalf, kHalf, kSingle, kSingle, quads_rr},
    {"mma.m8n8k4.col.col.f32.f16", Kind::quads, 8, 8, 4, kHalf, kHalf, kSingle, kSingle, quads_cc},
    {"mma.m8n8k4.row.col.f16.f16", Kind::quads, 8, 8, 4, kHalf, kHalf, kHalf, kHalf, quads_h_rc},
    {"mma.m8n8k4.col.row.f16.f16", Kind::quads, 8, 8, 4, kHalf, kHalf, kHalf, kHalf, quads_h_cr},
    {"mma.m8n8k4.row.row.f16.f16", Kind::quads, 8, 8, 4, kHalf, kHalf, kHalf, kHalf, quads_h_rr},
    {"mma.m8n8k4.col.col.f16.f16", Kind::quads, 8, 8, 4, kHalf, kHalf, kHalf, kHalf, quads_h_cc},
    {"mma.m8n8k4.row.col.f32.f16.f16", Kind::quads, 8, 8, 4, kHalf, kHalf, kHalf, kSingle,
     quads_m_rc},
    {"mma.m8n8k4.col.row.f32.f16.f16", Kind::quads, 8, 8, 4, kHalf, kHalf, kHalf, kSingle,
     quads_m_cr},
    {"mma.sp.m16n8k16.f32.f16", Kind::sparse, 16, 8, 8, kHalf, kHalf, kSingle, kSingle, f16_sp16},
    {"mma.sp.m16n8k32.f32.f16", Kind::sparse, 16, 8, 16, kHalf, kHalf, kSingle, kSingle, f16_sp32},
    {"mma.sp.m16n8k16.f16.f16", Kind::sparse, 16, 8, 8, kHalf, kHalf, kHalf, kHalf, f16h_sp16},
    {"mma.sp.m16n8k32.f16.f16", Kind::sparse, 16, 8, 16, kHalf, kHalf, kHalf, kHalf, f16h_sp32},
    {"mma.sp.m16n8k16.f32.bf16", Kind::sparse, 16, 8, 8, kBfloat, kBfloat, kSingle, kSingle,
     bf16_sp16},
    {"mma.sp.m16n8k32.f32.bf16", Kind::sparse, 16, 8, 16, kBfloat, kBfloat, kSingle, kSingle,
     bf16_sp32},
    {"mma.sp.m16n8k8.f32.tf32", Kind::sparse, 16, 8, 4, kTf32, kTf32, kSingle, kSingle, tf32_sp8},
    {"mma.sp.m16n8k16.f32.tf32", Kind::sparse, 16, 8, 8, kTf32, kTf32, kSingle, kSingle, tf32_sp16},
    {"mma.sp.m16n8k64.f32.e4m3", Kind::sparse, 16, 8, 32, kE4m3, kE4m3, kSingle, kSingle,
     e4m3_sp64},
    {"mma.sp.m16n8k64.f32.e5m2", Kind::sparse, 16, 8, 32, kE5m2, kE5m2, kSingle, kSingle,
     e5m2_sp64},
    {"wmma.m16n16k16.f32.f16.f32", Kind::wmma, 16, 16, 16, kHalf, kHalf, kSingle, kSingle,
     wmma<__half, __half, 16, 16, 16, float, float>},
    {"wmma.m16n16k16.f16.f16.f16", Kind::wmma, 16, 16, 16, kHalf, kHalf, kHalf, kHalf,
     wmma<__half, __half, 16, 16, 16, __half, __half>},
    {"wmma.m16n16k16.f32.f16.f16", Kind::wmma, 16, 16, 16, kHalf, kHalf, kHalf, kSingle,
     wmma<__half, __half, 16, 16, 16, __half, float>},
    {"wmma.m16n16k16.f16.f16.f32", Kind::wmma, 16, 16, 16, kHalf, kHalf, kSingle, kHalf,
     wmma<__half, __half, 16, 16, 16, float, __half>},
    {"wmma.m16n16k16.f32.bf16", Kind::wmma, 16, 16, 16, kBfloat, kBfloat, kSingle, kSingle,
     wmma<__nv_bfloat16, __nv_bfloat16, 16, 16, 16, float, float>},
    {"wmma.m16n16k8.f32.tf32", Kind::wmma, 16, 16, 8, kTf32, kTf32, kSingle, kSingle,
     wmma<nvcuda::wmma::precision::tf32, float, 16, 16, 8, float, float>},
    {"wgmma.m64n8k16.f32.f16", Kind::wgmma, 64, 8, 16, kHalf, kHalf, kSingle, kSingle, wg_f16},
    {"wgmma.m64n8k16.f16.f16", Kind::wgmma, 64, 8, 16, kHalf, kHalf, kHalf, kHalf, wg_f16h},
    {"wgmma.m64n8k16.f32.bf16", Kind::wgmma, 64, 8, 16, kBfloat, kBfloat, kSingle, kSingle,
     wg_bf16},
    {"wgmma.m64n8k8.f32.tf32", Kind::wgmma, 64, 8, 8, kTf32, kTf32, kSingle, kSingle, wg_tf32},
    {"wgmma.m64n8k32.f32.e4m3", Kind::wgmma, 64, 8, 32, kE4m3, kE4m3, kSingle, kSingle, wg_e4m3},
    {"wgmma.m64n8k32.f32.e5m2", Kind::wgmma, 64, 8, 32, kE5m2, kE5m2, kSingle, kSingle, wg_e5m2},
    {"wgmma.m64n8k32.f32.e4m3.e5m2", Kind::wgmma, 64, 8, 32, kE4m3, kE5m2, kSingle, kSingle,
     wg_mixed8},
    {"wgmma.m64n8k32.f16.e4m3", Kind::wgmma, 64, 8, 32, kE4m3, kE4m3, kHalf, kHalf, wg_e4m3h},
    {"wgmma.m64n8k32.f16.e5m2", Kind::wgmma, 64, 8, 32, kE5m2, kE5m2, kHalf, kHalf, wg_e5m2h},
    {"wgmma.m64n64k16.f32.f16", Kind::wgmma, 64, 64, 16, kHalf, kHalf, kSingle, kSingle, wide_f16},
    {"wgmma.m64n64k16.f32.bf16", Kind::wgmma, 64, 64, 16, kBfloat, kBfloat, kSingle, kSingle,
     wide_bf16},
    {"wgmma.m64n64k8.f32.tf32", Kind::wgmma, 64, 64, 8, kTf32, kTf32, kSingle, kSingle, wide_tf32},
    {"wgmma.m64n64k32.f32.e4m3", Kind::wgmma, 64, 64, 32, kE4m3, kE4m3, kSingle, kSingle,
     wide_e4m3},
    {"wgmma.m64n64k32.f32.e5m2", Kind::wgmma, 64, 64, 32, kE5m2, kE5m2, kSingle, kSingle,
     wide_e5m2},
    {"wgmma.sp.m64n8k32.f32.f16", Kind::wgmma_sparse, 64, 8, 16, kHalf, kHalf, kSingle, kSingle,
     wg_f16_sp},
    {"wgmma.sp.m64n8k32.f16.f16", Kind::wgmma_sparse, 64, 8, 16, kHalf, kHalf, kHalf, kHalf,
     wg_f16h_sp},
    {"wgmma.sp.m64n8k32.f32.bf16", Kind::wgmma_sparse, 64, 8, 16, kBfloat, kBfloat, kSingle,
     kSingle, wg_bf16_sp},
    {"wgmma.sp.m64n8k16.f32.tf32", Kind::wgmma_sparse, 64, 8, 8, kTf32, kTf32, kSingle, kSingle,
     wg_tf32_sp},
    {"wgmma.sp.m64n8k64.f32.e4m3", Kind::wgmma_sparse, 64, 8, 32, kE4m3, kE4m3, kSingle, kSingle,
     wg_e4m3_sp},
    {"wgmma.sp.m64n8k64.f16.e5m2", Kind::wgmma_sparse, 64, 8, 32, kE5m2, kE5m2, kHalf, kHalf,
     wg_e5m2h_sp},
};

}  // namespace

int main(int argc, char** argv) {
  const double millions = argc > 1 ? std::atof(argv[1]) : 10;
  std::FILE* rows = argc > 2 ? std::fopen(argv[2], "w") : nullptr;
  for (const Form& form : kForms) {
    if (argc > 3 && std::strstr(form.name, argv[3]) == nullptr) continue;
    try_form(form, millions, rows);
    std::fflush(stdout);
  }
  if (rows != nullptr) std::fclose(rows);
}
