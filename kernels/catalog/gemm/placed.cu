// gemm_warp_tiles with the place of A's elements in a function of its own: one expression to
// change.
//
// A's tile stands turned in shared memory, step by step, and A comes one float a thread: 16 lanes
// bring 16 steps of a row. Whatever index gives every element a place of its own, and keeps four
// rows side by side that a thread reads at once, gives the right product; what it costs is another
// matter. The function stays one (__noinline__), so that another may take its place in the PTX:
// Warplens runs the kernel with the expression that a person types.
//
// What to look for: as it is written here, the 16 steps of a row lie 128 words apart, all in one
// bank: a store is 16-way. Reads cost what they cost in gemm_warp_tiles.

constexpr int kTile = 128;  // of C, a block
constexpr int kSteps = 16;  // of k, a pair of tiles
constexpr int kThreads = 256;
constexpr int kWarpRows = 32;  // of C, a warp
constexpr int kWarpCols = 64;
constexpr int kLanesDown = 4;  // lanes of a warp along C's columns
constexpr int kLanesAcross = 8;
constexpr int kOwn = 8;                  // elements of C along each side that a thread owns
constexpr int kVector = 4;               // floats in a float4
constexpr int kParts = 2;                // float4 of B's tile that a thread brings
constexpr int kRowsB = kSteps / kParts;  // between them
constexpr int kWarpsDown = kTile / kWarpRows;
// A thread's rows and columns are two groups of four, this far apart.
constexpr int kApartRows = kLanesDown * kVector;
constexpr int kApartCols = kLanesAcross * kVector;
constexpr int kPlaces = kSteps * (kTile + 16);  // room for 16 floats of padding a step

// Where A's tile has a row at a step: from 0 to kPlaces - 1.
__device__ __noinline__ int place_of(int step, int row) { return step * kTile + row; }

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

// Eight floats as two groups of four.
__device__ void read_eight(float* to, const float* from, const float* other) {
  *reinterpret_cast<float4*>(to) = *reinterpret_cast<const float4*>(from);
  *reinterpret_cast<float4*>(to + kVector) = *reinterpret_cast<const float4*>(other);
}

// a: m × k, b: k × n, c: m × n, all row-major; b 16-byte aligned.
__global__ void __launch_bounds__(kThreads, 2)
    gemm_placed(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
                int m, int n, int k) {
  static_assert(kLanesDown * kOwn == kWarpRows && kLanesAcross * kOwn == kWarpCols,
                "a warp's lanes own its tile of C");
  static_assert(kThreads * kVector * kParts == kTile * kSteps, "a tile is brought whole");
  __shared__ alignas(16) float tile_a[kPlaces];
  __shared__ alignas(16) float tile_b[kSteps][kTile];
  const int first_row = blockIdx.y * kTile;
  const int first_col = blockIdx.x * kTile;

  // The places of the parts of B that this thread brings.
  const int thread = threadIdx.x;
  const int step_b = thread / (kTile / kVector), col_b = thread % (kTile / kVector) * kVector;

  const int warp = thread / 32, lane = thread % 32;
  const int lane_down = lane & 1 | lane >> 4 << 1;  // lane ^ 2 has the same
  const int lane_across = lane >> 1 & 7;            // lane ^ 1 has the same
  const int own_row = warp % kWarpsDown * kWarpRows + lane_down * kVector;
  const int own_col = warp / kWarpsDown * kWarpCols + lane_across * kVector;

  float sum[kOwn][kOwn] = {};
  for (int step = 0; step < k; step += kSteps) {
    for (int e = thread; e < kTile * kSteps; e += kThreads) {
      const int row = e / kSteps, col = e % kSteps;
      tile_a[place_of(col, row)] =
          first_row + row < m && step + col < k ? a[(first_row + row) * k + step + col] : 0;
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
      read_eight(own_a, &tile_a[place_of(i, own_row)], &tile_a[place_of(i, own_row + kApartRows)]);
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
//         gemm_placed<<<grid, kThreads>>>(a, b, c, m, n, k);
