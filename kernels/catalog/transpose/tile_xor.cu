// Transpose through a tile whose columns are exchanged by XOR with the row.
//
// The one change from transpose_tile is where an element lies: (r, c) is kept in column c ^ r. For a
// fixed r that is a permutation of the 32 columns, so no two elements meet; no row is longer.
//
// What to look for: a warp writes row r to all 32 banks and reads column c from all 32 banks, since
// c ^ r differs for each r: one wavefront each, as with padding, and 4,096 bytes in place of 4,224.
// At full size DRAM limits either (warplens limits), so that neither can be much the faster.

constexpr int kTile = 32;      // one warp-wide row of floats, 128 bytes
constexpr int kBlockRows = 8;  // as in transpose_tile

// in: rows × cols, out: cols × rows, both row-major.
__global__ void transpose_tile_xor(const float* __restrict__ in, float* __restrict__ out, int rows,
                                   int cols) {
  static_assert(kTile % kBlockRows == 0, "every thread moves the same number of elements");
  static_assert((kTile & (kTile - 1)) == 0, "XOR permutes a power of two");
  __shared__ float tile[kTile][kTile];

  const int col = blockIdx.x * kTile + threadIdx.x;
  const int row = blockIdx.y * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kBlockRows) {
    if (row + j < rows && col < cols) {
      tile[threadIdx.y + j][threadIdx.x ^ (threadIdx.y + j)] = in[(row + j) * cols + col];
    }
  }
  __syncthreads();

  // The block's tile of `out` stands at the mirrored place; x again runs along a row.
  const int out_col = blockIdx.y * kTile + threadIdx.x;
  const int out_row = blockIdx.x * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kBlockRows) {
    if (out_row + j < cols && out_col < rows) {
      out[(out_row + j) * rows + out_col] = tile[threadIdx.x][(threadIdx.y + j) ^ threadIdx.x];
    }
  }
}

// Launch: dim3 block(kTile, kBlockRows);
//         dim3 grid((cols + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
//         transpose_tile_xor<<<grid, block>>>(in, out, rows, cols);
