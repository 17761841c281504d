// Transpose of any length, by blocks that store whole sectors alone.
//
// Rows whose length is not a multiple of eight start somewhere within a sector of 32 bytes. Where
// one block's piece of such a row ends and the next one's begins, two blocks store parts of one
// sector, and memory has to be read to put them together. Here a block's piece of every row goes
// from the first sector that begins in its tile to the first that begins in the next tile: for that
// it reads seven rows of the input more, which the next block reads, too. Blocks walk down the
// matrix first, as in transpose_wide_tile_down.
//
// What to look for: every store request of a whole piece begins with a sector, at any length. With
// one element a lane a request is 4 sectors. The tile has an odd number of columns: no conflict.

constexpr int kRows = 64;   // of a block's tile of `in`: pieces of 256 bytes of `out`
constexpr int kCols = 128;  // as wide as four warps
constexpr int kSector = 8;  // floats in a sector
constexpr int kThreads = 512;
constexpr int kBlocks = 2;  // a multiprocessor's: a thread then has registers for all its stores

// The first element of a row of `out` at `col` or after it that begins kSector elements.
__device__ int sector_start(int row, int rows, int col) {
  const unsigned element = static_cast<unsigned>(row) * rows + col;
  return col == 0 ? 0 : col + (0u - element) % kSector;
}

// Any size. in: rows × cols, out: cols × rows, both row-major; out is 32-byte aligned. A block
// stores kRows columns of kCols rows of `out`.
__global__ void __launch_bounds__(kThreads, kBlocks)
    transpose_whole_sectors(const float* __restrict__ in, float* __restrict__ out, int rows,
                            int cols) {
  constexpr int kReadAtOnce = kThreads / kCols;   // rows of `in`
  constexpr int kWriteAtOnce = kThreads / kRows;  // rows of `out`
  // The tile's rows and those up to a sector's end below them, rounded up to whole rounds.
  constexpr int kRounds = (kRows + kSector - 1 + kReadAtOnce - 1) / kReadAtOnce;
  constexpr int kReadRows = kRounds * kReadAtOnce;
  __shared__ float tile[kReadRows][kCols + 1];
  const int first_row = blockIdx.x * kRows;
  const int first_col = blockIdx.y * kCols;
  const int read_x = threadIdx.x % kCols, read_y = threadIdx.x / kCols;
  const int write_x = threadIdx.x % kRows, write_y = threadIdx.x / kRows;
  const float* from = &in[(first_row + read_y) * cols + first_col + read_x];

  // The first piece of a row has no sector to leave to the block before it.
  const bool inside = first_row > 0 && first_row + kReadRows <= rows && first_col + kCols <= cols;
  if (inside) {
    float loaded[kRounds];
#pragma unroll
    for (int k = 0; k < kRounds; ++k) loaded[k] = from[k * kReadAtOnce * cols];
#pragma unroll
    for (int k = 0; k < kRounds; ++k) {
      tile[read_y + k * kReadAtOnce][read_x] = loaded[k];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kCols / kWriteAtOnce; ++k) {
      const int y = write_y + k * kWriteAtOnce;
      const int begin = sector_start(first_col + y, rows, first_row);
      out[(first_col + y) * rows + begin + write_x] = tile[begin - first_row + write_x][y];
    }
    return;
  }

  for (int y = read_y; y < kReadRows; y += kReadAtOnce) {
    if (first_row + y < rows && first_col + read_x < cols) {
      tile[y][read_x] = in[(first_row + y) * cols + first_col + read_x];
    }
  }
  __syncthreads();
  for (int y = write_y; y < kCols && first_col + y < cols; y += kWriteAtOnce) {
    const int begin = sector_start(first_col + y, rows, first_row);
    const int end = min(sector_start(first_col + y, rows, first_row + kRows), rows);
    for (int x = begin + write_x; x < end; x += kRows) {
      out[(first_col + y) * rows + x] = tile[x - first_row][y];
    }
  }
}

// Launch: dim3 tiles((rows + kRows - 1) / kRows, (cols + kCols - 1) / kCols);
//         transpose_whole_sectors<<<tiles, kThreads>>>(in, out, rows, cols);
