// gemm_stages that reads a step ahead: while a thread multiplies what it has, the next step's words
// are on their way from shared memory.
//
// A read takes some 30 cycles, the 64 multiply-adds of a step more. With two sets of
// registers, one that is multiplied and one that is being filled, no sum waits for a read; the
// first read of the next pair of tiles, too, comes before the last sums of this one. All steps are
// unrolled, so that which set is which costs no instruction.
//
// What to look for: the same accesses, 0.0625 shared loads a multiply-add, in another order.

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
    gemm_read_ahead(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
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

  const int steps = (k + kSteps - 1) / kSteps;
  // Starts the copies of a step's tiles; a group also when there are none, to keep count.
  const auto copy = [&](int step) {
    if (step < steps) {
      float* to_a = tiles + step % kStages * kStage;
      float* to_b = to_a + kSteps * kPitchA;
      for (int y = row_a; y < kTile; y += kRowsA) {
        copy_one(&to_a[step_a * kPitchA + y], a, m, k, first_row + y, step * kSteps + step_a);
      }
      for (int y = step_b; y < kSteps; y += kRowsB) {
        copy_four(&to_b[y * kTile + col_b], b, k, n, step * kSteps + y, first_col + col_b);
      }
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
  };
  // Of the groups started, all but the newest kStages - 2 are there, of every thread.
  const auto wait = [] {
    asm volatile("cp.async.wait_group %0;" ::"n"(kStages - 2) : "memory");
    __syncthreads();
  };
  alignas(16) float own_a[2][kOwn], own_b[2][kOwn];
  const auto read = [&](int step, int i) {
    const float* pair = tiles + step % kStages * kStage;
    read_eight(own_a[i % 2], pair + own_row + i * kPitchA, kApartRows);
    read_eight(own_b[i % 2], pair + kSteps * kPitchA + own_col + i * kTile, kApartCols);
  };

  float sum[kOwn][kOwn] = {};
  for (int step = 0; step < kStages - 1; ++step) copy(step);
  wait();
  read(0, 0);
  for (int step = 0; step < steps; ++step) {
    copy(step + kStages - 1);  // to where step - 1 was read, before the barrier
#pragma unroll
    for (int i = 0; i < kSteps; ++i) {
      if (i + 1 < kSteps) {
        read(step, i + 1);
      } else {
        wait();
        read(step + 1, 0);  // after the last step: what nobody uses
      }
      for (int y = 0; y < kOwn; ++y) {
        for (int x = 0; x < kOwn; ++x) sum[y][x] += own_a[i % 2][y] * own_b[i % 2][x];
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
//         int bytes = kStages * kStage * sizeof(float);  // to be allowed first, as in stages.cu
//         gemm_read_ahead<<<grid, kThreads, bytes>>>(a, b, c, m, n, k);
