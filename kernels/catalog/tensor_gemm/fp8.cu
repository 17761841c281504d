// tensor_gemm_one_tile with factors of 8 bits: what is loaded as f16 is made e4m3, four of which
// are a register.
//
// e4m3 keeps 4 significant bits, a product of two keeps 8. An mma.sync multiplies 32 steps of k,
// twice as many as with f16, and PTX leaves open how it sums them. Ada's tensor cores cut off what
// is 13 bits below the largest of 16 products and the sum so far (arXiv 2511.10909); Hopper's
// mma.sync makes f16 of the factors first, and sums as of f16.
//
// What to look for: the errors of its sums, by architecture. It needs compute capability 8.9.

constexpr int kWarp = 32;
constexpr int kWarps = 4;   // a block, side by side along n: they read the same rows of A
constexpr int kRows = 16;   // of C, a warp: those of mma.sync
constexpr int kCols = 8;    // of C, a warp
constexpr int kSteps = 32;  // of k, an mma.sync

// sum += a b on a tensor core, by a whole warp: a is 16 × 32, b 32 × 8, both e4m3.
__device__ void multiply_add(float (&sum)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  asm("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
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

// Four elements that follow each other down or to the right, as a register holds them.
__device__ unsigned four(const unsigned short* matrix, int rows, int cols, int row, int col,
                         int down, int right) {
  const unsigned first = eight_bits(pair(matrix, rows, cols, row, col, down, right));
  row += 2 * down;
  col += 2 * right;
  return first | eight_bits(pair(matrix, rows, cols, row, col, down, right)) << 16;
}

// A lane's two pairs of sums: rows lane / 4 and 8 below, columns 2 (lane % 4) and the next.
__device__ void store(float* c, const float (&sum)[4], int m, int n, int first_row, int first_col) {
  const int lane = threadIdx.x % kWarp;
  const int col = first_col + lane % 4 * 2;
  for (int half = 0; half < 2; ++half) {
    const int row = first_row + lane / 4 + half * 8;
    for (int e = 0; e < 2; ++e) {
      if (row < m && col + e < n) c[row * n + col + e] = sum[half * 2 + e];
    }
  }
}

// a: m × k, b: k × n, both f16; c: m × n; all row-major.
__global__ void tensor_gemm_fp8(const unsigned short* __restrict__ a,
                                const unsigned short* __restrict__ b, float* __restrict__ c, int m,
                                int n, int k) {
  const int lane = threadIdx.x % kWarp;
  const int first_row = blockIdx.y * kRows;
  const int first_col = (blockIdx.x * kWarps + threadIdx.x / kWarp) * kCols;
  const int quad = lane / 4, member = lane % 4;

  float sum[4] = {};
  for (int step = 0; step < k; step += kSteps) {
    unsigned own_a[4], own_b[2];
    for (int r = 0; r < 4; ++r) {
      const int row = first_row + quad + r % 2 * 8;
      own_a[r] = four(a, m, k, row, step + member * 4 + r / 2 * 16, 0, 1);
    }
    for (int r = 0; r < 2; ++r) {
      own_b[r] = four(b, k, n, step + member * 4 + r * 16, first_col + quad, 1, 0);
    }
    multiply_add(sum, own_a, own_b);
  }
  store(c, sum, m, n, first_row, first_col);
}

// Launch: dim3 grid((n + kWarps * kCols - 1) / (kWarps * kCols), (m + kRows - 1) / kRows);
//         tensor_gemm_fp8<<<grid, kWarps * kWarp>>>(a, b, c, m, n, k);
