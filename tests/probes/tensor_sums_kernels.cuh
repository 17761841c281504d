// The kernels of tensor_sums.cu: a tile of a form a warp, or a warpgroup.
#pragma once

#include <mma.h>

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
