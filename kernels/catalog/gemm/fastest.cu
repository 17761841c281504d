// The fastest of these products: gemm_grouped_blocks with warps of 64 × 64 and nothing in the loop
// but what it must do. Tiles are chosen once, at the launch: the larger where they fill the SMs.
//
// - A thread owns 16 × 8: 6 reads of 16 bytes for 128 multiply-adds. One block of eight such warps
//   is then all that an SM's registers hold: a tile of 128 × 256. Or one of 64 × 128, whose two
//   warps are there four times: each slice of warps sums a quarter of the steps, and what they have
//   comes together through shared memory in the end.
// - Copies are spread over the steps, so that they do not queue before the reads.
// - No copy in the loop is tested: the first pair of tiles takes what k leaves over, and rows and
//   columns beyond C's edges are computed from the last ones inside, and not stored.
// - Rows of B that do not start on 16 bytes would take four copies for one. A launch before this
//   one gives them a pitch: 8 bytes of traffic an element of B, once.
// - Sums go along eight columns and back: the next multiply-add shares an operand with this one,
//   which the register file need not give again.
// - C is stored as float4, each sum after a shuffle to its own lane. A float4 wants four registers
//   that stand side by side; without the shuffle ptxas keeps the sums so from the start, and
//   multiply-adds meet at the banks of the register file.
//
// What to look for: 0.047 shared loads a multiply-add with tiles of 64 × 64 a warp, each of two
// wavefronts: 12 for 128 multiply-adds of a thread, which an SM does in 32 cycles.

constexpr int kStages = 3;     // pairs of tiles
constexpr int kLanesDown = 4;  // lanes of a warp along C's columns
constexpr int kLanesAcross = 8;
constexpr int kWarpTile = 64;  // of C, a warp, along each side
constexpr int kVector = 4;     // floats in a float4
constexpr int kRow = 8;        // columns that sums go along and back
constexpr int kGroup = 8;      // rows of blocks that are walked together

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

__device__ void store_vector(float* to, float x, float y, float z, float w) {
  const auto moved = [](float sum) { return __shfl_xor_sync(0xffffffffu, sum, 0); };
  *reinterpret_cast<float4*>(to) = {moved(x), moved(y), moved(z), moved(w)};
}

// b: k × n, row-major. The same rows, `pitch` floats apart, with zeros behind each.
__global__ void gemm_fastest_pitch(const float* __restrict__ b, float* __restrict__ pitched, int n,
                                   int k, int pitch) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col >= pitch) return;
  for (int row = blockIdx.y; row < k; row += gridDim.y) {
    const float value = col < n ? b[static_cast<size_t>(row) * n + col] : 0;
    pitched[static_cast<size_t>(row) * pitch + col] = value;
  }
}

// a: m × k, b: k × n with rows `pitch` floats apart, a multiple of 4; c: m × n. All row-major, a
// and b 16-byte aligned. kWhole only if C has no edge inside a tile. kSteps: of k, a pair of tiles;
// each of kSlices groups of warps takes as many of them.
template <int kRows, int kCols, int kSteps, int kSlices, bool kWhole>
__global__ void __launch_bounds__(kRows / kWarpTile * (kCols / kWarpTile) * kSlices * 32)
    gemm_fastest(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
                 int m, int n, int k, int pitch) {
  constexpr int kWarpsDown = kRows / kWarpTile;
  constexpr int kSliceThreads = kWarpsDown * (kCols / kWarpTile) * 32;
  constexpr int kThreads = kSliceThreads * kSlices, kOwnSteps = kSteps / kSlices;
  constexpr int kOwnRows = kWarpTile / kLanesDown, kOwnCols = kWarpTile / kLanesAcross;
  constexpr int kApartRows = kLanesDown * kVector, kApartCols = kLanesAcross * kVector;
  constexpr int kPitchA = kRows + kVector;
  constexpr int kStage = kSteps * (kPitchA + kCols);  // floats of a pair, A's tile first
  constexpr int kRowsA = kThreads / kSteps, kPartsA = kRows / kRowsA;
  constexpr int kRowsB = kThreads / (kCols / kVector), kPartsB = kSteps / kRowsB;
  constexpr int kFloat = sizeof(float);
  static_assert(kRowsB > 0 && kPartsB > 0, "every thread copies");
  extern __shared__ __align__(16) float tiles[];
  const int thread = threadIdx.x, lane = thread % 32;
  const int slice = thread / kSliceThreads, warp = thread % kSliceThreads / 32;

  const int blocks_down = (m + kRows - 1) / kRows, blocks_across = (n + kCols - 1) / kCols;
  const int group = blockIdx.x / (kGroup * blocks_across) * kGroup;
  const int place = blockIdx.x % (kGroup * blocks_across);
  const int height = min(kGroup, blocks_down - group);
  const int first_row = (group + place % height) * kRows;
  const int first_col = place / height * kCols;

  const int lane_down = lane & 1 | lane >> 4 << 1;  // lane ^ 2 has the same
  const int lane_across = lane >> 1 & 7;            // lane ^ 1 has the same
  const int own_row = warp % kWarpsDown * kWarpTile + lane_down * kVector;
  const int own_col = warp / kWarpsDown * kWarpTile + lane_across * kVector;

  // What this thread copies, in parts: a step of some rows of A, 16 bytes of some rows of B.
  const int step_a = thread % kSteps, row_a = thread / kSteps;
  const int step_b = thread / (kCols / kVector), col_b = thread % (kCols / kVector) * kVector;
  const float* from_a = a + static_cast<size_t>(first_row) * k + step_a;
  const float* from_b = b + static_cast<size_t>(step_b) * pitch;
  from_b += kWhole ? first_col + col_b : min(first_col + col_b, pitch - kVector);
  unsigned rows_a[kPartsA], rows_b[kPartsB];  // from there to the parts' rows, of 32 bits each
  for (int p = 0; p < kPartsA; ++p) {
    const int row = row_a + p * kRowsA;
    rows_a[p] = static_cast<unsigned>(kWhole ? row : min(row, m - 1 - first_row)) * k;
  }
  for (int p = 0; p < kPartsB; ++p) rows_b[p] = static_cast<unsigned>(p * kRowsB) * pitch;
  const unsigned to_a = shared_address(tiles) + (step_a * kPitchA + row_a) * kFloat;
  const unsigned to_b =
      shared_address(tiles) + (kSteps * kPitchA + step_b * kCols + col_b) * kFloat;
  const auto place_a = [](unsigned first_part, int p) { return first_part + p * kRowsA * kFloat; };
  const auto place_b = [](unsigned first_part, int p) {
    return first_part + p * kRowsB * kCols * kFloat;
  };
  const auto next_pair = [&](int of_k) {
    from_a += of_k;
    from_b += static_cast<size_t>(of_k) * pitch;
  };

  const int steps = (k + kSteps - 1) / kSteps;
  const int first = k - (steps - 1) * kSteps;
  for (int p = 0; p < kPartsA; ++p) {
    const bool inside = step_a < first;
    copy_async_if<kFloat>(inside, place_a(to_a, p), inside ? from_a + rows_a[p] : a);
  }
  for (int p = 0; p < kPartsB; ++p) {
    const bool inside = step_b + p * kRowsB < first;
    copy_async_if<kFloat * kVector>(inside, place_b(to_b, p), inside ? from_b + rows_b[p] : b);
  }
  next_pair(first);
  asm volatile("cp.async.commit_group;" ::: "memory");
  for (int s = 1; s < kStages - 1; ++s) {
    const unsigned pair = s * kStage * kFloat;
    if (s < steps) {
      for (int p = 0; p < kPartsA; ++p)
        copy_async<kFloat>(place_a(to_a + pair, p), from_a + rows_a[p]);
      for (int p = 0; p < kPartsB; ++p)
        copy_async<kFloat * kVector>(place_b(to_b + pair, p), from_b + rows_b[p]);
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
  const float* const slice_a = tiles + slice * kOwnSteps * kPitchA + own_row;
  const float* const slice_b = tiles + kSteps * kPitchA + slice * kOwnSteps * kCols + own_col;
  const float* read_a = slice_a;
  const float* read_b = slice_b;
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
    for (int i = 0; i < kOwnSteps; ++i) {
      if (i + 1 < kOwnSteps) {
        read(i + 1, (i + 1) % 2);
      } else {
        asm volatile("cp.async.commit_group;" ::: "memory");
        wait();
        stage = stage + 1 == kStages ? 0 : stage + 1;
        read_a = slice_a + stage * kStage;
        read_b = slice_b + stage * kStage;
        read(0, 0);  // after the last step: what nobody uses
      }
      if (more) {
#pragma unroll
        for (int p = 0; p < kPartsA; ++p) {
          if (p * (kOwnSteps - 1) / kPartsA != i) continue;
          copy_async<kFloat>(place_a(free_a, p), from_a + rows_a[p]);
        }
#pragma unroll
        for (int p = 0; p < kPartsB; ++p) {
          if (p * (kOwnSteps - 1) / kPartsB != i) continue;
          copy_async<kFloat * kVector>(place_b(free_b, p), from_b + rows_b[p]);
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

  // Each slice ends up with the sums of some rows of every thread: what the others have of them
  // goes through shared memory, which no copy and no reader needs any more.
  constexpr int kEndRows = kOwnRows / kSlices, kEnd = kEndRows * kOwnCols;
  const auto shared_part = [&](int of, int to) {  // what slice `of` has for slice `to`
    const int place = to * (kSlices - 1) + (of < to ? of : of - 1);
    return tiles + place * kEnd * kSliceThreads + thread % kSliceThreads;
  };
  if (kSlices > 1) {
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
#pragma unroll
    for (int to = 0; to < kSlices; ++to) {
      if (to == slice) continue;
#pragma unroll
      for (int e = 0; e < kEnd; ++e) {
        shared_part(slice, to)[e * kSliceThreads] = sum[to * kEndRows + e / kOwnCols][e % kOwnCols];
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int own = 0; own < kSlices; ++own) {
    if (own != slice) continue;
#pragma unroll
    for (int y = own * kEndRows; y < (own + 1) * kEndRows; ++y) {
#pragma unroll
      for (int of = 0; of < kSlices; ++of) {
#pragma unroll
        for (int x = 0; x < kOwnCols && of != own; ++x) {
          const int e = (y - own * kEndRows) * kOwnCols + x;
          sum[y][x] += shared_part(of, own)[e * kSliceThreads];
        }
      }
      const int row = first_row + own_row + y / kVector * kApartRows + y % kVector;
#pragma unroll
      for (int x = 0; x < kOwnCols; x += kVector) {
        const int col = first_col + own_col + x / kVector * kApartCols;
        float* const to = c + static_cast<size_t>(row) * n + col;
        if (kWhole) {
          store_vector(to, sum[y][x], sum[y][x + 1], sum[y][x + 2], sum[y][x + 3]);
        } else {
#pragma unroll
          for (int e = 0; e < kVector; ++e) {
            if (row < m && col + e < n) to[e] = sum[y][x + e];
          }
        }
      }
    }
  }
}

// Without an edge: large, small. With edges.
template __global__ void gemm_fastest<128, 256, 16, 1, true>(const float*, const float*, float*,
                                                             int, int, int, int);
template __global__ void gemm_fastest<64, 128, 32, 4, true>(const float*, const float*, float*, int,
                                                            int, int, int);
template __global__ void gemm_fastest<64, 128, 32, 4, false>(const float*, const float*, float*,
                                                             int, int, int, int);

// Launch: int pitch = (n + 3) / 4 * 4;
//         int grid = ((n + kCols - 1) / kCols) * ((m + kRows - 1) / kRows);
//         int tiles = kStages * kSteps * (kRows + kVector + kCols);
//         int bytes = max(tiles, (kSlices - 1) * kRows * kCols) * sizeof(float);
//         auto product = gemm_fastest<kRows, kCols, kSteps, kSlices, kWhole>;
//         cudaFuncSetAttribute(product, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
//         if (pitch != n) {
//           dim3 blocks((pitch + 255) / 256, min(k, 65535));
//           gemm_fastest_pitch<<<blocks, 256>>>(b, pitched, n, k, pitch);
//         }
//         product<<<grid, kThreads, bytes>>>(a, pitch != n ? pitched : b, c, m, n, k, pitch);
