// Transpose through a square tile in shared memory (the corner turn).
//
// A block reads a tile of `in` row by row, waits, and writes it to `out` row by row: both global
// sides are contiguous. The turn itself happens in shared memory, where a warp reads down a column.
//
// What to look for: 4 sectors a request on both global sides. With a tile of 32 the column read
// puts all 32 lanes into one bank, 32-way; a tile of 16, where a warp covers two columns, is 8-way.

// Threads along y; each thread moves kTile / kBlockRows elements and shares their index arithmetic.
constexpr int kBlockRows = 8;

// in: rows × cols, out: cols × rows, both row-major.
template <int kTile>
__global__ void transpose_tile(const float* __restrict__ in, float* __restrict__ out, int rows,
                               int cols) {
  static_assert(kTile % kBlockRows == 0, "every thread moves the same number of elements");
  __shared__ float tile[kTile][kTile];

  const int col = blockIdx.x * kTile + threadIdx.x;
  const int row = blockIdx.y * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kBlockRows) {
    if (row + j < rows && col < cols) {
      tile[threadIdx.y + j][threadIdx.x] = in[(row + j) * cols + col];
    }
  }
  __syncthreads();

  // The block's tile of `out` stands at the mirrored place; x again runs along a row.
  const int out_col = blockIdx.y * kTile + threadIdx.x;
  const int out_row = blockIdx.x * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kBlockRows) {
    if (out_row + j < cols && out_col < rows) {
      out[(out_row + j) * rows + out_col] = tile[threadIdx.x][threadIdx.y + j];
    }
  }
}

template __global__ void transpose_tile<32>(const float*, float*, int, int);
template __global__ void transpose_tile<16>(const float*, float*, int, int);

// Launch: dim3 block(kTile, kBlockRows);
//         dim3 grid((cols + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
//         transpose_tile<kTile><<<grid, block>>>(in, out, rows, cols);
