// copy_tiles with its blocks in another order: they walk down the matrix first. A yardstick.
//
// Blocks whose numbers follow each other stand below each other: what a few hundred of them have
// under way at one time are pieces of 256 bytes, one of each row. A transpose cannot do without
// that on one of its sides: blocks that are beside each other in one matrix are below each other in
// the other.
//
// What to look for: every access of a block is the same as in copy_tiles; only which block does it
// is not.

constexpr int kTile = 64;   // as in transpose_wide_tile
constexpr int kVector = 4;  // floats in a float4
constexpr int kThreadsX = kTile / kVector;
constexpr int kThreadsY = 32;
constexpr int kParts = kTile / kThreadsY;  // vectors that one thread moves

// Copies four elements of a row, as many as there are.
__device__ void copy_floats(const float* __restrict__ from, float* __restrict__ to, int there) {
  for (int k = 0; k < kVector; ++k) {
    if (k < there) to[k] = from[k];
  }
}

// in, out: rows × cols, row-major, 16-byte aligned. rows × cols fits an int.
__global__ void copy_tiles_down(const float* __restrict__ in, float* __restrict__ out, int rows,
                                int cols) {
  const int first_row = blockIdx.x * kTile + threadIdx.y;
  const int col = blockIdx.y * kTile + threadIdx.x * kVector;
  if (col >= cols) return;
  const int first = first_row * cols + col;

  // Rows start on 16 bytes only if their length is a multiple of four.
  if (cols % kVector == 0) {
    float4 loaded[kParts];
    for (int p = 0; p < kParts; ++p) {
      const int place = first + p * kThreadsY * cols;
      if (first_row + p * kThreadsY < rows) {
        loaded[p] = *reinterpret_cast<const float4*>(&in[place]);
      }
    }
    for (int p = 0; p < kParts; ++p) {
      const int place = first + p * kThreadsY * cols;
      if (first_row + p * kThreadsY < rows) *reinterpret_cast<float4*>(&out[place]) = loaded[p];
    }
    return;
  }
  for (int row = first_row; row < min(first_row + kTile, rows); row += kThreadsY) {
    copy_floats(&in[row * cols + col], &out[row * cols + col], cols - col);
  }
}

// Launch: dim3 block(kThreadsX, kThreadsY);
//         dim3 grid((rows + kTile - 1) / kTile, (cols + kTile - 1) / kTile);
//         copy_tiles_down<<<grid, block>>>(in, out, rows, cols);
