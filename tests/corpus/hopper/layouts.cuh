// The algebra of layouts, and copies and products by it.
#pragma once

#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda_fp16.h>
#include <mma.h>
#include <cuda/atomic>
#include <cuda/barrier>

#include <cstdint>

namespace cg = cooperative_groups;

// --- layouts: modes of a size and a stride; an index counts the first mode fastest

template <int kSize, int kStride>
struct Mode {
  static constexpr int size = kSize, stride = kStride;
};
template <class... Modes>
struct Layout {
  static constexpr int size = (Modes::size * ... * 1);
  static constexpr int cosize = (((Modes::size - 1) * Modes::stride) + ... + 1);
  __host__ __device__ static constexpr int of(int index) {
    int at = 0;
    ((at += index % Modes::size * Modes::stride, index /= Modes::size), ...);
    return at;
  }
  template <class... Coordinates>
  __host__ __device__ static constexpr int at(Coordinates... coordinates) {
    return ((coordinates * Modes::stride) + ... + 0);
  }
};
// Sw<B, M, S>: bits M + S and up, B of them, change bits M and up.
template <int B, int M, int S>
struct Swizzle {
  __host__ __device__ static constexpr int of(int x) { return x ^ (x >> S & ((1 << B) - 1) << M); }
};
template <class Outer, class Inner>
struct Composed {
  static constexpr int size = Inner::size;
  __host__ __device__ static constexpr int of(int index) { return Outer::of(Inner::of(index)); }
  template <class... Coordinates>
  __host__ __device__ static constexpr int at(Coordinates... coordinates) {
    return Outer::of(Inner::at(coordinates...));
  }
};

// Who has which of the 64 × N sums of a warpgroup: thread and value to column-major index.
template <int N>
using Accumulators =
    Layout<Mode<4, 128>, Mode<8, 1>, Mode<4, 16>, Mode<2, 64>, Mode<2, 8>, Mode<N / 8, 512>>;
static_assert(Accumulators<32>::size == 64 * 32 && Accumulators<32>::cosize == 64 * 32);
static_assert(Accumulators<32>::of(1) == 128 && Accumulators<32>::of(128 * 2) == 8);

// Bytes of tiles: (row, 16-byte vector) of rows of 128 and of 64.
template <int kRows>
using Sw128 = Composed<Swizzle<3, 4, 3>, Layout<Mode<kRows, 128>, Mode<8, 16>>>;
template <int kRows>
using Sw64 = Composed<Swizzle<2, 4, 3>, Layout<Mode<kRows, 64>, Mode<4, 16>>>;
static_assert(Sw128<64>::at(1, 0) == 128 + 16 && Sw64<64>::at(2, 0) == 128 + 16);

__device__ uint32_t cast_smem_ptr_to_uint(const void* pointer) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(pointer));
}

// Threads' vectors from rows in global memory to where the layout puts them.
template <class SmemLayout, int kVectors>
__device__ void copy_tile(char* smem, const void* gmem, int row_bytes) {
  for (int i = threadIdx.x; i < SmemLayout::size; i += blockDim.x) {
    const int row = i / kVectors, vector = i % kVectors;
    const char* from = static_cast<const char*>(gmem) + row * row_bytes + vector * 16;
    *reinterpret_cast<uint4*>(smem + SmemLayout::at(row, vector)) =
        *reinterpret_cast<const uint4*>(from);
  }
}

union GmmaDescriptor {
  uint64_t bits;
  struct {
    uint16_t start : 14, : 2;
    uint16_t leading : 14, : 2;
    uint16_t stride : 14, : 2;
    uint8_t : 1, base_offset : 3, : 4;
    uint8_t : 6, layout_type : 2;
  } of;
};
enum class LayoutType : uint8_t { interleave, b128, b64, b32 };
__device__ uint64_t make_gmma_desc(const char* tile, LayoutType type, int row_bytes) {
  GmmaDescriptor descriptor{0};
  descriptor.of.start = cast_smem_ptr_to_uint(tile) >> 4;
  descriptor.of.leading = 1;
  descriptor.of.stride = 8 * row_bytes >> 4;
  descriptor.of.layout_type = static_cast<uint8_t>(type);
  return descriptor.bits;
}
__device__ void warpgroup_arrive() { asm volatile("wgmma.fence.sync.aligned;\n" ::: "memory"); }
__device__ void warpgroup_commit_batch() {
  asm volatile("wgmma.commit_group.sync.aligned;\n" ::: "memory");
}
template <int N>
__device__ void warpgroup_wait() {
  asm volatile("wgmma.wait_group.sync.aligned %0;\n" ::"n"(N) : "memory");
}
template <class T, int N>
__device__ void warpgroup_fence_operand(T (&registers)[N]) {
  for (T& one : registers) {
    if constexpr (sizeof(T) == 4 && T(0.5) != T(0))
      asm volatile("" : "+f"(one)::"memory");
    else
      asm volatile("" : "+r"(one)::"memory");
  }
}

#define R16 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15}"
#define OF_16(c, d)                                                                         \
  c(d[0]), c(d[1]), c(d[2]), c(d[3]), c(d[4]), c(d[5]), c(d[6]), c(d[7]), c(d[8]), c(d[9]), \
      c(d[10]), c(d[11]), c(d[12]), c(d[13]), c(d[14]), c(d[15])

struct SM90_64x32x8_F32TF32TF32_SS_TN {
  using Sum = float;
  static constexpr int k_bytes = 32;
  __device__ static void fma(uint64_t a, uint64_t b, float (&d)[16]) {
    asm volatile("wgmma.mma_async.sync.aligned.m64n32k8.f32.tf32.tf32 " R16 ", %16, %17, 1, 1, 1;"
                 : OF_16("+f", d)
                 : "l"(a), "l"(b));
  }
};
struct SM90_64x32x32_S32S8S8_SS_TN {
  using Sum = int;
  static constexpr int k_bytes = 32;
  __device__ static void fma(uint64_t a, uint64_t b, int (&d)[16]) {
    asm volatile("wgmma.mma_async.sync.aligned.m64n32k32.s32.s8.s8 " R16 ", %16, %17, 1;"
                 : OF_16("+r", d)
                 : "l"(a), "l"(b));
  }
};

// cute::gemm of what is in shared memory.
template <class Atom, int kRowBytes>
__device__ void gemm(const char* a, const char* b, LayoutType type, typename Atom::Sum (&d)[16]) {
  warpgroup_fence_operand(d);
  warpgroup_arrive();
#pragma unroll
  for (int k = 0; k < kRowBytes; k += Atom::k_bytes)
    Atom::fma(make_gmma_desc(a, type, kRowBytes) + k / 16,
              make_gmma_desc(b, type, kRowBytes) + k / 16, d);
  warpgroup_commit_batch();
  warpgroup_wait<0>();
  warpgroup_fence_operand(d);
}
