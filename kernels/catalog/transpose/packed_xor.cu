// Transpose through a swizzled tile, four elements a global access.
//
// Against transpose_packed_padded the tile has no padding: element (r, c) is kept in column c ^ r.
// XOR with a fixed r is a permutation of the 32 columns, so every row stays within its own 128
// bytes and no two elements meet.
//
// What to look for: the same 16-byte global accesses, 4,096 bytes of shared memory instead of
// 4,224, and no bank conflict on either side: a warp's word k lies in bank (4x + k) ^ y both times.

constexpr int kTile = 32;   // a power of two: XOR must stay inside the row
constexpr int kVector = 4;  // floats in a float4

// in: rows × cols, out: cols × rows, both row-major and 16-byte aligned.
__global__ void transpose_packed_xor(const float* __restrict__ in, float* __restrict__ out,
                                     int rows, int cols) {
  static_assert((kTile & (kTile - 1)) == 0, "XOR permutes the columns of a power of two");
  __shared__ float tile[kTile][kTile];
  const int x = threadIdx.x * kVector;
  const int y = threadIdx.y;

  const int col = blockIdx.x * kTile + x;
  const int row = blockIdx.y * kTile + y;
  // Rows start on 16 bytes only if their length is a multiple of four; then no vector crosses the
  // edge either. Other lengths go element by element.
  if (cols % kVector == 0) {
    if (row < rows && col < cols) {
      const float4 v = *reinterpret_cast<const float4*>(&in[row * cols + col]);
      tile[y][x ^ y] = v.x;
      tile[y][(x + 1) ^ y] = v.y;
      tile[y][(x + 2) ^ y] = v.z;
      tile[y][(x + 3) ^ y] = v.w;
    }
  } else {
    for (int k = 0; k < kVector; ++k) {
      if (row < rows && col + k < cols) tile[y][(x + k) ^ y] = in[row * cols + col + k];
    }
  }
  __syncthreads();

  const int out_col = blockIdx.y * kTile + x;
  const int out_row = blockIdx.x * kTile + y;
  if (rows % kVector == 0) {
    if (out_row < cols && out_col < rows) {
      const float4 v = {tile[x][y ^ x], tile[x + 1][y ^ (x + 1)], tile[x + 2][y ^ (x + 2)],
                        tile[x + 3][y ^ (x + 3)]};
      *reinterpret_cast<float4*>(&out[out_row * rows + out_col]) = v;
    }
  } else {
    for (int k = 0; k < kVector; ++k) {
      if (out_row < cols && out_col + k < rows) {
        out[out_row * rows + out_col + k] = tile[x + k][y ^ (x + k)];
      }
    }
  }
}

// Launch: dim3 block(kTile / kVector, kTile);
//         dim3 grid((cols + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
//         transpose_packed_xor<<<grid, block>>>(in, out, rows, cols);
