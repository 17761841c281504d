// Transpose through a square tile, with the bounds test taken out of the loops.
//
// Against transpose_tile a block asks once whether its whole tile lies inside the matrix. If so,
// and all but the tiles at the right and lower edges do, its loops run without a test.
//
// What to look for: on full tiles the same accesses and costs as transpose_tile, with fewer
// PTX instructions around them. The question is the same for all of a block, so no warp splits.

// Threads along y; each thread moves kTile / kBlockRows elements and shares their index arithmetic.
constexpr int kBlockRows = 8;

// in: rows × cols, out: cols × rows, both row-major.
template <int kTile>
__global__ void transpose_tile_fastpath(const float* __restrict__ in, float* __restrict__ out,
                                        int rows, int cols) {
  static_assert(kTile % kBlockRows == 0, "every thread moves the same number of elements");
  __shared__ float tile[kTile][kTile];
  const bool is_full = (blockIdx.x + 1) * kTile <= cols && (blockIdx.y + 1) * kTile <= rows;

  const int col = blockIdx.x * kTile + threadIdx.x;
  const int row = blockIdx.y * kTile + threadIdx.y;
  if (is_full) {
    for (int j = 0; j < kTile; j += kBlockRows) {
      tile[threadIdx.y + j][threadIdx.x] = in[(row + j) * cols + col];
    }
  } else {
    for (int j = 0; j < kTile; j += kBlockRows) {
      if (row + j < rows && col < cols) {
        tile[threadIdx.y + j][threadIdx.x] = in[(row + j) * cols + col];
      }
    }
  }
  __syncthreads();

  // The block's tile of `out` stands at the mirrored place and is full when that of `in` is.
  const int out_col = blockIdx.y * kTile + threadIdx.x;
  const int out_row = blockIdx.x * kTile + threadIdx.y;
  if (is_full) {
    for (int j = 0; j < kTile; j += kBlockRows) {
      out[(out_row + j) * rows + out_col] = tile[threadIdx.x][threadIdx.y + j];
    }
  } else {
    for (int j = 0; j < kTile; j += kBlockRows) {
      if (out_row + j < cols && out_col < rows) {
        out[(out_row + j) * rows + out_col] = tile[threadIdx.x][threadIdx.y + j];
      }
    }
  }
}

template __global__ void transpose_tile_fastpath<32>(const float*, float*, int, int);
template __global__ void transpose_tile_fastpath<16>(const float*, float*, int, int);

// Launch: dim3 block(kTile, kBlockRows);
//         dim3 grid((cols + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
//         transpose_tile_fastpath<kTile><<<grid, block>>>(in, out, rows, cols);
