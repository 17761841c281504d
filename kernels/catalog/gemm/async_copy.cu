// gemm_double_buffer with copies that go from global to shared memory by themselves (cp.async).
//
// No register holds a value on its way, so a copy may be started long before it is needed: here two
// steps before. A thread waits for its own copies and then at the barrier for the others'. Bytes
// beyond the matrices' edges are not read but filled with zeros by the copy.
//
// What to look for: no shared store and no register load of A or B at all; 16 bytes a lane where
// rows start on 16 bytes, four bytes otherwise. It needs compute capability 8.0.

constexpr int kTile = 64;     // of C, a block
constexpr int kSteps = 32;    // of k, a pair of tiles
constexpr int kStages = 3;    // pairs of tiles: 48 KB, all that a block may have without asking
constexpr int kThreads = 16;  // along x and along y
constexpr int kOwn = 4;       // elements of C along each side that a thread owns
constexpr int kVector = 4;    // floats a 16-byte copy
constexpr int kParts = 2;     // such copies of each tile a thread
constexpr int kRowsA = kTile / kParts;   // of A's tile, between a thread's parts
constexpr int kRowsB = kSteps / kParts;  // of B's tile

// Starts a copy of kBytes, of which the first `there` are read and the rest are zeros.
template <int kBytes>
__device__ void copy_async(float* to, const float* from, int there) {
  asm volatile(
      "{\n"
      "  .reg .u64 shared;\n"
      "  cvta.to.shared.u64 shared, %0;\n"
      "  cp.async.ca.shared.global [shared], [%1], %2, %3;\n"
      "}" ::"l"(to),
      "l"(from), "n"(kBytes), "r"(there)
      : "memory");
}

// Four elements of a row of `matrix` (rows × cols), zeros beyond its edges. Rows start on 16 bytes
// only if their length is a multiple of four; then no vector crosses the edge either.
__device__ void copy_four(float* to, const float* matrix, int rows, int cols, int row, int col) {
  if (cols % kVector == 0) {
    const bool inside = row < rows && col < cols;
    copy_async<16>(to, inside ? &matrix[row * cols + col] : matrix, inside ? 16 : 0);
    return;
  }
  for (int e = 0; e < kVector; ++e) {
    const bool inside = row < rows && col + e < cols;
    copy_async<4>(to + e, inside ? &matrix[row * cols + col + e] : matrix, inside ? 4 : 0);
  }
}

// a: m × k, b: k × n, c: m × n, all row-major; a and b 16-byte aligned.
__global__ void gemm_async_copy(const float* __restrict__ a, const float* __restrict__ b,
                                float* __restrict__ c, int m, int n, int k) {
  static_assert(kThreads * kThreads * kVector * kParts == kTile * kSteps,
                "a tile is brought whole");
  __shared__ alignas(16) float tile_a[kStages][kTile][kSteps];
  __shared__ alignas(16) float tile_b[kStages][kSteps][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int first_row = blockIdx.y * kTile;
  const int first_col = blockIdx.x * kTile;

  // The places of the parts that this thread brings.
  const int thread = ty * kThreads + tx;
  const int row_a = thread / (kSteps / kVector), col_a = thread % (kSteps / kVector) * kVector;
  const int row_b = thread / (kTile / kVector), col_b = thread % (kTile / kVector) * kVector;

  float sum[kOwn][kOwn] = {};
  const int steps = (k + kSteps - 1) / kSteps;
  // Copies run kStages - 1 steps ahead of the sums.
  for (int ahead = 0; ahead < steps + kStages - 1; ++ahead) {
    const int step = ahead - (kStages - 1);
    if (step >= 0) {
      // Of the groups started, all but the newest kStages - 2 are there: step's among them.
      asm volatile("cp.async.wait_group %0;" ::"n"(kStages - 2) : "memory");
      __syncthreads();
    }
    if (ahead < steps) {
      // Its tiles were last read at step - 1, before the barrier.
      const int to = ahead % kStages;
      for (int p = 0; p < kParts; ++p) {
        const int y = row_a + p * kRowsA;
        copy_four(&tile_a[to][y][col_a], a, m, k, first_row + y, ahead * kSteps + col_a);
      }
      for (int p = 0; p < kParts; ++p) {
        const int y = row_b + p * kRowsB;
        copy_four(&tile_b[to][y][col_b], b, k, n, ahead * kSteps + y, first_col + col_b);
      }
    }
    asm volatile("cp.async.commit_group;" ::: "memory");  // also when empty, to keep count
    if (step < 0) continue;

    const int now = step % kStages;
#pragma unroll 4
    for (int i = 0; i < kSteps; ++i) {
      float own_a[kOwn], own_b[kOwn];
      for (int y = 0; y < kOwn; ++y) own_a[y] = tile_a[now][ty + y * kThreads][i];
      for (int x = 0; x < kOwn; ++x) own_b[x] = tile_b[now][i][tx + x * kThreads];
      for (int y = 0; y < kOwn; ++y) {
        for (int x = 0; x < kOwn; ++x) sum[y][x] += own_a[y] * own_b[x];
      }
    }
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
//         gemm_async_copy<<<grid, block>>>(a, b, c, m, n, k);
