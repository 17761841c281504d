// gemm_chessboard with a compensated sum (Kahan): float32 that keeps what each addition rounds off.
//
// After t = sum + term, the part of the term that arrived is t - sum. What is missing is added with
// the next term; it takes either sign, since a sum may also be rounded up. A compiler that
// simplified this algebra would find zero; nvcc follows it as written.
//
// What to look for: the same accesses as gemm_chessboard, four arithmetic instructions a step in
// place of one, and an error that grows with the square root of k, from rounding the terms, where
// the plain sum's grows with k.

constexpr int kTile = 16;  // side of the square tiles

// a: m × k, b: k × n, c: m × n, all row-major.
__global__ void gemm_kahan(const float* __restrict__ a, const float* __restrict__ b,
                           float* __restrict__ c, int m, int n, int k) {
  __shared__ float tile_a[kTile][kTile];
  __shared__ float tile_b[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;

  float sum = 0;
  float missing = 0;
  for (int step = 0; step < k; step += kTile) {
    tile_a[ty][tx] = row < m && step + tx < k ? a[row * k + step + tx] : 0;
    tile_b[ty][tx] = step + ty < k && col < n ? b[(step + ty) * n + col] : 0;
    __syncthreads();
    for (int i = 0; i < kTile; ++i) {
      const float term = tile_a[ty][i] * tile_b[i][tx] + missing;
      const float t = sum + term;
      missing = term - (t - sum);
      sum = t;
    }
    __syncthreads();
  }
  if (row < m && col < n) c[row * n + col] = sum;
}

// Launch: dim3 block(kTile, kTile);
//         dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
//         gemm_kahan<<<grid, block>>>(a, b, c, m, n, k);
