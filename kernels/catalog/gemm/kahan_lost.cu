// BROKEN: gemm_kahan without the line that computes the compensation, kept to be caught.
//
// `missing` stays zero, so this is a plain float sum in a compensated one's clothes: it compiles
// without a warning, and its results look right.
//
// What to look for: no finding, every access as in gemm_kahan, and a mismatch: an error that grows
// with k is beyond what a compensated sum is allowed.

constexpr int kTile = 16;  // side of the square tiles

// a: m × k, b: k × n, c: m × n, all row-major.
__global__ void gemm_kahan_lost(const float* __restrict__ a, const float* __restrict__ b,
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
      // missing = term - (t - sum); is missing here.
      sum = t;
    }
    __syncthreads();
  }
  if (row < m && col < n) c[row * n + col] = sum;
}

// Launch: dim3 block(kTile, kTile);
//         dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
//         gemm_kahan_lost<<<grid, block>>>(a, b, c, m, n, k);
