// Transpose by blocks that stay and walk over the tiles.
//
// Against transpose_tile_padded (pitch one more than the tile) the grid has as many blocks as the
// GPU keeps at once, not one for each tile; each takes every gridDim.x-th tile. The shared tile is
// used again and again, so a second barrier keeps the next tile's stores behind this one's reads.
//
// What to look for: the same accesses and costs as with a block for each tile, and no race with any
// number of blocks.

// Threads along y; each thread moves kTile / kBlockRows elements and shares their index arithmetic.
constexpr int kBlockRows = 8;

// in: rows × cols, out: cols × rows, both row-major.
template <int kTile>
__global__ void transpose_tile_gridstride(const float* __restrict__ in, float* __restrict__ out,
                                          int rows, int cols) {
  static_assert(kTile % kBlockRows == 0, "every thread moves the same number of elements");
  __shared__ float tile[kTile][kTile + 1];
  const int tiles_across = (cols + kTile - 1) / kTile;
  const int tiles_down = (rows + kTile - 1) / kTile;

  for (int t = blockIdx.x; t < tiles_across * tiles_down; t += gridDim.x) {
    const int first_col = t % tiles_across * kTile;
    const int first_row = t / tiles_across * kTile;

    const int col = first_col + threadIdx.x;
    const int row = first_row + threadIdx.y;
    for (int j = 0; j < kTile; j += kBlockRows) {
      if (row + j < rows && col < cols) {
        tile[threadIdx.y + j][threadIdx.x] = in[(row + j) * cols + col];
      }
    }
    __syncthreads();  // the tile is complete before anyone reads it

    const int out_col = first_row + threadIdx.x;
    const int out_row = first_col + threadIdx.y;
    for (int j = 0; j < kTile; j += kBlockRows) {
      if (out_row + j < cols && out_col < rows) {
        out[(out_row + j) * rows + out_col] = tile[threadIdx.x][threadIdx.y + j];
      }
    }
    __syncthreads();  // everyone has read the tile before the next one overwrites it
  }
}

template __global__ void transpose_tile_gridstride<32>(const float*, float*, int, int);
template __global__ void transpose_tile_gridstride<16>(const float*, float*, int, int);

// Launch, any number of blocks; a few for each multiprocessor:
//         dim3 block(kTile, kBlockRows);
//         transpose_tile_gridstride<kTile><<<blocks, block>>>(in, out, rows, cols);
