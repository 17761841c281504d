// gemm_register_tile with one read for four words: A's tile stands turned in shared memory.
//
// A thread's four rows of A are then neighbours, as its four columns of B are, and each comes by
// one read of 16 bytes: 2 reads for 16 multiply-adds at every step of k, and ptxas need not find
// them. Turning costs nothing more: the four floats that a thread loads of a row go to four rows
// of the turned tile, and an XOR of the groups of four keeps a warp's 32 stores on 32 banks.
//
// What to look for: 0.125 shared loads a multiply-add, no conflict at a store of A. But a read of
// B still brings 16 different groups of four words to a warp, four wavefronts, and one of A two:
// 6 wavefronts for 16 multiply-adds, which an SM does in 4 cycles. Shared memory is what limits.

constexpr int kTile = 64;     // of C, a block
constexpr int kSteps = 32;    // of k, a pair of tiles
constexpr int kThreads = 16;  // along x and along y
constexpr int kOwn = 4;       // elements of C along each side that a thread owns, side by side
constexpr int kVector = 4;    // floats in a float4
constexpr int kParts = 2;     // float4 of each tile that a thread brings
constexpr int kRowsA = kTile / kParts;   // of A's tile, between a thread's parts
constexpr int kRowsB = kSteps / kParts;  // of B's tile

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

// Where the turned tile has a row of A at a step: four steps have one map, so that the four
// floats of a vector, and the four rows of a thread, stay together.
__device__ int turned(int row, int step) { return row ^ step / kVector * kVector; }

// a: m × k, b: k × n, c: m × n, all row-major; a and b 16-byte aligned.
__global__ void gemm_vector_reads(const float* __restrict__ a, const float* __restrict__ b,
                                  float* __restrict__ c, int m, int n, int k) {
  static_assert(kThreads * kOwn == kTile, "a block's threads own its tile of C");
  static_assert(kThreads * kThreads * kVector * kParts == kTile * kSteps,
                "a tile is brought whole");
  __shared__ alignas(16) float tile_a[kSteps][kTile];  // A's rows are its columns
  __shared__ alignas(16) float tile_b[kSteps][kTile];
  const int first_row = blockIdx.y * kTile;
  const int first_col = blockIdx.x * kTile;

  // The places of the parts that this thread brings.
  const int thread = threadIdx.y * kThreads + threadIdx.x;
  const int row_a = thread / (kSteps / kVector), step_a = thread % (kSteps / kVector) * kVector;
  const int step_b = thread / (kTile / kVector), col_b = thread % (kTile / kVector) * kVector;
  const int own_row = threadIdx.y * kOwn;
  const int own_col = threadIdx.x * kOwn;

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
      const float4 own_a = *reinterpret_cast<const float4*>(&tile_a[i][turned(own_row, i)]);
      const float4 own_b = *reinterpret_cast<const float4*>(&tile_b[i][own_col]);
      const float from_a[kOwn] = {own_a.x, own_a.y, own_a.z, own_a.w};
      const float from_b[kOwn] = {own_b.x, own_b.y, own_b.z, own_b.w};
      for (int y = 0; y < kOwn; ++y) {
        for (int x = 0; x < kOwn; ++x) sum[y][x] += from_a[y] * from_b[x];
      }
    }
    __syncthreads();
  }

  for (int y = 0; y < kOwn; ++y) {
    for (int x = 0; x < kOwn; ++x) {
      const int row = first_row + own_row + y;
      const int col = first_col + own_col + x;
      if (row < m && col < n) c[row * n + col] = sum[y][x];
    }
  }
}

// Launch: dim3 block(kThreads, kThreads);
//         dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
//         gemm_vector_reads<<<grid, block>>>(a, b, c, m, n, k);
