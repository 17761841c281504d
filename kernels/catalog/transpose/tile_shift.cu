// Transpose through a tile whose rows are rotated by their number.
//
// The one change from transpose_tile is where an element lies: (r, c) is kept in column
// (c + r) mod 32. Against transpose_tile_xor an addition stands in place of the XOR.
//
// What to look for: the costs of XOR, one wavefront on either side, for any width that the modulo
// takes: adding is a permutation for every tile, XOR only where the width is a power of two. On
// unsigned numbers % 32 is one AND.

constexpr int kTile = 32;      // one warp-wide row of floats, 128 bytes
constexpr int kBlockRows = 8;  // as in transpose_tile

// in: rows × cols, out: cols × rows, both row-major.
__global__ void transpose_tile_shift(const float* __restrict__ in, float* __restrict__ out,
                                     int rows, int cols) {
  static_assert(kTile % kBlockRows == 0, "every thread moves the same number of elements");
  __shared__ float tile[kTile][kTile];

  const int col = blockIdx.x * kTile + threadIdx.x;
  const int row = blockIdx.y * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kBlockRows) {
    if (row + j < rows && col < cols) {
      tile[threadIdx.y + j][(threadIdx.x + threadIdx.y + j) % kTile] = in[(row + j) * cols + col];
    }
  }
  __syncthreads();

  // The block's tile of `out` stands at the mirrored place; x again runs along a row.
  const int out_col = blockIdx.y * kTile + threadIdx.x;
  const int out_row = blockIdx.x * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kBlockRows) {
    if (out_row + j < cols && out_col < rows) {
      out[(out_row + j) * rows + out_col] =
          tile[threadIdx.x][(threadIdx.y + j + threadIdx.x) % kTile];
    }
  }
}

// Launch: dim3 block(kTile, kBlockRows);
//         dim3 grid((cols + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
//         transpose_tile_shift<<<grid, block>>>(in, out, rows, cols);
