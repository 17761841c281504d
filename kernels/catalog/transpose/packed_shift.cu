// Transpose through a rotated tile, four elements a global access.
//
// Against transpose_packed_xor element (r, c) is kept in column (c + r) mod 32: row r is rotated by
// r. Adding a fixed r modulo 32 is a permutation of the 32 columns too.
//
// What to look for: the same costs as XOR, and no bank conflict on either side: a warp's word k
// lies in bank (4x + k + y) mod 32 both times. On unsigned numbers % 32 is one AND; on signed ones,
// which may be negative, it is five instructions.

constexpr int kTile = 32;   // one warp-wide row of floats, 128 bytes
constexpr int kVector = 4;  // floats in a float4

// in: rows × cols, out: cols × rows, both row-major and 16-byte aligned.
__global__ void transpose_packed_shift(const float* __restrict__ in, float* __restrict__ out,
                                       int rows, int cols) {
  static_assert(kTile % kVector == 0, "a row of the tile is whole vectors");
  __shared__ float tile[kTile][kTile];
  const unsigned x = threadIdx.x * kVector;
  const unsigned y = threadIdx.y;

  const int col = blockIdx.x * kTile + x;
  const int row = blockIdx.y * kTile + y;
  // Rows start on 16 bytes only if their length is a multiple of four; then no vector crosses the
  // edge either. Other lengths go element by element.
  if (cols % kVector == 0) {
    if (row < rows && col < cols) {
      const float4 v = *reinterpret_cast<const float4*>(&in[row * cols + col]);
      tile[y][(x + y) % kTile] = v.x;
      tile[y][(x + 1 + y) % kTile] = v.y;
      tile[y][(x + 2 + y) % kTile] = v.z;
      tile[y][(x + 3 + y) % kTile] = v.w;
    }
  } else {
    for (int k = 0; k < kVector; ++k) {
      if (row < rows && col + k < cols) {
        tile[y][(x + k + y) % kTile] = in[row * cols + col + k];
      }
    }
  }
  __syncthreads();

  const int out_col = blockIdx.y * kTile + x;
  const int out_row = blockIdx.x * kTile + y;
  if (rows % kVector == 0) {
    if (out_row < cols && out_col < rows) {
      const float4 v = {tile[x][(y + x) % kTile], tile[x + 1][(y + x + 1) % kTile],
                        tile[x + 2][(y + x + 2) % kTile], tile[x + 3][(y + x + 3) % kTile]};
      *reinterpret_cast<float4*>(&out[out_row * rows + out_col]) = v;
    }
  } else {
    for (int k = 0; k < kVector; ++k) {
      if (out_row < cols && out_col + k < rows) {
        out[out_row * rows + out_col + k] = tile[x + k][(y + x + k) % kTile];
      }
    }
  }
}

// Launch: dim3 block(kTile / kVector, kTile);
//         dim3 grid((cols + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
//         transpose_packed_shift<<<grid, block>>>(in, out, rows, cols);
