// Transpose through a padded tile, four elements a global access.
//
// Against transpose_tile_padded each thread moves a float4 on the global side: a quarter of the
// load and store instructions. Shared memory is still read and written one float at a time, because
// the four elements of an output vector come from four rows of the tile.
//
// What to look for: 16-byte accesses of 16 sectors a request on both global sides, and no bank
// conflict: a warp is 8 threads × 4 rows, and with pitch 33 its word k lies in bank 4x + y + k.

constexpr int kTile = 32;   // one warp-wide row of floats, 128 bytes
constexpr int kPitch = 33;  // odd, so a column meets every bank
constexpr int kVector = 4;  // floats in a float4

// in: rows × cols, out: cols × rows, both row-major and 16-byte aligned.
__global__ void transpose_packed_padded(const float* __restrict__ in, float* __restrict__ out,
                                        int rows, int cols) {
  static_assert(kTile % kVector == 0, "a row of the tile is whole vectors");
  __shared__ float tile[kTile][kPitch];
  const int x = threadIdx.x * kVector;
  const int y = threadIdx.y;

  const int col = blockIdx.x * kTile + x;
  const int row = blockIdx.y * kTile + y;
  // Rows start on 16 bytes only if their length is a multiple of four; then no vector crosses the
  // edge either. Other lengths go element by element.
  if (cols % kVector == 0) {
    if (row < rows && col < cols) {
      const float4 v = *reinterpret_cast<const float4*>(&in[row * cols + col]);
      tile[y][x] = v.x;
      tile[y][x + 1] = v.y;
      tile[y][x + 2] = v.z;
      tile[y][x + 3] = v.w;
    }
  } else {
    for (int k = 0; k < kVector; ++k) {
      if (row < rows && col + k < cols) tile[y][x + k] = in[row * cols + col + k];
    }
  }
  __syncthreads();

  const int out_col = blockIdx.y * kTile + x;
  const int out_row = blockIdx.x * kTile + y;
  if (rows % kVector == 0) {
    if (out_row < cols && out_col < rows) {
      const float4 v = {tile[x][y], tile[x + 1][y], tile[x + 2][y], tile[x + 3][y]};
      *reinterpret_cast<float4*>(&out[out_row * rows + out_col]) = v;
    }
  } else {
    for (int k = 0; k < kVector; ++k) {
      if (out_row < cols && out_col + k < rows) {
        out[out_row * rows + out_col + k] = tile[x + k][y];
      }
    }
  }
}

// Launch: dim3 block(kTile / kVector, kTile);
//         dim3 grid((cols + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
//         transpose_packed_padded<<<grid, block>>>(in, out, rows, cols);
