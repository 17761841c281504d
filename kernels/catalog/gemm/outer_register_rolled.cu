// gemm_outer_register with loops that stay loops: #pragma unroll 1.
//
// A thread's registers have no addresses. nvcc keeps an array in them only where every index is
// known when it compiles, as it is after the loops around it are unrolled, which nvcc does without
// being asked. Here an index is known only when the thread runs, so the three arrays lie in local
// memory: DRAM that is the thread's own, behind the caches.
//
// What to look for: loads and stores of local memory for every multiply-add, and few registers.

constexpr int kThreads = 16;            // along x and along y
constexpr int kOwn = 8;                 // elements of C along each side that a thread owns
constexpr int kTile = kThreads * kOwn;  // of C, a block

// a: m × k, b: k × n, c: m × n, all row-major.
__global__ void gemm_outer_register_rolled(const float* __restrict__ a, const float* __restrict__ b,
                                           float* __restrict__ c, int m, int n, int k) {
  const int first_row = blockIdx.y * kTile + threadIdx.y;
  const int first_col = blockIdx.x * kTile + threadIdx.x;

  float sum[kOwn][kOwn] = {};
  for (int i = 0; i < k; ++i) {
    float own_a[kOwn], own_b[kOwn];
#pragma unroll 1
    for (int y = 0; y < kOwn; ++y) {
      const int row = first_row + y * kThreads;
      own_a[y] = row < m ? a[row * k + i] : 0;
    }
#pragma unroll 1
    for (int x = 0; x < kOwn; ++x) {
      const int col = first_col + x * kThreads;
      own_b[x] = col < n ? b[i * n + col] : 0;
    }
#pragma unroll 1
    for (int y = 0; y < kOwn; ++y) {
#pragma unroll 1
      for (int x = 0; x < kOwn; ++x) sum[y][x] += own_a[y] * own_b[x];
    }
  }

#pragma unroll 1
  for (int y = 0; y < kOwn; ++y) {
#pragma unroll 1
    for (int x = 0; x < kOwn; ++x) {
      const int row = first_row + y * kThreads;
      const int col = first_col + x * kThreads;
      if (row < m && col < n) c[row * n + col] = sum[y][x];
    }
  }
}

// Launch: dim3 block(kThreads, kThreads);
//         dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
//         gemm_outer_register_rolled<<<grid, block>>>(a, b, c, m, n, k);
