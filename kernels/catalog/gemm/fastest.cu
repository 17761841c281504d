// The fastest of these products: gemm_grouped_blocks with warps of 64 × 64 and nothing in the loop
// but what it must do. Tiles and the form of the copies are chosen once, at the launch.
//
// - A thread owns 16 × 8: 6 reads of 16 bytes for 128 multiply-adds. One block of 128 × 256 is
//   then all that an SM's registers hold. Smaller products take smaller tiles, to fill the SMs.
// - Copies are spread over the steps, so that they do not queue before the reads.
// - No copy in the loop is tested: the first pair of tiles takes what k leaves over, and rows and
//   columns beyond C's edges are computed from the last ones inside, and not stored.
// - Sums go along eight columns and back: the next multiply-add shares an operand with this one,
//   which the register file need not give again.
// - C is stored float by float. A float4 wants four sums in registers that stand side by side;
//   what ptxas then chooses makes multiply-adds meet at the banks of the register file.
//
// What to look for: 0.047 shared loads a multiply-add with tiles of 64 × 64 a warp, each of two
// wavefronts: 12 for 128 multiply-adds of a thread, which an SM does in 32 cycles.

constexpr int kSteps = 16;     // of k, a pair of tiles
constexpr int kStages = 3;     // pairs of tiles
constexpr int kLanesDown = 4;  // lanes of a warp along C's columns
constexpr int kLanesAcross = 8;
constexpr int kVector = 4;  // floats in a float4
constexpr int kRow = 8;     // columns that sums go along and back
constexpr int kGroup = 8;   // rows of blocks that are walked together

__device__ unsigned shared_address(const float* at) {
  return static_cast<unsigned>(__cvta_generic_to_shared(at));
}

template <int kBytes>
__device__ void copy_async(unsigned to, const float* from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(to), "l"(from), "n"(kBytes)
               : "memory");
}

// Zeros instead where not `inside`.
template <int kBytes>
__device__ void copy_async_if(bool inside, unsigned to, const float* from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(to), "l"(from), "n"(kBytes),
               "r"(inside ? kBytes : 0)
               : "memory");
}

// a: m × k, b: k × n, c: m × n, all row-major; a and b 16-byte aligned. kWide is 4 only if n is a
// multiple of it; kWhole only if C has no edge inside a tile.
template <int kRows, int kCols, int kWarpRows, int kWarpCols, int kBlocks, int kWide, bool kWhole>
__global__ void __launch_bounds__(kRows / kWarpRows * (kCols / kWarpCols) * 32, kBlocks)
    gemm_fastest(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
                 int m, int n, int k) {
  constexpr int kWarpsDown = kRows / kWarpRows;
  constexpr int kThreads = kWarpsDown * (kCols / kWarpCols) * 32;
  constexpr int kOwnRows = kWarpRows / kLanesDown, kOwnCols = kWarpCols / kLanesAcross;
  constexpr int kApartRows = kLanesDown * kVector, kApartCols = kLanesAcross * kVector;
  constexpr int kPitchA = kRows + kVector;
  constexpr int kStage = kSteps * (kPitchA + kCols);  // floats of a pair, A's tile first
  constexpr int kRowsA = kThreads / kSteps, kPartsA = kRows / kRowsA;
  constexpr int kRowsB = kThreads / (kCols / kWide), kPartsB = kSteps / kRowsB;
  constexpr int kFloat = sizeof(float);
  static_assert(kRowsB > 0 && kPartsA < kSteps * 2, "copies fit into the steps");
  extern __shared__ __align__(16) float tiles[];
  const int thread = threadIdx.x, warp = thread / 32, lane = thread % 32;

  const int blocks_down = (m + kRows - 1) / kRows, blocks_across = (n + kCols - 1) / kCols;
  const int group = blockIdx.x / (kGroup * blocks_across) * kGroup;
  const int place = blockIdx.x % (kGroup * blocks_across);
  const int height = min(kGroup, blocks_down - group);
  const int first_row = (group + place % height) * kRows;
  const int first_col = place / height * kCols;

  const int lane_down = lane & 1 | lane >> 4 << 1;  // lane ^ 2 has the same
  const int lane_across = lane >> 1 & 7;            // lane ^ 1 has the same
  const int own_row = warp % kWarpsDown * kWarpRows + lane_down * kVector;
  const int own_col = warp / kWarpsDown * kWarpCols + lane_across * kVector;

  // What this thread copies, in parts: a step of some rows of A, some words of rows of B.
  const int step_a = thread % kSteps, row_a = thread / kSteps;
  const int step_b = thread / (kCols / kWide), col_b = thread % (kCols / kWide) * kWide;
  const float* from_a = a + static_cast<size_t>(first_row) * k + step_a;
  const float* from_b = b + static_cast<size_t>(step_b) * n;
  from_b += kWhole ? first_col + col_b : min(first_col + col_b, n - kWide);
  unsigned rows_a[kPartsA], rows_b[kPartsB];  // from there to the parts' rows, of 32 bits each
  for (int p = 0; p < kPartsA; ++p) {
    rows_a[p] = static_cast<unsigned>(min(row_a + p * kRowsA, m - 1 - first_row)) * k;
  }
  for (int p = 0; p < kPartsB; ++p) rows_b[p] = static_cast<unsigned>(p * kRowsB) * n;
  const unsigned to_a = shared_address(tiles) + (step_a * kPitchA + row_a) * kFloat;
  const unsigned to_b =
      shared_address(tiles) + (kSteps * kPitchA + step_b * kCols + col_b) * kFloat;
  const auto place_a = [](unsigned first_part, int p) { return first_part + p * kRowsA * kFloat; };
  const auto place_b = [](unsigned first_part, int p) {
    return first_part + p * kRowsB * kCols * kFloat;
  };
  const auto next_pair = [&](int of_k) {
    from_a += of_k;
    from_b += static_cast<size_t>(of_k) * n;
  };

  const int steps = (k + kSteps - 1) / kSteps;
  const int first = k - (steps - 1) * kSteps;
  for (int p = 0; p < kPartsA; ++p) {
    const bool inside = step_a < first;
    copy_async_if<kFloat>(inside, place_a(to_a, p), inside ? from_a + rows_a[p] : a);
  }
  for (int p = 0; p < kPartsB; ++p) {
    const bool inside = step_b + p * kRowsB < first;
    copy_async_if<kFloat * kWide>(inside, place_b(to_b, p), inside ? from_b + rows_b[p] : b);
  }
  next_pair(first);
  asm volatile("cp.async.commit_group;" ::: "memory");
  for (int s = 1; s < kStages - 1; ++s) {
    const unsigned pair = s * kStage * kFloat;
    if (s < steps) {
      for (int p = 0; p < kPartsA; ++p)
        copy_async<kFloat>(place_a(to_a + pair, p), from_a + rows_a[p]);
      for (int p = 0; p < kPartsB; ++p)
        copy_async<kFloat * kWide>(place_b(to_b + pair, p), from_b + rows_b[p]);
      next_pair(kSteps);
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
  }

  // Of the groups started, all but the newest kStages - 2 are there, of every thread.
  const auto wait = [] {
    asm volatile("cp.async.wait_group %0;" ::"n"(kStages - 2) : "memory");
    __syncthreads();
  };
  alignas(16) float own_a[2][kOwnRows], own_b[2][kOwnCols];
  const float* read_a = tiles + own_row;
  const float* read_b = tiles + kSteps * kPitchA + own_col;
  const auto read = [&](int i, int to) {
#pragma unroll
    for (int p = 0; p < kOwnRows / kVector; ++p) {
      *reinterpret_cast<float4*>(&own_a[to][p * kVector]) =
          *reinterpret_cast<const float4*>(&read_a[i * kPitchA + p * kApartRows]);
    }
#pragma unroll
    for (int p = 0; p < kOwnCols / kVector; ++p) {
      *reinterpret_cast<float4*>(&own_b[to][p * kVector]) =
          *reinterpret_cast<const float4*>(&read_b[i * kCols + p * kApartCols]);
    }
  };

  float sum[kOwnRows][kOwnCols] = {};
  wait();
  read(0, 0);
  int stage = 0;
  for (int step = 0; step < steps; ++step) {
    // Where copies go: what was read last at step - 1.
    const unsigned pair = (stage == 0 ? kStages - 1 : stage - 1) * kStage * kFloat;
    const unsigned free_a = to_a + pair, free_b = to_b + pair;
    const bool more = step + kStages - 1 < steps;
#pragma unroll
    for (int i = 0; i < kSteps; ++i) {
      if (i + 1 < kSteps) {
        read(i + 1, (i + 1) % 2);
      } else {
        asm volatile("cp.async.commit_group;" ::: "memory");
        wait();
        stage = stage + 1 == kStages ? 0 : stage + 1;
        read_a = tiles + stage * kStage + own_row;
        read_b = tiles + stage * kStage + kSteps * kPitchA + own_col;
        read(0, 0);  // after the last step: what nobody uses
      }
      if (more) {
#pragma unroll
        for (int p = 0; p < kPartsA; ++p) {
          if (p * (kSteps - 1) / kPartsA != i) continue;
          copy_async<kFloat>(place_a(free_a, p), from_a + rows_a[p]);
        }
#pragma unroll
        for (int p = 0; p < kPartsB; ++p) {
          if (p * (kSteps - 1) / kPartsB != i) continue;
          copy_async<kFloat * kWide>(place_b(free_b, p), from_b + rows_b[p]);
        }
      }
#pragma unroll
      for (int x = 0; x < kOwnCols; x += kRow) {
#pragma unroll
        for (int y = 0; y < kOwnRows; ++y) {
#pragma unroll
          for (int e = 0; e < kRow; ++e) {
            const int to = x + (y % 2 == 0 ? e : kRow - 1 - e);
            sum[y][to] = fmaf(own_a[i % 2][y], own_b[i % 2][to], sum[y][to]);
          }
        }
      }
    }
    next_pair(kSteps);
  }

#pragma unroll
  for (int y = 0; y < kOwnRows; ++y) {
    const int row = first_row + own_row + y / kVector * kApartRows + y % kVector;
#pragma unroll
    for (int x = 0; x < kOwnCols; ++x) {
      const int col = first_col + own_col + x / kVector * kApartCols + x % kVector;
      if (kWhole || (row < m && col < n)) c[static_cast<size_t>(row) * n + col] = sum[y][x];
    }
  }
}

// Without an edge: large, two blocks an SM, small.
template __global__ void gemm_fastest<128, 256, 64, 64, 1, 4, true>(const float*, const float*,
                                                                    float*, int, int, int);
template __global__ void gemm_fastest<128, 128, 64, 64, 2, 4, true>(const float*, const float*,
                                                                    float*, int, int, int);
template __global__ void gemm_fastest<64, 128, 32, 64, 4, 4, true>(const float*, const float*,
                                                                   float*, int, int, int);
// With edges: rows of B on 16 bytes, others.
template __global__ void gemm_fastest<64, 128, 32, 64, 4, 4, false>(const float*, const float*,
                                                                    float*, int, int, int);
template __global__ void gemm_fastest<64, 128, 32, 64, 4, 1, false>(const float*, const float*,
                                                                    float*, int, int, int);

// Launch: int grid = ((n + kCols - 1) / kCols) * ((m + kRows - 1) / kRows);
//         int bytes = kStages * kSteps * (kRows + kVector + kCols) * sizeof(float);
//         auto product = gemm_fastest<kRows, kCols, kWarpRows, kWarpCols, kBlocks, kWide, kWhole>;
//         cudaFuncSetAttribute(product, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
//         product<<<grid, kThreads, bytes>>>(a, b, c, m, n, k);
