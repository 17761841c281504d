// gemm_chessboard that adds up its tiles' sums in pairs: float32, and hardly more arithmetic.
//
// An addition is rounded by as much as the sum has reached. One sum that takes every term grows
// large early, and rounds k times. Here a tile's 16 terms make a sum of their own; two such sums
// make one of 32 terms, two of those one of 64, as in a tournament: a term goes through about
// 16 + log2(k / 16) additions in place of k.
//
// What to look for: the same accesses as gemm_chessboard, about one more addition in 16, and an
// error that hardly grows with k. The sums that wait for another one stand in registers: one a
// level.

constexpr int kTile = 16;    // side of the square tiles
constexpr int kLevels = 28;  // enough for any k that an int holds: 2^28 tiles of 16

// a: m × k, b: k × n, c: m × n, all row-major.
__global__ void gemm_pairwise(const float* __restrict__ a, const float* __restrict__ b,
                              float* __restrict__ c, int m, int n, int k) {
  __shared__ float tile_a[kTile][kTile];
  __shared__ float tile_b[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty;
  const int col = blockIdx.x * kTile + tx;

  // waiting[i]: a sum of 2^i tiles, where bit i of the number of tiles so far is set.
  float waiting[kLevels];
  for (int tile = 0; tile * kTile < k; ++tile) {
    const int step = tile * kTile;
    tile_a[ty][tx] = row < m && step + tx < k ? a[row * k + step + tx] : 0;
    tile_b[ty][tx] = step + ty < k && col < n ? b[(step + ty) * n + col] : 0;
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < kTile; ++i) sum += tile_a[ty][i] * tile_b[i][tx];
    bool is_looking = true;  // for a sum of as many tiles
#pragma unroll               // so that waiting[] is registers
    for (int i = 0; i < kLevels; ++i) {
      if (!is_looking) break;
      is_looking = tile >> i & 1;
      if (is_looking) {
        sum += waiting[i];
      } else {
        waiting[i] = sum;
      }
    }
    __syncthreads();
  }

  const int tiles = (k + kTile - 1) / kTile;
  float sum = 0;
#pragma unroll
  for (int i = 0; i < kLevels; ++i) {
    if (tiles >> i & 1) sum += waiting[i];
  }
  if (row < m && col < n) c[row * n + col] = sum;
}

// Launch: dim3 block(kTile, kTile);
//         dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
//         gemm_pairwise<<<grid, block>>>(a, b, c, m, n, k);
