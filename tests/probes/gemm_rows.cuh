// A product of floats that keeps A's tile as it stands in memory, chosen by a template for the
// probe beside it (gemm.cu) and for the machine (gemm_rows.cu).
//
// - Against gemm/fastest A is not turned: it comes by 16 bytes a copy instead of 4, and a thread
//   reads four steps of a row at once, which takes as many reads of 16 bytes. Beside the 2,048
//   multiply-adds of a warp's 16 steps of 64 × 64 a quarter of A's copies and of their addresses.
// - kSlices: groups of warps share the steps of each pair of tiles and add their sums through
// shared
//   memory in the end, so that a small tile has enough warps to hide what each waits for.
// - Thin edges: at 4097 the last row and column of tiles hold one row and one column of C. Where
// the
//   rest is at most kThin, blocks of their own sum it without a tile, and tiles have no edge.
#pragma once

template <int kRows, int kCols, int kWarpRows, int kWarpCols, int kSteps, int kStages, int kBlocks,
          int kSlices, int kWideA, int kWideB, int kTogether = 2>
struct RowsForm {
  static constexpr int together = kTogether;  // rows of a thread, between two reads
  static constexpr int rows = kRows, cols = kCols, steps = kSteps, stages = kStages;
  static constexpr int warp_rows = kWarpRows, warp_cols = kWarpCols, blocks = kBlocks;
  static constexpr int slices = kSlices, wide_a = kWideA, wide_b = kWideB;
  static constexpr int warps_down = kRows / kWarpRows;
  static constexpr int slice_warps = warps_down * (kCols / kWarpCols);
  static constexpr int threads = slice_warps * kSlices * 32;
  static constexpr int own_rows = kWarpRows / 4, own_cols = kWarpCols / 8;
  static constexpr int quads = kSteps / 4 / kSlices;      // of a pair of tiles, a warp
  static constexpr int stage = kSteps * (kRows + kCols);  // floats, A's tile first
  static constexpr int shared_bytes = kStages * stage * 4;
  static_assert(own_cols == 8 && quads >= 2 && quads % 2 == 0 && (together == 1 || together == 2));
  static_assert((kSlices - 1) * kRows * kCols <= kStages * stage, "sums are added there");
};

template <int kBytes>
__device__ void copy_floats(unsigned to, const float* from, bool inside) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(to), "l"(from), "n"(kBytes),
               "r"(inside ? kBytes : 0)
               : "memory");
}
template <int kBytes>
__device__ void copy_floats(unsigned to, const float* from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(to), "l"(from), "n"(kBytes)
               : "memory");
}

// Columns of C from `first_col` on, at most kThin, of 8 rows a warp.
constexpr int kThin = 4, kThinRows = 8, kThinCols = 32;

__device__ inline void sum_columns(const float* a, const float* b, float* c, int m, int n, int k,
                                   int first_col, int block) {
  const int lane = threadIdx.x % 32;
  const int first_row = (block * (blockDim.x / 32) + threadIdx.x / 32) * kThinRows;
  for (int col = first_col; col < n; ++col) {
    float sum[kThinRows] = {};
#pragma unroll 2
    for (int i = lane; i < k; i += 32) {
      const float right = b[static_cast<size_t>(i) * n + col];
#pragma unroll
      for (int y = 0; y < kThinRows; ++y) {
        sum[y] += a[static_cast<size_t>(min(first_row + y, m - 1)) * k + i] * right;
      }
    }
#pragma unroll
    for (int y = 0; y < kThinRows; ++y) {
      for (int apart = 16; apart > 0; apart /= 2) {
        sum[y] += __shfl_xor_sync(0xffffffffu, sum[y], apart);
      }
      if (lane == 0 && first_row + y < m) c[static_cast<size_t>(first_row + y) * n + col] = sum[y];
    }
  }
}

// Rows of C from `first_row` on, 32 columns below `cols` a block, whose warps share k.
__device__ inline void sum_rows(const float* a, const float* b, float* c, int m, int n, int k,
                                int first_row, int cols, int block, float* shared) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  const int col = min(block * kThinCols + lane, cols - 1);
  for (int row = first_row; row < m; ++row) {
    float sum = 0;
#pragma unroll 8
    for (int i = warp; i < k; i += warps) {
      sum += a[static_cast<size_t>(row) * k + i] * b[static_cast<size_t>(i) * n + col];
    }
    shared[threadIdx.x] = sum;
    __syncthreads();
    if (warp == 0) {
      for (int w = 1; w < warps; ++w) sum += shared[w * 32 + lane];
      if (block * kThinCols + lane < cols) c[static_cast<size_t>(row) * n + col] = sum;
    }
    __syncthreads();
  }
}

// How many blocks a launch has, and which of them sum thin edges: the first ones.
struct RowsGrid {
  int tiles_down, tiles_across, column_blocks, row_blocks, rows, cols;  // of C in whole tiles
};

template <class F, bool kThinEdges>
__host__ __device__ RowsGrid grid_of_rows(int m, int n) {
  RowsGrid grid{};
  grid.rows = kThinEdges ? m / F::rows * F::rows : m;
  grid.cols = kThinEdges ? n / F::cols * F::cols : n;
  grid.tiles_down = (grid.rows + F::rows - 1) / F::rows;
  grid.tiles_across = (grid.cols + F::cols - 1) / F::cols;
  if (grid.cols < n) {
    grid.column_blocks = (m + F::threads / 32 * kThinRows - 1) / (F::threads / 32 * kThinRows);
  }
  if (grid.rows < m) grid.row_blocks = (grid.cols + kThinCols - 1) / kThinCols;
  return grid;
}

// a: m × k, b: k × n, c: m × n, all row-major; a and b 16-byte aligned. kWideA is 4 only if k is a
// multiple of it, kWideB only if n is. kWhole: tiles have no edge, but for thin ones.
template <class F, bool kWhole, bool kThinEdges>
__global__ void __launch_bounds__(F::threads, F::blocks)
    gemm_rows(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
              int m, int n, int k) {
  constexpr int kRowsA = F::threads / (F::steps / F::wide_a), kPartsA = F::rows / kRowsA;
  // Floats of B one by one: a warp takes a row in strips of 32, whose places follow from one.
  constexpr bool kStrips = kWhole && F::wide_b == 1;
  constexpr int kStripsB = kStrips ? F::cols / 32 : 1;
  constexpr int kRowsB = kStrips ? F::threads / 32 : F::threads * F::wide_b / F::cols;
  constexpr int kPartsB = F::steps / kRowsB * kStripsB;
  static_assert(kPartsA > 0 && kRowsB > 0 && kPartsB > 0, "every thread copies");
  constexpr int kTurns = F::quads * F::own_rows / F::together;
  constexpr int kGroup = 8;
  extern __shared__ __align__(16) float tiles[];

  const RowsGrid grid = grid_of_rows<F, kThinEdges>(m, n);
  int block = blockIdx.x;
  if constexpr (kThinEdges) {
    if (block < grid.column_blocks) return sum_columns(a, b, c, m, n, k, grid.cols, block);
    block -= grid.column_blocks;
    if (block < grid.row_blocks) {
      return sum_rows(a, b, c, m, n, k, grid.rows, grid.cols, block, tiles);
    }
    block -= grid.row_blocks;
  }
  const int group = block / (kGroup * grid.tiles_across) * kGroup;
  const int in_group = block % (kGroup * grid.tiles_across);
  const int height = min(kGroup, grid.tiles_down - group);
  const int first_row = (group + in_group % height) * F::rows;
  const int first_col = in_group / height * F::cols;

  const int thread = threadIdx.x, lane = thread % 32;
  const int slice = thread / 32 / F::slice_warps, warp = thread / 32 % F::slice_warps;
  const int own_row = warp % F::warps_down * F::warp_rows + (lane & 1 | lane >> 4 << 1);
  const int own_col = warp / F::warps_down * F::warp_cols + (lane >> 1 & 7) * 4;

  const int step_a = thread % (F::steps / F::wide_a) * F::wide_a;
  const int row_a = thread / (F::steps / F::wide_a);
  const int step_b = kStrips ? thread / 32 : thread / (F::cols / F::wide_b);
  const int col_b = kStrips ? lane : thread % (F::cols / F::wide_b) * F::wide_b;
  const float* from_a = a + static_cast<size_t>(first_row + (kWhole ? row_a : 0)) * k + step_a;
  const float* from_b = b + static_cast<size_t>(step_b) * n;
  from_b += kWhole ? first_col + col_b : min(first_col + col_b, n - F::wide_b);
  unsigned edge_rows[kWhole ? 1 : kPartsA];  // from there to the parts' rows
#pragma unroll
  for (int p = 0; !kWhole && p < kPartsA; ++p) {
    edge_rows[p] = static_cast<unsigned>(min(row_a + p * kRowsA, m - 1 - first_row)) * k;
  }
  const auto rows_a = [&](int p) {
    return kWhole ? static_cast<unsigned>(p * kRowsA) * k : edge_rows[kWhole ? 0 : p];
  };
  const unsigned shared = static_cast<unsigned>(__cvta_generic_to_shared(tiles));
  const unsigned to_a = shared + (row_a * F::steps + step_a) * 4;
  const unsigned to_b = shared + (F::rows * F::steps + step_b * F::cols + col_b) * 4;

  const int pairs = (k + F::steps - 1) / F::steps;
  const int first = k - (pairs - 1) * F::steps;
  const auto next_pair = [&](int of_k) {
    from_a += of_k;
    from_b += static_cast<size_t>(of_k) * n;
    asm volatile("cp.async.commit_group;" ::: "memory");
  };
  const auto wait = [] {
    asm volatile("cp.async.wait_group %0;" ::"n"(F::stages - 2) : "memory");
    __syncthreads();
  };
  constexpr int kBytesA = F::wide_a * 4, kBytesB = F::wide_b * 4;
  const auto place_a = [&](int stage, int p) {
    return to_a + (stage * F::stage + p * kRowsA * F::steps) * 4;
  };
  const auto place_b = [&](int stage, int p) {
    const int at = p / kStripsB * kRowsB * F::cols + p % kStripsB * 32;
    return to_b + (stage * F::stage + at) * 4;
  };
  const auto part_b = [&](int p) {
    return from_b + static_cast<unsigned>(p / kStripsB * kRowsB) * n + p % kStripsB * 32;
  };
  for (int s = 0; s < F::stages - 1; ++s) {
    const int there = s == 0 ? first : F::steps;
    if (s < pairs) {
#pragma unroll
      for (int p = 0; p < kPartsA; ++p) {
        const bool inside = step_a < there;
        copy_floats<kBytesA>(place_a(s, p), inside ? from_a + rows_a(p) : a, inside);
      }
#pragma unroll
      for (int p = 0; p < kPartsB; ++p) {
        const bool inside = step_b + p / kStripsB * kRowsB < there;
        copy_floats<kBytesB>(place_b(s, p), inside ? part_b(p) : b, inside);
      }
    }
    next_pair(there);
  }

  // Four steps of a pair of rows, of the pair of rows after it; four steps of eight columns.
  alignas(16) float own_a[2][F::together][4], own_b[2][4][F::own_cols];
  const float* const read_a = tiles + own_row * F::steps + slice * F::quads * 4;
  const float* const read_b = tiles + (F::rows + slice * F::quads * 4 / F::steps) * F::steps +
                              slice * F::quads * 4 * F::cols + own_col;
  const auto read_rows = [&](int stage, int turn) {
    constexpr int kTurnsAQuad = F::own_rows / F::together;
    const int quad = turn / kTurnsAQuad, y = turn % kTurnsAQuad * F::together;
#pragma unroll
    for (int e = 0; e < F::together; ++e) {
      *reinterpret_cast<float4*>(own_a[turn % 2][e]) = *reinterpret_cast<const float4*>(
          &read_a[stage * F::stage + (y + e) * 4 * F::steps + quad * 4]);
    }
  };
  const auto read_columns = [&](int stage, int quad, int i) {  // i: of eight reads
    *reinterpret_cast<float4*>(&own_b[quad % 2][i / 2][i % 2 * 4]) =
        *reinterpret_cast<const float4*>(
            &read_b[stage * F::stage + (quad * 4 + i / 2) * F::cols + i % 2 * 32]);
  };

  float sum[F::own_rows][F::own_cols] = {};
  int stage = 0;
  wait();
  read_rows(0, 0);
#pragma unroll
  for (int i = 0; i < 8; ++i) read_columns(0, 0, i);
#pragma unroll 1
  for (int pair = 0; pair < pairs; ++pair) {
    const int free = stage == 0 ? F::stages - 1 : stage - 1;
    const bool more = pair + F::stages - 1 < pairs;
#pragma unroll
    for (int turn = 0; turn < kTurns; ++turn) {
      constexpr int kTurnsAQuad = F::own_rows / F::together;
      const int quad = turn / kTurnsAQuad, y = turn % kTurnsAQuad * F::together;
      if (turn == kTurns - 1) {
        next_pair(F::steps);
        wait();
        stage = stage + 1 == F::stages ? 0 : stage + 1;
      }
      read_rows(stage, (turn + 1) % kTurns);
      const bool is_last = quad == F::quads - 1;
#pragma unroll
      for (int i = 0; i < 8; ++i) {
        if (is_last ? turn == kTurns - 1 : i * kTurnsAQuad / 8 == turn % kTurnsAQuad) {
          read_columns(stage, (quad + 1) % F::quads, i);
        }
      }
      if (more) {
#pragma unroll
        for (int p = 0; p < kPartsA + kPartsB; ++p) {
          if (p * (kTurns - 1) / (kPartsA + kPartsB) != turn) continue;
          if (p < kPartsA) {
            copy_floats<kBytesA>(place_a(free, p), from_a + rows_a(p));
          } else {
            copy_floats<kBytesB>(place_b(free, p - kPartsA), part_b(p - kPartsA));
          }
        }
      }
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        const int i = F::together == 1 && turn % 2 == 1 ? 3 - j : j;
#pragma unroll
        for (int e = 0; e < F::together; ++e) {
#pragma unroll
          for (int column = 0; column < F::own_cols; ++column) {
            const int x = (turn * F::together + e + j) % 2 == 0 ? column : F::own_cols - 1 - column;
            sum[y + e][x] = fmaf(own_a[turn % 2][e][i], own_b[quad % 2][i][x], sum[y + e][x]);
          }
        }
      }
    }
  }

  if constexpr (F::slices > 1) {
    __syncthreads();
    const int own = (warp * 32 + lane) * 4;
    constexpr int kApart = F::slice_warps * 32 * 4;  // so that lanes write side by side
    if (slice > 0) {
      float* const to = tiles + (slice - 1) * F::rows * F::cols + own;
#pragma unroll
      for (int y = 0; y < F::own_rows; ++y) {
#pragma unroll
        for (int x = 0; x < F::own_cols; x += 4) {
          *reinterpret_cast<float4*>(&to[(y * 2 + x / 4) * kApart]) = {
              sum[y][x], sum[y][x + 1], sum[y][x + 2], sum[y][x + 3]};
        }
      }
    }
    __syncthreads();
    if (slice > 0) return;
#pragma unroll 1
    for (int other = 0; other < F::slices - 1; ++other) {
      const float* const from = tiles + other * F::rows * F::cols + own;
#pragma unroll
      for (int y = 0; y < F::own_rows; ++y) {
#pragma unroll
        for (int x = 0; x < F::own_cols; x += 4) {
          const float4 part = *reinterpret_cast<const float4*>(&from[(y * 2 + x / 4) * kApart]);
          sum[y][x] += part.x, sum[y][x + 1] += part.y;
          sum[y][x + 2] += part.z, sum[y][x + 3] += part.w;
        }
      }
    }
  }
#pragma unroll
  for (int y = 0; y < F::own_rows; ++y) {
    const int row = first_row + own_row + y * 4;
#pragma unroll
    for (int x = 0; x < F::own_cols; ++x) {
      const int col = first_col + own_col + x / 4 * 32 + x % 4;
      if (kWhole || (row < m && col < n)) c[static_cast<size_t>(row) * n + col] = sum[y][x];
    }
  }
}
