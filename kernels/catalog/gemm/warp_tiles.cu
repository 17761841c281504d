// gemm_vector_reads with a tile of C a warp: 32 × 64 of the block's 128 × 128, 8 × 8 a thread.
//
// What a warp reads of a step is then as small as can be: 32 words of A and 64 of B for 2,048
// multiply-adds. The lanes stand 4 down and 8 across, numbered so that lane ^ 1 wants the same of
// B and lane ^ 2 the same of A. For reads of 16 bytes that is what counts: where all lanes agree
// with such a neighbour, 16 lanes are served at once instead of 8. With lane / 8 and lane % 8
// reads of B would not merge and take four wavefronts instead of two.
//
// What to look for: 0.0625 shared loads a multiply-add, each of two wavefronts: 8 wavefronts for
// the 64 multiply-adds of a thread, which an SM does in 16 cycles. Now arithmetic takes longer than
// shared memory. What is left: nobody multiplies while the block loads.

constexpr int kTile = 128;  // of C, a block
constexpr int kSteps = 16;  // of k, a pair of tiles
constexpr int kThreads = 256;
constexpr int kWarpRows = 32;  // of C, a warp
constexpr int kWarpCols = 64;
constexpr int kLanesDown = 4;  // lanes of a warp along C's columns
constexpr int kLanesAcross = 8;
constexpr int kOwn = 8;                  // elements of C along each side that a thread owns
constexpr int kVector = 4;               // floats in a float4
constexpr int kParts = 2;                // float4 of each tile that a thread brings
constexpr int kRowsA = kTile / kParts;   // of A's tile, between a thread's parts
constexpr int kRowsB = kSteps / kParts;  // of B's tile
constexpr int kWarpsDown = kTile / kWarpRows;
// A thread's rows and columns are two groups of four, this far apart.
constexpr int kApartRows = kLanesDown * kVector;
constexpr int kApartCols = kLanesAcross * kVector;

// Four elements of a row of `matrix` (rows × cols), zeros beyond its edges. Rows start on 16 bytes
// only if their length is a multiple of four; then no vector crosses the edge either.
__device__ float4 load_four(const float* __restrict__ matrix, int rows, int cols, int row,
                            int col) {
  float4 v = {0, 0, 0, 0};
  if (row >= rows || col >= cols) return v;
  const float* from = &matrix[row * cols + col];
  if (cols % kVector == 0) return *reinterpret_cast<const float4*>(from);
  v.x = from[0];
  if (col + 1 < cols) v.y = from[1];
  if (col + 2 < cols) v.z = from[2];
  if (col + 3 < cols) v.w = from[3];
  return v;
}

// Where the turned tile has a row of A at a step. A warp stores 8 rows at 4 groups of steps: an
// XOR of the groups of eight keeps them on 32 banks.
__device__ int turned(int row, int step) { return row ^ step / kVector * 8; }

// Eight floats as two groups of four.
__device__ void read_eight(float* to, const float* from, const float* other) {
  *reinterpret_cast<float4*>(to) = *reinterpret_cast<const float4*>(from);
  *reinterpret_cast<float4*>(to + kVector) = *reinterpret_cast<const float4*>(other);
}

// a: m × k, b: k × n, c: m × n, all row-major; a and b 16-byte aligned.
__global__ void __launch_bounds__(kThreads, 2)
    gemm_warp_tiles(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
                    int m, int n, int k) {
  static_assert(kLanesDown * kOwn == kWarpRows && kLanesAcross * kOwn == kWarpCols,
                "a warp's lanes own its tile of C");
  static_assert(kThreads * kVector * kParts == kTile * kSteps, "a tile is brought whole");
  __shared__ alignas(16) float tile_a[kSteps][kTile];  // A's rows are its columns
  __shared__ alignas(16) float tile_b[kSteps][kTile];
  const int first_row = blockIdx.y * kTile;
  const int first_col = blockIdx.x * kTile;

  // The places of the parts that this thread brings.
  const int thread = threadIdx.x;
  const int row_a = thread / (kSteps / kVector), step_a = thread % (kSteps / kVector) * kVector;
  const int step_b = thread / (kTile / kVector), col_b = thread % (kTile / kVector) * kVector;

  const int warp = thread / 32, lane = thread % 32;
  const int lane_down = lane & 1 | lane >> 4 << 1;  // lane ^ 2 has the same
  const int lane_across = lane >> 1 & 7;            // lane ^ 1 has the same
  const int own_row = warp % kWarpsDown * kWarpRows + lane_down * kVector;
  const int own_col = warp / kWarpsDown * kWarpCols + lane_across * kVector;

  float sum[kOwn][kOwn] = {};
  for (int step = 0; step < k; step += kSteps) {
    for (int p = 0; p < kParts; ++p) {
      const int row = row_a + p * kRowsA;
      const float4 v = load_four(a, m, k, first_row + row, step + step_a);
      const int to = turned(row, step_a);
      tile_a[step_a][to] = v.x;
      tile_a[step_a + 1][to] = v.y;
      tile_a[step_a + 2][to] = v.z;
      tile_a[step_a + 3][to] = v.w;
    }
    for (int p = 0; p < kParts; ++p) {
      const int row = step_b + p * kRowsB;
      *reinterpret_cast<float4*>(&tile_b[row][col_b]) =
          load_four(b, k, n, step + row, first_col + col_b);
    }
    __syncthreads();

#pragma unroll 4
    for (int i = 0; i < kSteps; ++i) {
      alignas(16) float own_a[kOwn], own_b[kOwn];
      read_eight(own_a, &tile_a[i][turned(own_row, i)],
                 &tile_a[i][turned(own_row + kApartRows, i)]);
      read_eight(own_b, &tile_b[i][own_col], &tile_b[i][own_col + kApartCols]);
      for (int y = 0; y < kOwn; ++y) {
        for (int x = 0; x < kOwn; ++x) sum[y][x] += own_a[y] * own_b[x];
      }
    }
    __syncthreads();
  }

  for (int y = 0; y < kOwn; ++y) {
    for (int x = 0; x < kOwn; ++x) {
      const int row = first_row + own_row + y / kVector * kApartRows + y % kVector;
      const int col = first_col + own_col + x / kVector * kApartCols + x % kVector;
      if (row < m && col < n) c[row * n + col] = sum[y][x];
    }
  }
}

// Launch: dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
//         gemm_warp_tiles<<<grid, kThreads>>>(a, b, c, m, n, k);
