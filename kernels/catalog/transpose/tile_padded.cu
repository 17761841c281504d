// Transpose through a tile whose rows are longer in memory than the tile is wide.
//
// The one change from transpose_tile is the pitch: with kPitch = 33 each row starts one bank after
// the row above, so the elements of a column lie in 32 different banks.
//
// What to look for: at tile 32 the column read is 32-way with pitch 32, 2-way with 34, 4-way with
// 36, and free with 33 and 35: the pitch's greatest common divisor with 32. At tile 16 a warp reads
// two columns at once, and pitch 17 still leaves a 2-way conflict.

// Threads along y; each thread moves kTile / kBlockRows elements and shares their index arithmetic.
constexpr int kBlockRows = 8;

// in: rows × cols, out: cols × rows, both row-major.
template <int kTile, int kPitch>
__global__ void transpose_tile_padded(const float* __restrict__ in, float* __restrict__ out,
                                      int rows, int cols) {
  static_assert(kTile % kBlockRows == 0, "every thread moves the same number of elements");
  static_assert(kPitch >= kTile, "a row of the tile must fit");
  __shared__ float tile[kTile][kPitch];

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

template __global__ void transpose_tile_padded<32, 32>(const float*, float*, int, int);
template __global__ void transpose_tile_padded<32, 33>(const float*, float*, int, int);
template __global__ void transpose_tile_padded<32, 34>(const float*, float*, int, int);
template __global__ void transpose_tile_padded<32, 35>(const float*, float*, int, int);
template __global__ void transpose_tile_padded<32, 36>(const float*, float*, int, int);
template __global__ void transpose_tile_padded<16, 16>(const float*, float*, int, int);
template __global__ void transpose_tile_padded<16, 17>(const float*, float*, int, int);
template __global__ void transpose_tile_padded<16, 18>(const float*, float*, int, int);
template __global__ void transpose_tile_padded<16, 19>(const float*, float*, int, int);
template __global__ void transpose_tile_padded<16, 20>(const float*, float*, int, int);

// Launch: dim3 block(kTile, kBlockRows);
//         dim3 grid((cols + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
//         transpose_tile_padded<kTile, kPitch><<<grid, block>>>(in, out, rows, cols);
