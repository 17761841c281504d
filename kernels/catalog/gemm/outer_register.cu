// C = A · B by outer products, 8 × 8 elements a thread in registers, without shared memory.
//
// At step i a thread takes 8 values of A's column i and 8 of B's row i, and adds their outer
// product to its 64 sums. Its elements lie 16 apart (interleaved), so that the threads of a row of
// the block stand in neighbouring columns of C.
//
// What to look for: 16 global loads for 64 multiply-adds, 0.25 each, where gemm_row_loop has 2. A
// warp is two rows of 16 threads: a load of A is two words that all share, in two sectors; one of B
// is 16 neighbouring floats in two sectors; a store to C covers two rows' 16 floats in four
// sectors.

constexpr int kThreads = 16;            // along x and along y
constexpr int kOwn = 8;                 // elements of C along each side that a thread owns
constexpr int kTile = kThreads * kOwn;  // of C, a block

// a: m × k, b: k × n, c: m × n, all row-major.
__global__ void gemm_outer_register(const float* __restrict__ a, const float* __restrict__ b,
                                    float* __restrict__ c, int m, int n, int k) {
  const int first_row = blockIdx.y * kTile + threadIdx.y;
  const int first_col = blockIdx.x * kTile + threadIdx.x;

  float sum[kOwn][kOwn] = {};
  for (int i = 0; i < k; ++i) {
    float own_a[kOwn], own_b[kOwn];
    for (int y = 0; y < kOwn; ++y) {
      const int row = first_row + y * kThreads;
      own_a[y] = row < m ? a[row * k + i] : 0;
    }
    for (int x = 0; x < kOwn; ++x) {
      const int col = first_col + x * kThreads;
      own_b[x] = col < n ? b[i * n + col] : 0;
    }
    for (int y = 0; y < kOwn; ++y) {
      for (int x = 0; x < kOwn; ++x) sum[y][x] += own_a[y] * own_b[x];
    }
  }

  for (int y = 0; y < kOwn; ++y) {
    for (int x = 0; x < kOwn; ++x) {
      const int row = first_row + y * kThreads;
      const int col = first_col + x * kThreads;
      if (row < m && col < n) c[row * n + col] = sum[y][x];
    }
  }
}

// Launch: dim3 block(kThreads, kThreads);
//         dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
//         gemm_outer_register<<<grid, block>>>(a, b, c, m, n, k);
