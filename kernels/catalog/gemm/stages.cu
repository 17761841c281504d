// gemm_warp_tiles with tiles that come by themselves (cp.async), two steps ahead of the sums.
//
// Three pairs of tiles: one is multiplied, two are on their way, and no register holds a value of
// them. Three pairs are more than the 48 KB that a block has without asking: the array's size is
// given at the launch, which must allow it first. A's elements are turned by being copied one by
// one, each to its place; rows of the turned tile are four floats longer than the tile, so that
// neighbouring steps do not meet at a bank and rows still start on 16 bytes.
//
// What to look for: no shared store and no global load of A or B, one barrier a step instead of
// two. A copy of A takes two wavefronts, as steps 8 apart meet at a bank, and one for zeros: 8
// steps of 4 rows would not meet, but touch twice as many lines. It needs compute capability 8.0.

constexpr int kTile = 128;  // of C, a block
constexpr int kSteps = 16;  // of k, a pair of tiles
constexpr int kStages = 3;  // pairs of tiles
constexpr int kThreads = 256;
constexpr int kWarpRows = 32;  // of C, a warp
constexpr int kWarpCols = 64;
constexpr int kLanesDown = 4;  // lanes of a warp along C's columns
constexpr int kLanesAcross = 8;
constexpr int kOwn = 8;     // elements of C along each side that a thread owns
constexpr int kVector = 4;  // floats in a float4
constexpr int kWarpsDown = kTile / kWarpRows;
// A thread's rows and columns are two groups of four, this far apart.
constexpr int kApartRows = kLanesDown * kVector;
constexpr int kApartCols = kLanesAcross * kVector;
constexpr int kPitchA = kTile + kVector;
constexpr int kStage = kSteps * (kPitchA + kTile);    // floats of a pair, A's tile first
constexpr int kRowsA = kThreads / kSteps;             // of A's tile, copied at once
constexpr int kRowsB = kThreads / (kTile / kVector);  // of B's tile

// Starts a copy of kBytes, of which the first `there` are read and the rest are zeros.
template <int kBytes>
__device__ void copy_async(float* to, const float* from, int there) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(
                   static_cast<unsigned>(__cvta_generic_to_shared(to))),
               "l"(from), "n"(kBytes), "r"(there)
               : "memory");
}

// An element of `matrix` (rows × cols), zero beyond its edges.
__device__ void copy_one(float* to, const float* matrix, int rows, int cols, int row, int col) {
  const bool inside = row < rows && col < cols;
  copy_async<4>(to, inside ? &matrix[row * cols + col] : matrix, inside ? 4 : 0);
}

// Four elements of a row. Rows start on 16 bytes only if their length is a multiple of four; then
// no vector crosses the edge either.
__device__ void copy_four(float* to, const float* matrix, int rows, int cols, int row, int col) {
  if (cols % kVector == 0) {
    const bool inside = row < rows && col < cols;
    copy_async<16>(to, inside ? &matrix[row * cols + col] : matrix, inside ? 16 : 0);
    return;
  }
  for (int e = 0; e < kVector; ++e) copy_one(to + e, matrix, rows, cols, row, col + e);
}

// Eight floats as two groups of four.
__device__ void read_eight(float* to, const float* from, int apart) {
  *reinterpret_cast<float4*>(to) = *reinterpret_cast<const float4*>(from);
  *reinterpret_cast<float4*>(to + kVector) = *reinterpret_cast<const float4*>(from + apart);
}

// a: m × k, b: k × n, c: m × n, all row-major; a and b 16-byte aligned.
__global__ void __launch_bounds__(kThreads, 2)
    gemm_stages(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
                int m, int n, int k) {
  extern __shared__ __align__(16) float tiles[];
  const int first_row = blockIdx.y * kTile;
  const int first_col = blockIdx.x * kTile;
  const int thread = threadIdx.x, warp = thread / 32, lane = thread % 32;

  // What this thread copies: a warp takes 16 steps of 2 rows of A, and one row of B.
  const int step_a = thread % kSteps, row_a = thread / kSteps;
  const int step_b = thread / (kTile / kVector), col_b = thread % (kTile / kVector) * kVector;

  const int lane_down = lane & 1 | lane >> 4 << 1;  // lane ^ 2 has the same
  const int lane_across = lane >> 1 & 7;            // lane ^ 1 has the same
  const int own_row = warp % kWarpsDown * kWarpRows + lane_down * kVector;
  const int own_col = warp / kWarpsDown * kWarpCols + lane_across * kVector;

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
      float* to_a = tiles + ahead % kStages * kStage;
      float* to_b = to_a + kSteps * kPitchA;
      for (int y = row_a; y < kTile; y += kRowsA) {
        copy_one(&to_a[step_a * kPitchA + y], a, m, k, first_row + y, ahead * kSteps + step_a);
      }
      for (int y = step_b; y < kSteps; y += kRowsB) {
        copy_four(&to_b[y * kTile + col_b], b, k, n, ahead * kSteps + y, first_col + col_b);
      }
    }
    asm volatile("cp.async.commit_group;" ::: "memory");  // also when empty, to keep count
    if (step < 0) continue;

    const float* from_a = tiles + step % kStages * kStage + own_row;
    const float* from_b = tiles + step % kStages * kStage + kSteps * kPitchA + own_col;
#pragma unroll 2
    for (int i = 0; i < kSteps; ++i) {
      alignas(16) float own_a[kOwn], own_b[kOwn];
      read_eight(own_a, from_a + i * kPitchA, kApartRows);
      read_eight(own_b, from_b + i * kTile, kApartCols);
      for (int y = 0; y < kOwn; ++y) {
        for (int x = 0; x < kOwn; ++x) sum[y][x] += own_a[y] * own_b[x];
      }
    }
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
//         int bytes = kStages * kStage * sizeof(float);
//         cudaFuncSetAttribute(gemm_stages, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
//         gemm_stages<<<grid, kThreads, bytes>>>(a, b, c, m, n, k);
