// The largest value of each square of a matrix (max pooling): squares of side × side, edge to edge.
//
// Squares that reach past the last row or column end there, so `out` has as many rows and columns
// as squares begin. Each element belongs to one square: nothing is reused.
//
// What to look for: lanes stand `side` columns apart, so a load touches min(4 × side, 32) sectors
// where the row begins on a sector. The loads of the square's other columns touch them again.

// in: rows × cols, out: ceil(rows / side) × ceil(cols / side), both row-major.
__global__ void window_maxpool(const float* __restrict__ in, float* __restrict__ out, int rows,
                               int cols, int side) {
  const int out_cols = (cols + side - 1) / side;
  const int out_col = blockIdx.x * blockDim.x + threadIdx.x;
  const int out_row = blockIdx.y * blockDim.y + threadIdx.y;
  const int first_col = out_col * side;
  const int first_row = out_row * side;
  if (first_row >= rows || first_col >= cols) return;

  float largest = in[first_row * cols + first_col];
  for (int row = first_row; row < min(first_row + side, rows); ++row) {
    for (int col = first_col; col < min(first_col + side, cols); ++col) {
      largest = fmaxf(largest, in[row * cols + col]);
    }
  }
  out[out_row * out_cols + out_col] = largest;
}

// Launch: dim3 block(32, 8);  // x is a warp
//         dim3 grid((out_cols + 31) / 32, (out_rows + 7) / 8);
//         window_maxpool<<<grid, block>>>(in, out, rows, cols, side);
