// tensor_gemm_fp8_wgmma whose tensor cores never sum more than 128 terms: then floats take over.
//
// What wgmma cuts off is a share of what the sum has reached. So the sum begins anew after 128
// terms, and what was reached is added to a float's sum in registers by an ordinary addition,
// rounded at its 24th bit (DeepGEMM does that, "promotion").
//
// What to look for: the errors of its sums, which no longer grow with k as wgmma's do. Compute
// capability 9.0 alone has wgmma.

constexpr int kThreads = 128;                    // a warpgroup
constexpr int kRows = 64;                        // of C, a block: those of wgmma
constexpr int kCols = 32;                        // of C, a block
constexpr int kSums = kRows * kCols / kThreads;  // of a thread
constexpr int kSteps = 32;                       // of k, a wgmma
constexpr int kPromoted = 128;                   // terms of a sum on tensor cores, as in DeepGEMM
constexpr int kPairs = kSteps / 2;               // of elements along k, two bytes each
constexpr int kCore = 8;       // rows of a core matrix, which wgmma reads as one: 16 bytes each
constexpr int kCorePairs = 8;  // a row of it

// sum += a b, by a warpgroup: a is 64 × 32 and b 32 × 32, e4m3, both in shared memory.
__device__ void multiply_add(float (&sum)[kSums], unsigned long long a, unsigned long long b) {
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n32k32.f32.e4m3.e4m3 {"
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15}, %16, %17, 1, 1, 1;"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3]), "+f"(sum[4]), "+f"(sum[5]),
        "+f"(sum[6]), "+f"(sum[7]), "+f"(sum[8]), "+f"(sum[9]), "+f"(sum[10]), "+f"(sum[11]),
        "+f"(sum[12]), "+f"(sum[13]), "+f"(sum[14]), "+f"(sum[15])
      : "l"(a), "l"(b));
}

// What wgmma is told of a tile without a swizzle (PTX ISA, "Matrix descriptor"): where it begins,
// and how far apart, in bytes, its core matrices are along k and along rows.
__device__ unsigned long long describe(const unsigned short* tile) {
  constexpr unsigned long long kAlong = kCore * kCorePairs * sizeof(short);
  constexpr unsigned long long kDown = 2 * kAlong;
  const unsigned address = __cvta_generic_to_shared(tile);
  return kDown / 16 << 32 | kAlong / 16 << 16 | (address & 0x3ffff) / 16;
}

// Where a tile has pair number `pair` of a row: core matrices along k stand one behind another.
__device__ int place_of(int row, int pair) {
  const int core = row / kCore * 2 + pair / kCorePairs;
  return (core * kCore + row % kCore) * kCorePairs + pair % kCorePairs;
}

// Elements (row, col) and `down` rows or `right` columns further of `matrix` (rows × cols), zeros
// beyond its edges: the first in the lower half.
__device__ unsigned pair(const unsigned short* matrix, int rows, int cols, int row, int col,
                         int down, int right) {
  const bool inside = row < rows && col < cols;
  const bool both = row + down < rows && col + right < cols;
  const unsigned first = inside ? matrix[row * cols + col] : 0;
  const unsigned second = both ? matrix[(row + down) * cols + col + right] : 0;
  return first | second << 16;
}

// Two f16 as two e4m3, to nearest even, the first in the lower byte; 448 is the largest.
__device__ unsigned short eight_bits(unsigned halves) {
  unsigned short both;
  asm("cvt.rn.satfinite.e4m3x2.f16x2 %0, %1;" : "=h"(both) : "r"(halves));
  return both;
}

// A lane's pairs of sums: rows lane / 4 of its warp's 16 and 8 below, columns 2 (lane % 4) and the
// next of every eight.
__device__ void store(float* c, const float (&sum)[kSums], int m, int n, int row, int col) {
#pragma unroll
  for (int i = 0; i < kSums; ++i) {
    const int to_row = row + i / 2 % 2 * 8, to_col = col + i / 4 * 8 + i % 2;
    if (to_row < m && to_col < n) c[to_row * n + to_col] = sum[i];
  }
}

// a: m × k, b: k × n, both f16; c: m × n; all row-major.
__global__ void __launch_bounds__(kThreads)
    tensor_gemm_fp8_promoted(const unsigned short* __restrict__ a,
                             const unsigned short* __restrict__ b, float* __restrict__ c, int m,
                             int n, int k) {
  __shared__ __align__(128) unsigned short rows[kRows * kPairs], columns[kCols * kPairs];
  const int thread = threadIdx.x;
  const int first_row = blockIdx.y * kRows, first_col = blockIdx.x * kCols;

  float total[kSums] = {}, sum[kSums] = {};
  for (int step = 0; step < k; step += kSteps) {
    for (int i = thread; i < kRows * kPairs; i += kThreads) {
      const int row = i / kPairs, at = i % kPairs;
      const unsigned halves = pair(a, m, k, first_row + row, step + at * 2, 0, 1);
      rows[place_of(row, at)] = eight_bits(halves);
    }
    for (int i = thread; i < kCols * kPairs; i += kThreads) {
      const int col = i % kCols, at = i / kCols;
      const unsigned halves = pair(b, k, n, step + at * 2, first_col + col, 1, 0);
      columns[place_of(col, at)] = eight_bits(halves);
    }
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    multiply_add(sum, describe(rows), describe(columns));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    __syncthreads();  // before the tiles of the next step take their place
    if ((step + kSteps) % kPromoted != 0 && step + kSteps < k) continue;
#pragma unroll
    for (int i = 0; i < kSums; ++i) {
      total[i] += sum[i];
      sum[i] = 0;
    }
  }

  const int row = first_row + thread / 32 * 16 + thread % 32 / 4;
  store(c, total, m, n, row, first_col + thread % 4 * 2);
}

// Launch: dim3 grid((n + kCols - 1) / kCols, (m + kRows - 1) / kRows);
//         tensor_gemm_fp8_promoted<<<grid, kThreads>>>(a, b, c, m, n, k);
