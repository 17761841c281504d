// window_blur_tile with the place that a thread loads in a function of its own: one expression to
// change.
//
// A tile has more places than the block has threads, so each thread loads in turns, and the halo is
// no special case: place 0 is the tile's corner, and places go on row by row. Whatever index gives
// every place to one thread in one turn is right; what it costs is another matter. The function
// stays one (__noinline__), so that another may take its place in the PTX: Warplens runs the kernel
// with the expression that a person types.
//
// What to look for: as it is written here, a thread's places are neighbours, and a warp's loads of
// a turn lie two places apart: more sectors than it needs, and 2-way conflicts at the stores.

constexpr int kBlockCols = 32;  // a warp
constexpr int kBlockRows = 8;
constexpr int kThreads = kBlockCols * kBlockRows;
constexpr int kTurns = 2;  // enough for the tile of either radius

// The place that a thread loads in a turn: from 0 to kThreads * kTurns - 1.
__device__ __noinline__ int place_of(int thread, int turn) { return thread * kTurns + turn; }

// in, out: rows × cols, row-major. The square's side is 2 × kRadius + 1.
template <int kRadius>
__global__ void window_blur_placed(const float* __restrict__ in, float* __restrict__ out, int rows,
                                   int cols) {
  constexpr int kSide = 2 * kRadius + 1;
  constexpr int kTileCols = kBlockCols + 2 * kRadius;
  constexpr int kTileRows = kBlockRows + 2 * kRadius;
  static_assert(kTileRows * kTileCols <= kThreads * kTurns, "a tile is loaded whole");
  __shared__ float tile[kTileRows][kTileCols];
  const int first_col = blockIdx.x * kBlockCols;
  const int first_row = blockIdx.y * kBlockRows;
  const int thread = threadIdx.y * kBlockCols + threadIdx.x;

#pragma unroll 1
  for (int turn = 0; turn < kTurns; ++turn) {
    const int place = place_of(thread, turn);
    if (place >= kTileRows * kTileCols) continue;
    const int y = place / kTileCols, x = place % kTileCols;
    const int row = min(max(first_row + y - kRadius, 0), rows - 1);
    const int col = min(max(first_col + x - kRadius, 0), cols - 1);
    tile[y][x] = in[row * cols + col];
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

template __global__ void window_blur_placed<1>(const float*, float*, int, int);
template __global__ void window_blur_placed<2>(const float*, float*, int, int);

// Launch: dim3 block(kBlockCols, kBlockRows);
//         dim3 grid((cols + kBlockCols - 1) / kBlockCols, (rows + kBlockRows - 1) / kBlockRows);
//         window_blur_placed<kRadius><<<grid, block>>>(in, out, rows, cols);
