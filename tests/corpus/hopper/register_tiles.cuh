// The tiles, what is done to them, and who loads them.
#pragma once

#include <cuda.h>
#include <cuda_bf16.h>

#include <type_traits>

using bf16 = __nv_bfloat16;
using bf16_2 = __nv_bfloat162;

namespace tiles {

__device__ inline int laneid() { return threadIdx.x % 32; }
__device__ inline int warpid() { return threadIdx.x / 32; }

struct row_layout {};
struct col_layout {};

// Registers: a lane holds four pairs of a 16 × 16 subtile, rows lane / 4 and that + 8, columns
// lane % 4 * 2 and that + 8. In a column layout rows and columns change places.
template <class T>
struct packed;
template <>
struct packed<float> {
  using pair = float2;
};
template <>
struct packed<bf16> {
  using pair = bf16_2;
};

template <class T, int kRows, int kCols, class L = row_layout>
struct rt {
  using pair = typename packed<T>::pair;
  static constexpr int height = kRows / 16, width = kCols / 16;
  pair data[height][width][4];
};
template <int kRows>
struct column_vector {  // a row's number, in all four lanes that hold the row
  float data[kRows / 16][2];
};

// Shared: rows of kCols; 16-byte vectors of a 128-byte row are exchanged by the row's number.
template <class T, int kRows, int kCols>
struct alignas(1024) st {
  static constexpr int row_bytes = kCols * sizeof(T);
  static constexpr int swizzle_bytes = row_bytes % 128 == 0 ? 128 : row_bytes % 64 == 0 ? 64 : 32;
  T data[kRows * kCols];

  __device__ static uint32_t idx(uint32_t base, int r, int c) {
    const uint32_t at = base + (r * kCols + c) * sizeof(T);
    constexpr uint32_t repeat = swizzle_bytes * 8;
    return at ^ ((at % repeat) >> 7) << 4;
  }
  __device__ uint32_t base() const {
    return static_cast<uint32_t>(__cvta_generic_to_shared(&data[0]));
  }
};

// --- what is done to elements
namespace op {
struct add {
  __device__ static float of(float a, float b) { return a + b; }
};
struct sub {
  __device__ static float of(float a, float b) { return a - b; }
};
struct mul {
  __device__ static float of(float a, float b) { return a * b; }
};
struct divide {
  __device__ static float of(float a, float b) { return __fdiv_rn(a, b); }
};
struct max {
  __device__ static float of(float a, float b) { return fmaxf(a, b); }
};
struct exp2 {
  __device__ static float of(float a) {
    float b;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(b) : "f"(a));
    return b;
  }
};
// By a polynomial of the fraction, as hardware has too few units for ex2: no approximate
// instruction.
struct exp2_by_fma {
  __device__ static float of(float a) {
    a = fmaxf(a, -126.0f);
    const float whole = floorf(a), x = a - whole;
    float p = 1.8775767e-3f;
    p = fmaf(p, x, 8.9893397e-3f);
    p = fmaf(p, x, 5.5826318e-2f);
    p = fmaf(p, x, 2.4015361e-1f);
    p = fmaf(p, x, 6.9315308e-1f);
    p = fmaf(p, x, 1.0f);
    return __int_as_float(__float_as_int(p) + (static_cast<int>(whole) << 23));
  }
};
}  // namespace op

template <class Op, class RT>
__device__ void unary_map(RT& tile) {
#pragma unroll
  for (auto& row : tile.data)
    for (auto& sub : row)
      for (auto& pair : sub) pair = {Op::of(pair.x), Op::of(pair.y)};
}
template <class Op, class RT>
__device__ void scalar_map(RT& tile, float by) {
#pragma unroll
  for (auto& row : tile.data)
    for (auto& sub : row)
      for (auto& pair : sub) pair = {Op::of(pair.x, by), Op::of(pair.y, by)};
}
template <class Op, class RT, int R>
__device__ void row_map(RT& tile, const column_vector<R>& by) {
#pragma unroll
  for (int i = 0; i < RT::height; ++i)
    for (int j = 0; j < RT::width; ++j)
      for (int k = 0; k < 4; ++k) {
        auto& pair = tile.data[i][j][k];
        pair = {Op::of(pair.x, by.data[i][k % 2]), Op::of(pair.y, by.data[i][k % 2])};
      }
}
template <class Op, class RT, int R>
__device__ void row_reduce(column_vector<R>& to, const RT& tile, const column_vector<R>* first) {
#pragma unroll
  for (int i = 0; i < RT::height; ++i)
    for (int h = 0; h < 2; ++h) {
      float all = Op::of(tile.data[i][0][h].x, tile.data[i][0][h].y);
      all = Op::of(all, Op::of(tile.data[i][0][h + 2].x, tile.data[i][0][h + 2].y));
      for (int j = 1; j < RT::width; ++j)
        for (int k = h; k < 4; k += 2)
          all = Op::of(all, Op::of(tile.data[i][j][k].x, tile.data[i][j][k].y));
      all = Op::of(all, __shfl_xor_sync(~0u, all, 2));
      all = Op::of(all, __shfl_xor_sync(~0u, all, 1));
      to.data[i][h] = first != nullptr ? Op::of(first->data[i][h], all) : all;
    }
}

template <class RT>
__device__ void zero(RT& tile) {
#pragma unroll
  for (auto& row : tile.data)
    for (auto& sub : row)
      for (auto& pair : sub) pair = {0.0f, 0.0f};
}
template <int R, int C>
__device__ void copy(rt<bf16, R, C>& to, const rt<float, R, C>& from) {
#pragma unroll
  for (int i = 0; i < R / 16; ++i)
    for (int j = 0; j < C / 16; ++j)
      for (int k = 0; k < 4; ++k) to.data[i][j][k] = __float22bfloat162_rn(from.data[i][j][k]);
}
template <int R, int C>
__device__ void copy(rt<float, R, C>& to, const rt<bf16, R, C>& from) {
#pragma unroll
  for (int i = 0; i < R / 16; ++i)
    for (int j = 0; j < C / 16; ++j)
      for (int k = 0; k < 4; ++k) to.data[i][j][k] = __bfloat1622float2(from.data[i][j][k]);
}

__device__ inline uint32_t bits(const bf16_2& pair) {
  return *reinterpret_cast<const uint32_t*>(&pair);
}
__device__ inline bf16_2 pair_of(uint32_t bits) { return *reinterpret_cast<bf16_2*>(&bits); }

// --- between global memory, shared and registers
template <class T, int R, int C, int kThreads = 32>
__device__ void load(st<T, R, C>& to, const T* from, int pitch, int thread = laneid()) {
  constexpr int per_vector = 16 / sizeof(T), per_row = C / per_vector;
  for (int i = thread; i < R * per_row; i += kThreads) {
    const int r = i / per_row, c = i % per_row * per_vector;
    const uint4 vector = *reinterpret_cast<const uint4*>(from + r * pitch + c);
    asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};" ::"r"(to.idx(to.base(), r, c)),
                 "r"(vector.x), "r"(vector.y), "r"(vector.z), "r"(vector.w)
                 : "memory");
  }
}
template <int R, int C, class L, int SR, int SC>
__device__ void load(rt<bf16, R, C, L>& to, const st<bf16, SR, SC>& from, int row0 = 0,
                     int col0 = 0) {
#pragma unroll
  for (int i = 0; i < R / 16; ++i)
    for (int j = 0; j < C / 16; ++j) {
      const uint32_t at =
          from.idx(from.base(), row0 + i * 16 + laneid() % 16, col0 + j * 16 + laneid() / 16 * 8);
      uint32_t got[4];
      if constexpr (std::is_same_v<L, row_layout>) {
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared::cta.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(got[0]), "=r"(got[1]), "=r"(got[2]), "=r"(got[3])
                     : "r"(at));
      } else {
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared::cta.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(got[0]), "=r"(got[1]), "=r"(got[2]), "=r"(got[3])
                     : "r"(at));
      }
      for (int k = 0; k < 4; ++k) to.data[i][j][k] = pair_of(got[k]);
    }
}
template <int R, int C, int SR, int SC>
__device__ void store(st<bf16, SR, SC>& to, const rt<bf16, R, C>& from, int row0 = 0) {
#pragma unroll
  for (int i = 0; i < R / 16; ++i)
    for (int j = 0; j < C / 16; ++j)
      asm volatile(
          "stmatrix.sync.aligned.m8n8.x4.shared::cta.b16 [%0], {%1, %2, %3, %4};" ::"r"(
              to.idx(to.base(), row0 + i * 16 + laneid() % 16, j * 16 + laneid() / 16 * 8)),
          "r"(bits(from.data[i][j][0])), "r"(bits(from.data[i][j][1])),
          "r"(bits(from.data[i][j][2])), "r"(bits(from.data[i][j][3]))
          : "memory");
}
template <int R, int C, class T>
__device__ void store(T* to, const rt<T, R, C>& from, int pitch) {
#pragma unroll
  for (int i = 0; i < R / 16; ++i)
    for (int j = 0; j < C / 16; ++j)
      for (int k = 0; k < 4; ++k)
        *reinterpret_cast<typename packed<T>::pair*>(
            to + (i * 16 + laneid() / 4 + k % 2 * 8) * pitch + j * 16 + laneid() % 4 * 2 +
            k / 2 * 8) = from.data[i][j][k];
}
template <int R, int C, class T>
__device__ void load(rt<T, R, C>& to, const T* from, int pitch) {
#pragma unroll
  for (int i = 0; i < R / 16; ++i)
    for (int j = 0; j < C / 16; ++j)
      for (int k = 0; k < 4; ++k)
        to.data[i][j][k] = *reinterpret_cast<const typename packed<T>::pair*>(
            from + (i * 16 + laneid() / 4 + k % 2 * 8) * pitch + j * 16 + laneid() % 4 * 2 +
            k / 2 * 8);
}

// --- products
__device__ inline void mma(float2& d01, float2& d23, const bf16_2 (&a)[4], const bf16_2& b0,
                           const bf16_2& b1) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, {%0, %1, %2, %3};"
      : "+f"(d01.x), "+f"(d01.y), "+f"(d23.x), "+f"(d23.y)
      : "r"(bits(a[0])), "r"(bits(a[1])), "r"(bits(a[2])), "r"(bits(a[3])), "r"(bits(b0)),
        "r"(bits(b1)));
}
// d += a bᵀ, b's rows are the columns of d.
template <int M, int N, int K>
__device__ void mma_ABt(rt<float, M, N>& d, const rt<bf16, M, K>& a, const rt<bf16, N, K>& b) {
#pragma unroll
  for (int i = 0; i < M / 16; ++i)
    for (int j = 0; j < N / 16; ++j)
      for (int k = 0; k < K / 16; ++k) {
        const auto& rows = b.data[j][k];
        mma(d.data[i][j][0], d.data[i][j][1], a.data[i][k], rows[0], rows[2]);
        mma(d.data[i][j][2], d.data[i][j][3], a.data[i][k], rows[1], rows[3]);
      }
}
// d += a b, b in a column layout.
template <int M, int N, int K>
__device__ void mma_AB(rt<float, M, N>& d, const rt<bf16, M, K>& a,
                       const rt<bf16, K, N, col_layout>& b) {
#pragma unroll
  for (int i = 0; i < M / 16; ++i)
    for (int j = 0; j < N / 16; ++j)
      for (int k = 0; k < K / 16; ++k) {
        const auto& columns = b.data[k][j];
        mma(d.data[i][j][0], d.data[i][j][1], a.data[i][k], columns[0], columns[1]);
        mma(d.data[i][j][2], d.data[i][j][3], a.data[i][k], columns[2], columns[3]);
      }
}
// The other layout of the same tile, without shared memory.
template <int R, int C>
__device__ void swap_layout(rt<bf16, R, C, col_layout>& to, const rt<bf16, R, C>& from) {
#pragma unroll
  for (int i = 0; i < R / 16; ++i)
    for (int j = 0; j < C / 16; ++j)
      for (int k = 0; k < 4; ++k) {
        uint32_t turned;
        asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;"
                     : "=r"(turned)
                     : "r"(bits(from.data[i][j][k])));
        to.data[i][j][k] = pair_of(turned);
      }
}
// The transposed tile: a column layout's registers are those of its transpose in a row layout.
template <int R, int C>
__device__ void transpose(rt<bf16, C, R>& to, const rt<bf16, R, C>& from) {
  rt<bf16, R, C, col_layout> turned;
  swap_layout(turned, from);
#pragma unroll
  for (int i = 0; i < R / 16; ++i)
    for (int j = 0; j < C / 16; ++j) {
      const auto& sub = turned.data[i][j];
      to.data[j][i][0] = sub[0], to.data[j][i][1] = sub[2];
      to.data[j][i][2] = sub[1], to.data[j][i][3] = sub[3];
    }
}

// --- semaphores and TMA
struct semaphore {
  uint64_t value;
  __device__ uint32_t address() const {
    return static_cast<uint32_t>(__cvta_generic_to_shared(&value));
  }
};
__device__ inline void init_semaphore(semaphore& bar, int arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;\nfence.proxy.async.shared::cta;" ::"r"(
                   bar.address()),
               "r"(arrivals)
               : "memory");
}
__device__ inline void wait(semaphore& bar, int phase) {
  asm volatile(
      "{\n.reg .pred P1;\nLAB_WAIT:\nmbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n"
      "@P1 bra.uni DONE;\nbra.uni LAB_WAIT;\nDONE:\n}" ::"r"(bar.address()),
      "r"(phase)
      : "memory");
}
__device__ inline void arrive(semaphore& bar) {
  asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 _, [%0], 1;" ::"r"(bar.address())
               : "memory");
}
namespace tma {
template <class ST>
__device__ void load_async(ST& to, const CUtensorMap& map, int x, int y, semaphore& bar) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar.address()),
               "n"(sizeof(ST))
               : "memory");
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, "
      "{%3, %4, %5}], [%2];" ::"r"(to.base()),
      "l"(&map), "r"(bar.address()), "r"(x), "r"(y), "n"(0)
      : "memory");
}
template <class ST>
__device__ void store_async(const CUtensorMap& map, const ST& from, int x, int y) {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  asm volatile(
      "cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group [%0, {%2, %3, %4}], [%1];" ::"l"(
          &map),
      "r"(from.base()), "r"(x), "r"(y), "n"(0)
      : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
__device__ inline void store_async_wait() {
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}
}  // namespace tma

// Producers fill stages and consumers empty them, as Task says.
template <class Task, int kStages>
__device__ void pipeline(Task& task, typename Task::stage (&stages)[kStages],
                         semaphore (&arrived)[kStages], semaphore (&finished)[kStages],
                         int consumers) {
  if (threadIdx.x == 0) {
    for (int i = 0; i < kStages; ++i) {
      init_semaphore(arrived[i], Task::copies);
      init_semaphore(finished[i], consumers);
    }
  }
  __syncthreads();
  const bool is_producer = warpid() == consumers;
  for (int i = 0; i < task.steps; ++i) {
    const int s = i % kStages, phase = i / kStages % 2;
    if (!is_producer) {
      wait(arrived[s], phase);
      task.consume(stages[s], i);
      __syncwarp();
      if (laneid() == 0) arrive(finished[s]);
    } else if (laneid() == 0) {
      wait(finished[s], phase ^ 1);
      task.produce(stages[s], i, arrived[s]);
    }
  }
}

}  // namespace tiles
