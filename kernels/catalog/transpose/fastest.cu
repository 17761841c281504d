// The fastest here: of four kernels the one that a matrix's lengths ask for, chosen once.
//
// Lengths that are multiples of four: transpose_wide_tile_down, a float4 on both sides; of small
// matrices with tiles of 32 × 32, so that every multiprocessor has its blocks. Others, of large
// matrices: transpose_whole_sectors with tiles of 64 × 64, three blocks a multiprocessor in place of
// two. Others, of smaller ones: the same tiles, whose pieces end with the tile (kSector = 1), so that
// nothing is read twice.
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
constexpr int kSide = 64;                  // of a tile
constexpr int kAtOnce = kThreads / kSide;  // rows that all threads read, or write

// The first element of a row of `out` at `col` or after it that begins kSector elements.
template <int kSector>
__device__ int sector_start(int row, int rows, int col) {
  const unsigned element = static_cast<unsigned>(row) * rows + col;
  return col == 0 ? 0 : col + (0u - element) % kSector;
}

// See transpose_whole_sectors. in: rows × cols, out: cols × rows, both row-major; out is 32-byte
// aligned. A block stores kSide columns of kSide rows of `out`.
template <int kSector>
__global__ void __launch_bounds__(kThreads, kSector == 1 ? 4 : 3)
    transpose_fastest(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
  // The tile's rows and those up to a sector's end below them, rounded up to whole rounds.
  constexpr int kRounds = (kSide + kSector - 1 + kAtOnce - 1) / kAtOnce;
  constexpr int kReadRows = kRounds * kAtOnce;
  __shared__ float tile[kReadRows][kSide + 1];
  const int first_row = blockIdx.x * kSide;
  const int first_col = blockIdx.y * kSide;
  const int x = threadIdx.x % kSide, y = threadIdx.x / kSide;
  const float* from = &in[(first_row + y) * cols + first_col + x];

  // The first piece of a row has no sector to leave to the block before it.
  const bool whole_piece = kSector == 1 || first_row > 0;
  const bool inside = whole_piece && first_row + kReadRows <= rows && first_col + kSide <= cols;
  if (inside) {
    float loaded[kRounds];
#pragma unroll
    for (int k = 0; k < kRounds; ++k) loaded[k] = from[k * kAtOnce * cols];
#pragma unroll
    for (int k = 0; k < kRounds; ++k) tile[y + k * kAtOnce][x] = loaded[k];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kSide / kAtOnce; ++k) {
      const int row = y + k * kAtOnce;
      const int begin = sector_start<kSector>(first_col + row, rows, first_row);
      out[(first_col + row) * rows + begin + x] = tile[begin - first_row + x][row];
    }
    return;
  }

  for (int row = y; row < kReadRows; row += kAtOnce) {
    if (first_row + row < rows && first_col + x < cols) {
      tile[row][x] = in[(first_row + row) * cols + first_col + x];
    }
  }
  __syncthreads();
  for (int row = y; row < kSide && first_col + row < cols; row += kAtOnce) {
    const int begin = sector_start<kSector>(first_col + row, rows, first_row);
    const int end = min(sector_start<kSector>(first_col + row, rows, first_row + kSide), rows);
    for (int col = begin + x; col < end; col += kSide) {
      out[(first_col + row) * rows + col] = tile[col - first_row][row];
    }
  }
}

template __global__ void transpose_fastest<8>(const float*, float*, int, int);
template __global__ void transpose_fastest<1>(const float*, float*, int, int);

// Launch: dim3 tiles((rows + kSide - 1) / kSide, (cols + kSide - 1) / kSide);
//         // rows and cols multiples of four; on an H200 <32> up to 1,024 × 1,024 elements:
//         const dim3 block(kTile / kVector, kThreadsY);
//         transpose_fastest_vectors<kTile><<<tiles, block>>>(in, out, rows, cols);
//         // others; on an H100 the first from 2,304 × 2,304 elements on:
//         transpose_fastest<8><<<tiles, kThreads>>>(in, out, rows, cols);
//         transpose_fastest<1><<<tiles, kThreads>>>(in, out, rows, cols);
