// The fastest here: of five kernels the one that a matrix's lengths ask for, chosen once.
//
// Lengths that are multiples of four: transpose_wide_tile_down, a float4 on both sides; of small
// matrices with tiles of 32 × 32, so that every multiprocessor has its blocks. Others, of the
// largest matrices: transpose_whole_sectors; of large ones with tiles of 64 × 64, three blocks a
// multiprocessor in place of two. Others, of smaller ones: tiles of 64 × 64 whose pieces end with
// the tile (kSector = 1), so that nothing is read twice.
//
// What to look for: the requests and sectors of the kernel that was chosen.

constexpr int kVector = 4;  // floats in a float4

constexpr int kThreadsY = 32;  // of the vectors' path

// See transpose_wide_tile. rows and cols are multiples of four. in: rows × cols, out: cols × rows,
// 16-byte aligned.
template <int kTile>
__global__ void transpose_fastest_vectors(const float* __restrict__ in, float* __restrict__ out,
                                          int rows, int cols) {
  constexpr int kParts = kTile / kThreadsY;  // vectors of a thread
  __shared__ alignas(sizeof(float4)) float tile[kTile][kTile];
  const int group = threadIdx.x;
  const int x = group * kVector;
  const int first_row = blockIdx.x * kTile;
  const int first_col = blockIdx.y * kTile;

  float4 loaded[kParts] = {};
  for (int p = 0; p < kParts; ++p) {
    const int row = first_row + threadIdx.y + p * kThreadsY;
    const int col = first_col + x;
    if (row < rows && col < cols) {
      loaded[p] = *reinterpret_cast<const float4*>(&in[row * cols + col]);
    }
  }
  for (int p = 0; p < kParts; ++p) {
    const int y = threadIdx.y + p * kThreadsY;
    *reinterpret_cast<float4*>(&tile[y][(group ^ (y / kVector)) * kVector]) = loaded[p];
  }
  __syncthreads();

  for (int p = 0; p < kParts; ++p) {
    const int y = threadIdx.y + p * kThreadsY;
    const int from = ((y / kVector) ^ group) * kVector + y % kVector;
    const int row = first_col + y;
    const int col = first_row + x;
    if (row < cols && col < rows) {
      *reinterpret_cast<float4*>(&out[row * rows + col]) = {tile[x][from], tile[x + 1][from],
                                                            tile[x + 2][from], tile[x + 3][from]};
    }
  }
}

template __global__ void transpose_fastest_vectors<64>(const float*, float*, int, int);
template __global__ void transpose_fastest_vectors<32>(const float*, float*, int, int);

constexpr int kThreads = 512;
constexpr int kRows = 64;                       // of a tile
constexpr int kWriteAtOnce = kThreads / kRows;  // rows of `out`

// The first element of a row of `out` at `col` or after it that begins kSector elements.
template <int kSector>
__device__ int sector_start(int row, int rows, int col) {
  const unsigned element = static_cast<unsigned>(row) * rows + col;
  return col == 0 ? 0 : col + (0u - element) % kSector;
}

// See transpose_whole_sectors. in: rows × cols, out: cols × rows, both row-major; out is 32-byte
// aligned. A block stores kRows columns of kCols rows of `out`.
template <int kCols, int kSector>
__global__ void __launch_bounds__(kThreads, kSector == 1  ? 4
                                            : kCols == 64 ? 3
                                                          : 2)
    transpose_fastest(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
  constexpr int kReadAtOnce = kThreads / kCols;  // rows of `in`
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
  const bool whole_piece = kSector == 1 || first_row > 0;
  const bool inside = whole_piece && first_row + kReadRows <= rows && first_col + kCols <= cols;
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
      const int begin = sector_start<kSector>(first_col + y, rows, first_row);
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
    const int begin = sector_start<kSector>(first_col + y, rows, first_row);
    const int end = min(sector_start<kSector>(first_col + y, rows, first_row + kRows), rows);
    for (int x = begin + write_x; x < end; x += kRows) {
      out[(first_col + y) * rows + x] = tile[x - first_row][y];
    }
  }
}

template __global__ void transpose_fastest<128, 8>(const float*, float*, int, int);
template __global__ void transpose_fastest<64, 8>(const float*, float*, int, int);
template __global__ void transpose_fastest<64, 1>(const float*, float*, int, int);

// Launch: dim3 tiles((rows + kRows - 1) / kRows, (cols + kCols - 1) / kCols);
//         // rows and cols multiples of four; on an H200 <32> up to 1,024 × 1,024 elements:
//         const dim3 block(kTile / kVector, kThreadsY);
//         transpose_fastest_vectors<kTile><<<tiles, block>>>(in, out, rows, cols);
//         // others; the first from 8,192 × 8,192 elements on, the second from 2,304 × 2,304:
//         transpose_fastest<128, 8><<<tiles, kThreads>>>(in, out, rows, cols);
//         transpose_fastest<64, 8><<<tiles, kThreads>>>(in, out, rows, cols);
//         transpose_fastest<64, 1><<<tiles, kThreads>>>(in, out, rows, cols);
