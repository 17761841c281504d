// gemm_fastest's 64 × 128 tile for a small C and long sums: the steps of k are shared out among
// several blocks, each of which sums its part of them, and a second launch adds the parts.
//
// A C of 256 × 256 has eight tiles of this size: eight blocks, for a GPU of 132 SMs, however long
// the sums are. With its sums in `splits` parts there are that many times as many blocks. Each part
// is written to memory and read again, 8 bytes an element of C, which long sums make little of.
// Parts are added in the order of k, not by atomics: each run gives the same bits.
//
// What to look for: blockIdx.z, the part; the loop is gemm_fastest's. The second launch reads
// `splits` values for each that it writes.

constexpr int kTileRows = 64;  // of C, a block
constexpr int kTileCols = 128;
constexpr int kSteps = 16;  // of k, a pair of tiles
constexpr int kStages = 3;  // pairs of tiles
constexpr int kThreads = 128;
constexpr int kBlocks = 4;     // an SM: what their registers allow
constexpr int kWarpRows = 32;  // of C, a warp
constexpr int kWarpCols = 64;
constexpr int kLanesDown = 4;  // lanes of a warp along C's columns
constexpr int kLanesAcross = 8;
constexpr int kOwn = 8;     // elements of C along each side that a thread owns
constexpr int kVector = 4;  // floats in a float4
constexpr int kWarpsDown = kTileRows / kWarpRows;
// A thread's rows and columns are two groups of four, this far apart.
constexpr int kApartRows = kLanesDown * kVector;
constexpr int kApartCols = kLanesAcross * kVector;
constexpr int kPitchA = kTileRows + kVector;            // of the turned tile, a step
constexpr int kStage = kSteps * (kPitchA + kTileCols);  // floats of a pair, A's tile first
constexpr int kRowsA = kThreads / kSteps;               // of A's tile, copied at once
constexpr int kPartsA = kTileRows / kRowsA;             // copies of A that a thread starts, a pair

// Starts a copy of kBytes, or of as many zeros where not `inside`.
template <int kBytes>
__device__ void copy_async(float* to, const float* from, bool inside) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(
                   static_cast<unsigned>(__cvta_generic_to_shared(to))),
               "l"(from), "n"(kBytes), "r"(inside ? kBytes : 0)
               : "memory");
}

// Eight floats as two groups of four.
__device__ void read_eight(float* to, const float* from, int apart) {
  *reinterpret_cast<float4*>(to) = *reinterpret_cast<const float4*>(from);
  *reinterpret_cast<float4*>(to + kVector) = *reinterpret_cast<const float4*>(from + apart);
}

// a: m × k, b: k × n, partials: gridDim.z matrices of m × n, all row-major; a and b 16-byte
// aligned. kWide, the floats of a copy of B, is 4 only if n is a multiple of it.
template <int kWide>
__global__ void __launch_bounds__(kThreads, kBlocks)
    gemm_split_k(const float* __restrict__ a, const float* __restrict__ b,
                 float* __restrict__ partials, int m, int n, int k) {
  constexpr int kRowsB = kThreads / (kTileCols / kWide);  // of B's tile, copied at once
  constexpr int kPartsB = kSteps / kRowsB;
  extern __shared__ __align__(16) float tiles[];
  const int first_row = blockIdx.y * kTileRows, first_col = blockIdx.x * kTileCols;
  const int thread = threadIdx.x, warp = thread / 32, lane = thread % 32;

  // This block's steps: as many as every other's, or one more.
  const int all_steps = (k + kSteps - 1) / kSteps;
  const int part = blockIdx.z, parts = gridDim.z;
  const int begin = static_cast<long long>(all_steps) * part / parts;
  const int steps = static_cast<long long>(all_steps) * (part + 1) / parts - begin;
  // What k leaves over is the first part's first step, so that no later one has an edge.
  const int left_over = k - (all_steps - 1) * kSteps;
  const int first = begin == 0 ? left_over : kSteps;
  const int first_k = begin == 0 ? 0 : left_over + (begin - 1) * kSteps;

  // What this thread copies: a step of some rows of A, some words of rows of B. Those beyond C's
  // edges repeat the last ones inside.
  const int step_a = thread % kSteps, row_a = thread / kSteps;
  const int step_b = thread / (kTileCols / kWide), col_b = thread % (kTileCols / kWide) * kWide;
  const float* from_a = a + static_cast<size_t>(first_row) * k + first_k + step_a;
  const float* from_b = b + static_cast<size_t>(first_k + step_b) * n;
  from_b += min(first_col + col_b, n - kWide);
  unsigned rows_a[kPartsA];  // from there to the copies' rows
  for (int p = 0; p < kPartsA; ++p) {
    rows_a[p] = static_cast<unsigned>(min(row_a + p * kRowsA, m - 1 - first_row)) * k;
  }
  float* const to_a = tiles + step_a * kPitchA + row_a;
  float* const to_b = tiles + kSteps * kPitchA + step_b * kTileCols + col_b;
  const auto copy_a = [&](int stage, int p, bool inside) {
    copy_async<4>(to_a + stage * kStage + p * kRowsA, inside ? from_a + rows_a[p] : a, inside);
  };
  const auto copy_b = [&](int stage, int p, bool inside) {
    copy_async<4 * kWide>(to_b + stage * kStage + p * kRowsB * kTileCols,
                          inside ? from_b + static_cast<unsigned>(p * kRowsB) * n : b, inside);
  };
  const auto next_pair = [&](int of_k) {
    from_a += of_k;
    from_b += static_cast<size_t>(of_k) * n;
    asm volatile("cp.async.commit_group;" ::: "memory");  // also when empty, to keep count
  };
  // Of the groups started, all but the newest kStages - 2 are there, of every thread.
  const auto wait = [] {
    asm volatile("cp.async.wait_group %0;" ::"n"(kStages - 2) : "memory");
    __syncthreads();
  };

  for (int s = 0; s < kStages - 1; ++s) {
    const int there = s == 0 ? first : kSteps;
    if (s < steps) {
      for (int p = 0; p < kPartsA; ++p) copy_a(s, p, step_a < there);
      for (int p = 0; p < kPartsB; ++p) copy_b(s, p, step_b + p * kRowsB < there);
    }
    next_pair(there);
  }

  const int lane_down = lane & 1 | lane >> 4 << 1;  // lane ^ 2 has the same
  const int lane_across = lane >> 1 & 7;            // lane ^ 1 has the same
  const int own_row = warp % kWarpsDown * kWarpRows + lane_down * kVector;
  const int own_col = warp / kWarpsDown * kWarpCols + lane_across * kVector;
  alignas(16) float own_a[2][kOwn], own_b[2][kOwn];
  const auto read = [&](int stage, int i) {
    const float* pair = tiles + stage * kStage;
    read_eight(own_a[i % 2], pair + own_row + i * kPitchA, kApartRows);
    read_eight(own_b[i % 2], pair + kSteps * kPitchA + own_col + i * kTileCols, kApartCols);
  };

  float sum[kOwn][kOwn] = {};
  int stage = 0;
  if (steps > 0) {
    wait();
    read(0, 0);
  }
  for (int step = 0; step < steps; ++step) {
    const int free = stage == 0 ? kStages - 1 : stage - 1;  // read last at step - 1
    const bool more = step + kStages - 1 < steps;
#pragma unroll
    for (int i = 0; i < kSteps; ++i) {
      // Copies are spread over the steps, so that they do not queue before the reads.
      if (more) {
#pragma unroll
        for (int p = 0; p < kPartsA; ++p) {
          if (p * (kSteps - 1) / kPartsA == i) copy_a(free, p, true);
        }
#pragma unroll
        for (int p = 0; p < kPartsB; ++p) {
          if (p * (kSteps - 1) / kPartsB == i) copy_b(free, p, true);
        }
      }
      if (i + 1 < kSteps) {
        read(stage, i + 1);
      } else {
        next_pair(kSteps);
        wait();
        stage = stage + 1 == kStages ? 0 : stage + 1;
        read(stage, 0);  // after the last step: what nobody uses
      }
#pragma unroll
      for (int y = 0; y < kOwn; ++y) {
#pragma unroll
        for (int e = 0; e < kOwn; ++e) {
          const int x = y % 2 == 0 ? e : kOwn - 1 - e;
          sum[y][x] = fmaf(own_a[i % 2][y], own_b[i % 2][x], sum[y][x]);
        }
      }
    }
  }

  float* const c = partials + static_cast<size_t>(part) * m * n;
#pragma unroll
  for (int y = 0; y < kOwn; ++y) {
    const int row = first_row + own_row + y / kVector * kApartRows + y % kVector;
#pragma unroll
    for (int x = 0; x < kOwn; ++x) {
      const int col = first_col + own_col + x / kVector * kApartCols + x % kVector;
      if (row < m && col < n) c[static_cast<size_t>(row) * n + col] = sum[y][x];
    }
  }
}

template __global__ void gemm_split_k<4>(const float*, const float*, float*, int, int, int);
template __global__ void gemm_split_k<1>(const float*, const float*, float*, int, int, int);

// c = the sum of `parts` arrays of `elements` floats, one behind the other.
__global__ void gemm_split_k_sum(const float* __restrict__ partials, float* __restrict__ c,
                                 int elements, int parts) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= elements) return;
  float sum = 0;
#pragma unroll 4
  for (int part = 0; part < parts; ++part) {
    sum += partials[static_cast<size_t>(part) * elements + i];
  }
  c[i] = sum;
}

// Launch: dim3 grid((n + kTileCols - 1) / kTileCols, (m + kTileRows - 1) / kTileRows, splits);
//         int bytes = kStages * kStage * sizeof(float);
//         (n % 4 == 0 ? gemm_split_k<4> : gemm_split_k<1>)
//             <<<grid, kThreads, bytes>>>(a, b, partials, m, n, k);
//         gemm_split_k_sum<<<(m * n + 255) / 256, 256>>>(partials, c, m * n, splits);
