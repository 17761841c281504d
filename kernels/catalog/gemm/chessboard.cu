// C = A · B in square tiles: a block computes a tile of C, a thread an element of it.
//
// At each step the block brings a tile of A and a tile of B into shared memory, zeros beyond the
// matrices' edges, and every thread walks along a row of one and a column of the other.
//
// What to look for: global loads a multiply-add fall from 2 to 2 / tile. Shared ones take their
// place: a word of B for each, and of A 16 bytes for four, which ptxas makes one load. Neither
// conflicts: lanes that share a row of the tile read the same of A, and B's words are neighbours.

// a: m × k, b: k × n, c: m × n, all row-major.
template <int kTile>
__global__ void gemm_chessboard(const float* __restrict__ a, const float* __restrict__ b,
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
    for (int i = 0; i < kTile; ++i) sum += tile_a[ty][i] * tile_b[i][tx];
    __syncthreads();
  }
  if (row < m && col < n) c[row * n + col] = sum;
}

template __global__ void gemm_chessboard<16>(const float*, const float*, float*, int, int, int);
template __global__ void gemm_chessboard<32>(const float*, const float*, float*, int, int, int);

// Launch: dim3 block(kTile, kTile);
//         dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
//         gemm_chessboard<kTile><<<grid, block>>>(a, b, c, m, n, k);
