// C = A B on tensor cores, a warp a tile of 16 × 8: every lane loads its own elements.
//
// One mma.sync multiplies 16 × 16 of A by 16 × 8 of B and adds to 16 × 8 sums: 2,048 multiply-adds
// in one. The three matrices lie across the warp's registers, and which lane holds what is
// PTX's: a register is two elements that follow each other along k.
//
// What to look for: twelve loads of two bytes a lane for a single mma.sync. A request for A takes a
// quarter or less of each sector that it touches. It needs compute capability 8.0.

constexpr int kWarp = 32;
constexpr int kWarps = 4;   // a block, side by side along n: they read the same rows of A
constexpr int kRows = 16;   // of C, a warp: those of mma.sync
constexpr int kCols = 8;    // of C, a warp
constexpr int kSteps = 16;  // of k, an mma.sync

// sum += a b on a tensor core, by a whole warp: a is 16 × 16, b 16 × 8. kType: 0 f16, 1 bf16.
template <int kType>
__device__ void multiply_add(float (&sum)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  if constexpr (kType == 0) {
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  } else {
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
}

// Elements (row, col) and `down` rows or `right` columns further of `matrix` (rows × cols), zeros
// beyond its edges: as a register holds them, the first in its lower half.
__device__ unsigned pair(const unsigned short* matrix, int rows, int cols, int row, int col,
                         int down, int right) {
  const bool inside = row < rows && col < cols;
  const bool both = row + down < rows && col + right < cols;
  const unsigned first = inside ? matrix[row * cols + col] : 0;
  const unsigned second = both ? matrix[(row + down) * cols + col + right] : 0;
  return first | second << 16;
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

// a: m × k, b: k × n, c: m × n, all row-major.
template <int kType>
__global__ void tensor_gemm_one_tile(const unsigned short* __restrict__ a,
                                     const unsigned short* __restrict__ b, float* __restrict__ c,
                                     int m, int n, int k) {
  const int lane = threadIdx.x % kWarp;
  const int first_row = blockIdx.y * kRows;
  const int first_col = (blockIdx.x * kWarps + threadIdx.x / kWarp) * kCols;
  const int quad = lane / 4, member = lane % 4;

  float sum[4] = {};
  for (int step = 0; step < k; step += kSteps) {
    unsigned own_a[4], own_b[2];
    for (int r = 0; r < 4; ++r) {
      const int row = first_row + quad + r % 2 * 8;
      own_a[r] = pair(a, m, k, row, step + member * 2 + r / 2 * 8, 0, 1);
    }
    for (int r = 0; r < 2; ++r) {
      own_b[r] = pair(b, k, n, step + member * 2 + r * 8, first_col + quad, 1, 0);
    }
    multiply_add<kType>(sum, own_a, own_b);
  }
  store(c, sum, m, n, first_row, first_col);
}

template __global__ void tensor_gemm_one_tile<0>(const unsigned short*, const unsigned short*,
                                                 float*, int, int, int);
template __global__ void tensor_gemm_one_tile<1>(const unsigned short*, const unsigned short*,
                                                 float*, int, int, int);

// Launch: dim3 grid((n + kWarps * kCols - 1) / (kWarps * kCols), (m + kRows - 1) / kRows);
//         tensor_gemm_one_tile<0><<<grid, kWarps * kWarp>>>(a, b, c, m, n, k);
