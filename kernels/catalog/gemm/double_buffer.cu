// gemm_register_tile with two pairs of tiles: while one is worked on, the next is on its way.
//
// A thread starts the loads of the next pair into registers, works on the present one, and then
// stores what has arrived into the other pair. One barrier a step is enough, since nobody writes
// what others still read.
//
// What to look for: half the barriers a step, and the price: 16 more floats held in registers while
// the sums are worked on. Whether that spills, and what it leaves of the blocks an SM takes, is for
// the compiler's report to say (`warplens resources`), not for a rule.

constexpr int kTile = 64;                // of C, a block
constexpr int kSteps = 32;               // of k, a pair of tiles; with 64, two pairs exceed 48 KB
constexpr int kThreads = 16;             // along x and along y
constexpr int kOwn = 4;                  // elements of C along each side that a thread owns
constexpr int kVector = 4;               // floats in a float4
constexpr int kParts = 2;                // float4 of each tile that a thread brings
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

__device__ void store_four(float* to, float4 v) {
  to[0] = v.x;
  to[1] = v.y;
  to[2] = v.z;
  to[3] = v.w;
}

// a: m × k, b: k × n, c: m × n, all row-major; a and b 16-byte aligned.
__global__ void gemm_double_buffer(const float* __restrict__ a, const float* __restrict__ b,
                                   float* __restrict__ c, int m, int n, int k) {
  static_assert(kThreads * kThreads * kVector * kParts == kTile * kSteps,
                "a tile is brought whole");
  __shared__ float tile_a[2][kTile][kSteps];
  __shared__ float tile_b[2][kSteps][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int first_row = blockIdx.y * kTile;
  const int first_col = blockIdx.x * kTile;

  // The places of the parts that this thread brings.
  const int thread = ty * kThreads + tx;
  const int row_a = thread / (kSteps / kVector), col_a = thread % (kSteps / kVector) * kVector;
  const int row_b = thread / (kTile / kVector), col_b = thread % (kTile / kVector) * kVector;

  float4 next_a[kParts], next_b[kParts];
  for (int p = 0; p < kParts; ++p) {
    next_a[p] = load_four(a, m, k, first_row + row_a + p * kRowsA, col_a);
    next_b[p] = load_four(b, k, n, row_b + p * kRowsB, first_col + col_b);
    store_four(&tile_a[0][row_a + p * kRowsA][col_a], next_a[p]);
    store_four(&tile_b[0][row_b + p * kRowsB][col_b], next_b[p]);
  }
  __syncthreads();

  float sum[kOwn][kOwn] = {};
  int now = 0;
  for (int step = 0; step < k; step += kSteps) {
    const int next = step + kSteps;
    if (next < k) {
      for (int p = 0; p < kParts; ++p) {
        next_a[p] = load_four(a, m, k, first_row + row_a + p * kRowsA, next + col_a);
        next_b[p] = load_four(b, k, n, next + row_b + p * kRowsB, first_col + col_b);
      }
    }

#pragma unroll 4
    for (int i = 0; i < kSteps; ++i) {
      float own_a[kOwn], own_b[kOwn];
      for (int y = 0; y < kOwn; ++y) own_a[y] = tile_a[now][ty + y * kThreads][i];
      for (int x = 0; x < kOwn; ++x) own_b[x] = tile_b[now][i][tx + x * kThreads];
      for (int y = 0; y < kOwn; ++y) {
        for (int x = 0; x < kOwn; ++x) sum[y][x] += own_a[y] * own_b[x];
      }
    }

    now ^= 1;
    if (next < k) {
      for (int p = 0; p < kParts; ++p) {
        store_four(&tile_a[now][row_a + p * kRowsA][col_a], next_a[p]);
        store_four(&tile_b[now][row_b + p * kRowsB][col_b], next_b[p]);
      }
    }
    __syncthreads();
  }

  for (int y = 0; y < kOwn; ++y) {
    for (int x = 0; x < kOwn; ++x) {
      const int row = first_row + ty + y * kThreads;
      const int col = first_col + tx + x * kThreads;
      if (row < m && col < n) c[row * n + col] = sum[y][x];
    }
  }
}

// Launch: dim3 block(kThreads, kThreads);
//         dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
//         gemm_double_buffer<<<grid, block>>>(a, b, c, m, n, k);
