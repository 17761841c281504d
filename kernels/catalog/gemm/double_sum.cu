// gemm_chessboard with a float64 accumulator, rounded to float once at the end.
//
// Two floats' product is exact in float64, and k additions of them lose nothing that a float could
// show. Both halves count: a product rounded to float before it is added, or a sum rounded to float
// at each step, would be no better than float throughout.
//
// What to look for: the same accesses as gemm_chessboard, and an error of one rounding at any k.
// The price is arithmetic: most GPUs have 1/32 or 1/64 of their float32 rate in float64.

constexpr int kTile = 16;  // side of the square tiles

// a: m × k, b: k × n, c: m × n, all row-major.
__global__ void gemm_double_sum(const float* __restrict__ a, const float* __restrict__ b,
                                float* __restrict__ c, int m, int n, int k) {
  __shared__ float tile_a[kTile][kTile];
  __shared__ float tile_b[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;

  double sum = 0;
  for (int step = 0; step < k; step += kTile) {
    tile_a[ty][tx] = row < m && step + tx < k ? a[row * k + step + tx] : 0;
    tile_b[ty][tx] = step + ty < k && col < n ? b[(step + ty) * n + col] : 0;
    __syncthreads();
    for (int i = 0; i < kTile; ++i) {
      sum += static_cast<double>(tile_a[ty][i]) * static_cast<double>(tile_b[i][tx]);
    }
    __syncthreads();
  }
  if (row < m && col < n) c[row * n + col] = static_cast<float>(sum);
}

// Launch: dim3 block(kTile, kTile);
//         dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
//         gemm_double_sum<<<grid, block>>>(a, b, c, m, n, k);
