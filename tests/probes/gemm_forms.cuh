// Forms of gemm/fastest with its choices as template values, for the probe beside it
// (gemm_forms.cu): warp tiles, slices of k, how C is stored; and the copy that gives B's rows a
// pitch.
#pragma once

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

// As gemm/fastest's kernel, whose forms differ from these by what is fixed there.
// - kSlices: groups of warps that share the steps of each pair of tiles.
// - kStore: how four sums come to be a float4: 0 not at all, float by float; 1 by a shuffle to the
//   lane itself; 2 times a 1 that the compiler does not know; 3 as they are.
template <int kRows, int kCols, int kWarpRows, int kWarpCols, int kBlocks, int kSteps, int kSlices,
          int kStore, bool kWhole>
__global__ void __launch_bounds__(kRows / kWarpRows * (kCols / kWarpCols) * 32 * kSlices, kBlocks)
    gemm_forms(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
               int m, int n, int k, int pitch_b) {
  constexpr int kWide = 4;
  constexpr int kWarpsDown = kRows / kWarpRows;
  constexpr int kSliceThreads = kWarpsDown * (kCols / kWarpCols) * 32;
  constexpr int kThreads = kSliceThreads * kSlices, kOwnSteps = kSteps / kSlices;
  constexpr int kOwnRows = kWarpRows / kLanesDown, kOwnCols = kWarpCols / kLanesAcross;
  constexpr int kApartRows = kLanesDown * kVector, kApartCols = kLanesAcross * kVector;
  constexpr int kPitchA = kRows + kVector;
  constexpr int kStage = kSteps * (kPitchA + kCols);  // floats of a pair, A's tile first
  constexpr int kRowsA = kThreads / kSteps, kPartsA = kRows / kRowsA;
  constexpr int kRowsB = kThreads / (kCols / kWide), kPartsB = kSteps / kRowsB;
  constexpr int kFloat = sizeof(float);
  static_assert(kRowsB > 0 && kPartsA > 0, "copies fit into the steps");
  extern __shared__ __align__(16) float tiles[];
  const int thread = threadIdx.x, slice = thread / kSliceThreads,
            warp = thread % kSliceThreads / 32, lane = thread % 32;

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
  const float* from_b = b + static_cast<size_t>(step_b) * pitch_b;
  from_b += kWhole ? first_col + col_b : min(first_col + col_b, pitch_b - kWide);
  unsigned rows_a[kPartsA], rows_b[kPartsB];  // from there to the parts' rows, of 32 bits each
  for (int p = 0; p < kPartsA; ++p) {
    rows_a[p] = static_cast<unsigned>(kWhole ? row_a + p * kRowsA
                                             : min(row_a + p * kRowsA, m - 1 - first_row)) *
                k;
  }
  for (int p = 0; p < kPartsB; ++p) rows_b[p] = static_cast<unsigned>(p * kRowsB) * pitch_b;
  const unsigned to_a = shared_address(tiles) + (step_a * kPitchA + row_a) * kFloat;
  const unsigned to_b =
      shared_address(tiles) + (kSteps * kPitchA + step_b * kCols + col_b) * kFloat;
  const auto place_a = [](unsigned first_part, int p) { return first_part + p * kRowsA * kFloat; };
  const auto place_b = [](unsigned first_part, int p) {
    return first_part + p * kRowsB * kCols * kFloat;
  };
  const auto next_pair = [&](int of_k) {
    from_a += of_k;
    from_b += static_cast<size_t>(of_k) * pitch_b;
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
  const float* const slice_tiles = tiles + slice * kOwnSteps * kPitchA;
  const float* const slice_b = tiles + kSteps * kPitchA + slice * kOwnSteps * kCols + own_col;
  const float* read_a = slice_tiles + own_row;
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
        read_a = slice_tiles + stage * kStage + own_row;
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

  if constexpr (kSlices > 1) {
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    constexpr int kPart = kOwnRows / kSlices;

    const int own = thread % kSliceThreads;
#pragma unroll
    for (int to = 0; to < kSlices; ++to) {
      if (to == slice) continue;
      float* place = tiles +
                     (to * (kSlices - 1) + (slice < to ? slice : slice - 1)) * kPart * kOwnCols *
                         kSliceThreads +
                     own;
#pragma unroll
      for (int y = 0; y < kPart; ++y)
#pragma unroll
        for (int x = 0; x < kOwnCols; ++x)
          place[(y * kOwnCols + x) * kSliceThreads] = sum[to * kPart + y][x];
    }
    __syncthreads();
#pragma unroll
    for (int of = 0; of < kSlices; ++of) {
      if (of != slice) continue;
#pragma unroll
      for (int other = 0; other < kSlices - 1; ++other) {
        const float* place =
            tiles + (of * (kSlices - 1) + other) * kPart * kOwnCols * kSliceThreads + own;
#pragma unroll
        for (int y = 0; y < kPart; ++y)
#pragma unroll
          for (int x = 0; x < kOwnCols; ++x)
            sum[of * kPart + y][x] += place[(y * kOwnCols + x) * kSliceThreads];
      }
    }
  }
  const float one = kStore == 2 ? gridDim.z : 1;
#pragma unroll
  for (int y = 0; y < kOwnRows; ++y) {
    if (kSlices > 1 && y / (kOwnRows / kSlices) != slice) continue;
    const int row = first_row + own_row + y / kVector * kApartRows + y % kVector;
    if (kStore == 0 || !kWhole) {
#pragma unroll
      for (int x = 0; x < kOwnCols; ++x) {
        const int col = first_col + own_col + x / kVector * kApartCols + x % kVector;
        if (kWhole || (row < m && col < n)) c[static_cast<size_t>(row) * n + col] = sum[y][x];
      }
    } else {
#pragma unroll
      for (int x = 0; x < kOwnCols; x += kVector) {
        float out[4];
#pragma unroll
        for (int e = 0; e < 4; ++e) {
          if (kStore == 1) out[e] = __shfl_xor_sync(~0u, sum[y][x + e], 0);
          if (kStore == 2) out[e] = sum[y][x + e] * one;
          if (kStore == 3) out[e] = sum[y][x + e];
        }
        const int col = first_col + own_col + x / kVector * kApartCols;
        *reinterpret_cast<float4*>(&c[static_cast<size_t>(row) * n + col]) = {out[0], out[1],
                                                                              out[2], out[3]};
      }
    }
  }
}

// b's rows, of n floats, one after another from to on, pitch floats apart.
__global__ void copy_rows(const float* __restrict__ b, float* __restrict__ to, int n, int rows,
                          int pitch) {
  for (int row = blockIdx.y; row < rows; row += gridDim.y) {
    const float* from = b + static_cast<size_t>(row) * n;
    float* t = to + static_cast<size_t>(row) * pitch;
    float v[4];
    const int col = blockIdx.x * blockDim.x * 4 + threadIdx.x;
#pragma unroll
    for (int e = 0; e < 4; ++e)
      if (col + e * (int)blockDim.x < n) v[e] = from[col + e * blockDim.x];
#pragma unroll
    for (int e = 0; e < 4; ++e)
      if (col + e * (int)blockDim.x < n) t[col + e * blockDim.x] = v[e];
  }
}
