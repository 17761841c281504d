// transpose_tile with the place of an element of the tile in a function of its own: one expression
// to change.
//
// Both sides ask the function where an element stands. Whatever index gives every element a place
// of its own gives the right transpose; what it costs is another matter. The function stays one
// (__noinline__), so that another may take its place in the PTX: Warplens runs the kernel with the
// expression that a person types.
//
// What to look for: as it is written here, the column read is 32-way, as in transpose_tile.

constexpr int kTile = 32;      // one warp-wide row of floats, 128 bytes
constexpr int kBlockRows = 8;  // as in transpose_tile

// Where the tile keeps the element of a row and a column: below the number of floats in it.
__device__ __noinline__ int place_of(int row, int col) { return row * kTile + col; }

// in: rows × cols, out: cols × rows, both row-major.
__global__ void transpose_placed(const float* __restrict__ in, float* __restrict__ out, int rows,
                                 int cols) {
  static_assert(kTile % kBlockRows == 0, "every thread moves the same number of elements");
  extern __shared__ float tile[];

  const int col = blockIdx.x * kTile + threadIdx.x;
  const int row = blockIdx.y * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kBlockRows) {
    if (row + j < rows && col < cols) {
      tile[place_of(threadIdx.y + j, threadIdx.x)] = in[(row + j) * cols + col];
    }
  }
  __syncthreads();

  // The block's tile of `out` stands at the mirrored place; x again runs along a row.
  const int out_col = blockIdx.y * kTile + threadIdx.x;
  const int out_row = blockIdx.x * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kBlockRows) {
    if (out_row + j < cols && out_col < rows) {
      out[(out_row + j) * rows + out_col] = tile[place_of(threadIdx.x, threadIdx.y + j)];
    }
  }
}

// Launch, with room for so many floats in the tile:
//         dim3 block(kTile, kBlockRows);
//         dim3 grid((cols + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
//         transpose_placed<<<grid, block, room * sizeof(float)>>>(in, out, rows, cols);
