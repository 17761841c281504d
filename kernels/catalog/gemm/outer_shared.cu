// C = A · B by outer products out of shared memory: 64 × 64 of C a block, 8 × 8 of it a thread.
//
// A thread's 64 elements are one contiguous square, which reads well but is laid out badly: "shared
// memory and registers need no coalescing" is true of neither the banks nor C.
//
// What to look for: 0.25 shared loads a multiply-add, of which ptxas makes one for each four of B.
// But a warp is four rows of eight threads, so a read of A wants four rows that lie 256 words apart
// (4-way), and one of B half of the banks (2-way). Each lane's store to C is 32 bytes from the next
// lane's: 32 sectors a request. gemm_outer_register's interleaved elements have neither.

constexpr int kThreads = 8;             // along x and along y
constexpr int kOwn = 8;                 // elements of C along each side that a thread owns
constexpr int kTile = kThreads * kOwn;  // of C, a block
constexpr int kSteps = 32;              // of k that a pair of tiles holds
constexpr int kBlock = kThreads * kThreads;

// a: m × k, b: k × n, c: m × n, all row-major.
__global__ void gemm_outer_shared(const float* __restrict__ a, const float* __restrict__ b,
                                  float* __restrict__ c, int m, int n, int k) {
  __shared__ float tile_a[kTile][kSteps];
  __shared__ float tile_b[kSteps][kTile];
  const int first_row = blockIdx.y * kTile;
  const int first_col = blockIdx.x * kTile;
  const int own_row = threadIdx.y * kOwn;
  const int own_col = threadIdx.x * kOwn;
  const int thread = threadIdx.y * kThreads + threadIdx.x;

  float sum[kOwn][kOwn] = {};
  for (int step = 0; step < k; step += kSteps) {
    for (int e = thread; e < kTile * kSteps; e += kBlock) {
      const int row = e / kSteps, col = e % kSteps;
      tile_a[row][col] =
          first_row + row < m && step + col < k ? a[(first_row + row) * k + step + col] : 0;
    }
    for (int e = thread; e < kSteps * kTile; e += kBlock) {
      const int row = e / kTile, col = e % kTile;
      tile_b[row][col] =
          step + row < k && first_col + col < n ? b[(step + row) * n + first_col + col] : 0;
    }
    __syncthreads();

    for (int i = 0; i < kSteps; ++i) {
      float own_a[kOwn], own_b[kOwn];
      for (int y = 0; y < kOwn; ++y) own_a[y] = tile_a[own_row + y][i];
      for (int x = 0; x < kOwn; ++x) own_b[x] = tile_b[i][own_col + x];
      for (int y = 0; y < kOwn; ++y) {
        for (int x = 0; x < kOwn; ++x) sum[y][x] += own_a[y] * own_b[x];
      }
    }
    __syncthreads();
  }

  for (int y = 0; y < kOwn; ++y) {
    for (int x = 0; x < kOwn; ++x) {
      const int row = first_row + own_row + y;
      const int col = first_col + own_col + x;
      if (row < m && col < n) c[row * n + col] = sum[y][x];
    }
  }
}

// Launch: dim3 block(kThreads, kThreads);
//         dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
//         gemm_outer_shared<<<grid, block>>>(a, b, c, m, n, k);
