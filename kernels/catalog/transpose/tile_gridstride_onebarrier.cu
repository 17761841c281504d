// BROKEN: transpose_tile_gridstride without its second barrier, kept to be caught.
//
// A warp that has written its part of `out` goes on and stores the next tile, while other warps
// still read the one before.
//
// What to look for: a race between the read of a tile and the store of the next one. A block that
// walks over a single tile hides it.

// Threads along y; each thread moves kTile / kBlockRows elements and shares their index arithmetic.
constexpr int kBlockRows = 8;

// in: rows × cols, out: cols × rows, both row-major.
template <int kTile>
__global__ void transpose_tile_gridstride_onebarrier(const float* __restrict__ in,
                                                     float* __restrict__ out, int rows, int cols) {
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
    // __syncthreads() is missing here.
  }
}

template __global__ void transpose_tile_gridstride_onebarrier<32>(const float*, float*, int, int);
template __global__ void transpose_tile_gridstride_onebarrier<16>(const float*, float*, int, int);

// Launch, any number of blocks; a few for each multiprocessor:
//         dim3 block(kTile, kBlockRows);
//         transpose_tile_gridstride_onebarrier<kTile><<<blocks, block>>>(in, out, rows, cols);
