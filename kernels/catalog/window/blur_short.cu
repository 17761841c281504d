// window_blur_tile with a halo that is one column short: a broken twin, kept to be caught.
//
// The loop that loads the tile ends one column early. The last column of the halo is never stored,
// and each block's last pixels read it all the same.
//
// What to look for: reads of shared memory that nobody stored. Whatever another block has left
// there counts as a pixel: on a GPU it may look right.

constexpr int kBlockCols = 32;  // a warp
constexpr int kBlockRows = 8;

// in, out: rows × cols, row-major. The square's side is 2 × kRadius + 1.
template <int kRadius>
__global__ void window_blur_short(const float* __restrict__ in, float* __restrict__ out, int rows,
                                  int cols) {
  constexpr int kSide = 2 * kRadius + 1;
  constexpr int kTileCols = kBlockCols + 2 * kRadius;
  constexpr int kTileRows = kBlockRows + 2 * kRadius;
  __shared__ float tile[kTileRows][kTileCols];
  const int first_col = blockIdx.x * kBlockCols;
  const int first_row = blockIdx.y * kBlockRows;

  for (int y = threadIdx.y; y < kTileRows; y += kBlockRows) {
    for (int x = threadIdx.x; x < kTileCols - 1; x += kBlockCols) {  // one short
      const int row = min(max(first_row + y - kRadius, 0), rows - 1);
      const int col = min(max(first_col + x - kRadius, 0), cols - 1);
      tile[y][x] = in[row * cols + col];
    }
  }
  __syncthreads();

  const int row = first_row + threadIdx.y;
  const int col = first_col + threadIdx.x;
  if (row >= rows || col >= cols) return;
  float sum = 0;
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) sum += tile[threadIdx.y + y][threadIdx.x + x];
  }
  out[row * cols + col] = sum / (kSide * kSide);
}

template __global__ void window_blur_short<1>(const float*, float*, int, int);
template __global__ void window_blur_short<2>(const float*, float*, int, int);

// Launch: dim3 block(kBlockCols, kBlockRows);
//         dim3 grid((cols + kBlockCols - 1) / kBlockCols, (rows + kBlockRows - 1) / kBlockRows);
//         window_blur_short<kRadius><<<grid, block>>>(in, out, rows, cols);
