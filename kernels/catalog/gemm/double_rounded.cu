// gemm_double_sum with its sum rounded to float at each step: float64 arithmetic that gains
// nothing.
//
// The product is exact and so, nearly, is the addition, but what is kept of it is a float. A fused
// multiply-add of floats rounds once a step, too, and all but always to the same number: the same
// sum with more work.
//
// What to look for: accesses and error of gemm_chessboard, and its C but for rare last bits.

constexpr int kTile = 16;  // side of the square tiles

// a: m × k, b: k × n, c: m × n, all row-major.
__global__ void gemm_double_rounded(const float* __restrict__ a, const float* __restrict__ b,
                                    float* __restrict__ c, int m, int n, int k) {
  __shared__ float tile_a[kTile][kTile];
  __shared__ float tile_b[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;

  float sum = 0;
  for (int step = 0; step < k; step += kTile) {
    tile_a[ty][tx] = row < m && step + tx < k ? a[row * k + step + tx] : 0;
    tile_b[ty][tx] = step + ty < k && col < n ? b[(step + ty) * n + col] : 0;
    __syncthreads();
    for (int i = 0; i < kTile; ++i) {
      const double term = static_cast<double>(tile_a[ty][i]) * static_cast<double>(tile_b[i][tx]);
      sum = static_cast<float>(static_cast<double>(sum) + term);
    }
    __syncthreads();
  }
  if (row < m && col < n) c[row * n + col] = sum;
}

// Launch: dim3 block(kTile, kTile);
//         dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
//         gemm_double_rounded<<<grid, block>>>(a, b, c, m, n, k);
