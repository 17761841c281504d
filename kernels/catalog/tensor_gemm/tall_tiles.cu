// tensor_gemm_wide_tiles with 192 × 256 of C a block and 96 × 64 a warp.
//
// A warp of 64 × 64 reads 4 KB of shared memory for 64 × 64 × 16 multiply-adds, one of 96 × 64 5 KB
// for half as many again; a block of 192 rows asks L2 for B a third less often. 192 sums a thread
// leave no registers for a whole part's fragments twice. So those of A come by turns, of 16 rows
// each, one turn ahead of their mma.sync, and B's, which all turns of a part share, a part ahead. A
// step's copies are spread over its turns, and places in shared memory follow from one address by a
// sum and an XOR, which is known when the kernel is compiled.
//
// What to look for: 5/6 of wide_tiles's bytes a multiply-add from shared memory, 7/9 from global
// memory, no conflict. 168 KB of shared memory a block: compute capability 9.0 and 10.0 have them,
// 8.0 has 163.

constexpr int kWarp = 32;
constexpr int kThreads = 256;   // eight warps, two by four
constexpr int kTileRows = 192;  // of C, a block
constexpr int kTileCols = 256;
constexpr int kOwnRows = 96;  // of C, a warp
constexpr int kOwnCols = 64;
constexpr int kSteps = 64;  // of k, a pair of tiles
constexpr int kStages = 3;  // pairs of tiles: 168 KB
constexpr int kBand = 12;   // rows of tiles of blocks that run together: about 12 × 11 tiles
constexpr int kGroup = 8;   // elements of 16 bytes
constexpr int kGroups = 8;  // of a row in shared memory, 128 bytes: what 32 banks have
constexpr int kGroupBytes = 16;
constexpr int kRowBytes = kGroups * kGroupBytes;
constexpr int kPanels = kTileCols / (kGroups * kGroup);  // of B's tile, kSteps rows each
constexpr int kPanelBytes = kSteps * kRowBytes;
constexpr int kRows = kTileRows + kPanels * kSteps;  // of shared memory, a pair of tiles
constexpr int kPairBytes = kRows * kRowBytes;
constexpr int kDown = kOwnRows / 16;        // turns of a part: mma.sync of a warp along m
constexpr int kAcross = kOwnCols / 8;       // mma.sync of a turn, along n
constexpr int kParts = kSteps / 16;         // of a step, an mma.sync deep
constexpr int kTurns = kParts * kDown;      // of a step
constexpr int kRowsA = kThreads / kGroups;  // of A's tile, copied at once
constexpr int kRowsB = kThreads / (kTileCols / kGroup);  // of B's tile
constexpr int kCopiesA = kTileRows / kRowsA;             // of a thread, a step
constexpr int kCopies = kCopiesA + kSteps / kRowsB;
// A thread copies to the same group of every kRowsA-th and kRowsB-th row.
static_assert(kRowsA % kGroups == 0 && kRowsB % kGroups == 0);

// sum += a b on a tensor core, by a whole warp: a is 16 × 16, b 16 × 8. kType: 0 f16, 1 bf16.
template <int kType>
__device__ void multiply_add(float (&sum)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  if constexpr (kType == 0) {
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  } else {
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
}

__device__ void copy_async(unsigned to, const unsigned short* from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
}

// Through registers, zeros where not `inside`.
__device__ void copy_if(bool inside, unsigned to, const unsigned short* from) {
  const uint4 words = inside ? *reinterpret_cast<const uint4*>(from) : uint4{};
  asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};" ::"r"(to), "r"(words.x), "r"(words.y),
               "r"(words.z), "r"(words.w)
               : "memory");
}

// Through registers, element by element: `there` of eight, zeros for the others.
__device__ void copy_eight(unsigned to, const unsigned short* from, int there) {
  unsigned words[4] = {};
  for (int e = 0; e < kGroup; ++e) {
    const unsigned value = e < there ? from[e] : 0;
    words[e / 2] |= value << e % 2 * 16;
  }
  asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};" ::"r"(to), "r"(words[0]), "r"(words[1]),
               "r"(words[2]), "r"(words[3])
               : "memory");
}

// Four 8 × 8 matrices, of which each lane gives the address of a row.
__device__ void load_matrices(unsigned (&m)[4], unsigned row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3])
               : "r"(row)
               : "memory");
}

// The same, each transposed: B's rows run along n, and a lane of mma wants two that follow along k.
__device__ void load_transposed(unsigned (&left)[2], unsigned (&right)[2], unsigned row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(left[0]), "=r"(left[1]), "=r"(right[0]), "=r"(right[1])
               : "r"(row)
               : "memory");
}

// The tile of a block, in tiles: bands of kBand rows, walked column by column.
__device__ int2 tile_of_block() {
  const int block = blockIdx.y * gridDim.x + blockIdx.x;
  const int first = block / (kBand * gridDim.x) * kBand;
  const int rows = min(kBand, static_cast<int>(gridDim.y) - first);
  const int in_band = block - first * gridDim.x;
  return {in_band / rows, first + in_band % rows};
}

// a: m × k, b: k × n, c: m × n, all row-major; a and b 16-byte aligned. kAligned: rows of a and b
// are whole groups of 16 bytes, which are read at once. kWhole: C is no smaller than a tile and steps
// divide k, so that no copy is tested and all are asynchronous: the last tiles begin further inside,
// and store what no other tile does.
template <int kType, bool kAligned, bool kWhole>
__global__ void __launch_bounds__(kThreads, 1)
    tensor_gemm_tall_tiles(const unsigned short* __restrict__ a,
                           const unsigned short* __restrict__ b, float* __restrict__ c, int m,
                           int n, int k) {
  extern __shared__ __align__(128) uint4 tiles[];  // rows begin with the banks
  const unsigned shared = __cvta_generic_to_shared(tiles);
  const int thread = threadIdx.x, warp = thread / kWarp, lane = thread % kWarp;
  const int2 tile = tile_of_block();
  const int stored_row = tile.y * kTileRows, stored_col = tile.x * kTileCols;
  const int first_row = kWhole ? min(stored_row, m - kTileRows) : stored_row;
  const int first_col = kWhole ? min(stored_col, n - kTileCols) : stored_col;

  // What this thread copies: a group of rows of A, and one of rows of B.
  const int row_a = thread / kGroups, col_a = thread % kGroups * kGroup;
  const int row_b = thread / (kTileCols / kGroup), col_b = thread % (kTileCols / kGroup) * kGroup;
  const unsigned short* from_a = a + static_cast<size_t>(first_row + row_a) * k + col_a;
  const unsigned short* from_b = b + static_cast<size_t>(row_b) * n + first_col + col_b;
  const unsigned to_a =
      shared + row_a * kRowBytes + (col_a / kGroup ^ row_a % kGroups) * kGroupBytes;
  const unsigned to_b = shared + kTileRows * kRowBytes + col_b / (kGroups * kGroup) * kPanelBytes +
                        row_b * kRowBytes +
                        (col_b / kGroup % kGroups ^ row_b % kGroups) * kGroupBytes;
  const int rows_left = m - first_row - row_a, cols_left = n - first_col - col_b;
  const int steps = (k + kSteps - 1) / kSteps;
  int terms_left = k;  // of k, from the step on that is copied
  int copied = 0;      // the stage that is copied to
  const auto copy = [&](int i) {
    const bool is_a = i < kCopiesA;
    const int row = is_a ? i * kRowsA : (i - kCopiesA) * kRowsB;
    const unsigned to = (is_a ? to_a : to_b) + copied * kPairBytes + row * kRowBytes;
    const unsigned short* from =
        is_a ? from_a + static_cast<unsigned>(row) * k : from_b + static_cast<unsigned>(row) * n;
    if constexpr (kWhole) {
      copy_async(to, from);
    } else {
      const bool has_row = is_a ? row < rows_left : row + row_b < terms_left;
      const int there = has_row ? is_a ? terms_left - col_a : cols_left : 0;
      if constexpr (kAligned) {
        copy_if(there > 0, to, from);
      } else {
        copy_eight(to, from, there);
      }
    }
  };
  const auto next_copies = [&] {
    asm volatile("cp.async.commit_group;" ::: "memory");  // also when empty, to keep count
    copied = copied + 1 == kStages ? 0 : copied + 1;
    from_a += kSteps;
    from_b += static_cast<size_t>(kSteps) * n;
    terms_left -= kSteps;
  };
  // Of the steps started, all but the newest kStages - 2 are there for everyone.
  const auto wait = [] {
    asm volatile("cp.async.wait_group %0;" ::"n"(kStages - 2) : "memory");
    __syncthreads();
  };

  // Lanes 0 to 15 give 16 rows of one group, the others those of the group beside it. Groups
  // further on differ in bits that the first has not: an XOR.
  const int row = lane % 16, beside = lane / 16;
  const int own_row = warp / kPanels * kOwnRows, panel = warp % kPanels;
  const unsigned turned = (beside ^ row % kGroups) * kGroupBytes;
  const unsigned lane_a = shared + (own_row + row) * kRowBytes + turned;
  const unsigned lane_b =
      shared + kTileRows * kRowBytes + panel * kPanelBytes + row * kRowBytes + turned;
  unsigned rows[2][4], columns[2][kAcross][2];
  int stage = 0;  // that is read
  const auto load_rows = [&](int turn) {
    const unsigned part = turn / kDown, y = turn % kDown;
    const unsigned from = (lane_a + stage * kPairBytes) ^ part * 2 * kGroupBytes;
    load_matrices(rows[turn % 2], from + y * 16 * kRowBytes);
  };
  const auto load_columns = [&](int part, int x) {
    const unsigned from = (lane_b + stage * kPairBytes) ^ x * kGroupBytes;
    load_transposed(columns[part % 2][x], columns[part % 2][x + 1], from + part * 16 * kRowBytes);
  };

  for (int step = 0; step < kStages - 1; ++step) {
    if (step < steps) {
      for (int i = 0; i < kCopies; ++i) copy(i);
    }
    next_copies();
  }
  wait();
  load_rows(0);
#pragma unroll
  for (int x = 0; x < kAcross; x += 2) load_columns(0, x);

  float sum[kDown][kAcross][4] = {};
  for (int step = 0; step < steps; ++step) {
    const bool more = step + kStages - 1 < steps;
#pragma unroll
    for (int turn = 0; turn < kTurns; ++turn) {
      const int part = turn / kDown, y = turn % kDown;
      const bool is_last = turn == kTurns - 1, is_last_part = part == kParts - 1;
      if (is_last) {
        // All that is read of these tiles is with every warp: after this barrier they are free.
        next_copies();
        wait();
        stage = stage + 1 == kStages ? 0 : stage + 1;
      }
      load_rows((turn + 1) % kTurns);
      // The next part's columns: over the turns of this one, or after the barrier.
#pragma unroll
      for (int x = 0; x < kAcross; x += 2) {
        if (is_last_part ? is_last : x * kDown / kAcross == y) load_columns((part + 1) % kParts, x);
      }
      // Copies through registers all at once: what they load would stand beside the fragments.
      if (!kWhole && more && turn == 0) {
#pragma unroll 1
        for (int i = 0; i < kCopies; ++i) copy(i);
      }
#pragma unroll
      for (int i = 0; i < kCopies; ++i) {
        if (kWhole && more && i * (kTurns - 1) / kCopies == turn) copy(i);
      }
#pragma unroll
      for (int x = 0; x < kAcross; ++x) {
        multiply_add<kType>(sum[y][x], rows[turn % 2], columns[part % 2][x]);
      }
    }
  }

  // A lane's two pairs of sums: rows lane / 4 and 8 below, columns 2 (lane % 4) and the next.
#pragma unroll
  for (int y = 0; y < kDown * 2; ++y) {
    const int to_row = first_row + own_row + y * 8 + lane / 4;
    const int to_col = first_col + panel * kOwnCols + lane % 4 * 2;
    float* const to = c + static_cast<size_t>(to_row) * n + to_col;
#pragma unroll
    for (int x = 0; x < kAcross; ++x) {
      const float* const pair = &sum[y / 2][x][y % 2 * 2];
      if (to_row >= m || to_col + x * 8 >= n) continue;
      if (kWhole && (to_row < stored_row || to_col + x * 8 < stored_col)) continue;
      if constexpr (kAligned) {
        *reinterpret_cast<float2*>(to + x * 8) = {pair[0], pair[1]};
      } else {
        to[x * 8] = pair[0];
        if (to_col + x * 8 + 1 < n) to[x * 8 + 1] = pair[1];
      }
    }
  }
}

template __global__ void tensor_gemm_tall_tiles<0, true, true>(const unsigned short*,
                                                               const unsigned short*, float*, int,
                                                               int, int);
template __global__ void tensor_gemm_tall_tiles<1, true, true>(const unsigned short*,
                                                               const unsigned short*, float*, int,
                                                               int, int);
template __global__ void tensor_gemm_tall_tiles<0, true, false>(const unsigned short*,
                                                                const unsigned short*, float*, int,
                                                                int, int);
template __global__ void tensor_gemm_tall_tiles<1, true, false>(const unsigned short*,
                                                                const unsigned short*, float*, int,
                                                                int, int);
template __global__ void tensor_gemm_tall_tiles<0, false, false>(const unsigned short*,
                                                                 const unsigned short*, float*, int,
                                                                 int, int);
template __global__ void tensor_gemm_tall_tiles<1, false, false>(const unsigned short*,
                                                                 const unsigned short*, float*, int,
                                                                 int, int);

// Launch: constexpr int kBytes = kStages * kPairBytes;  // cudaFuncSetAttribute allows it
//         dim3 grid((n + kTileCols - 1) / kTileCols, (m + kTileRows - 1) / kTileRows);
//         kAligned = n % 8 == 0 && k % 8 == 0;
//         kWhole = kAligned && k % kSteps == 0 && m >= kTileRows && n >= kTileCols;
//         auto product = tensor_gemm_tall_tiles<kType, kAligned, kWhole>;
//         product<<<grid, kThreads, kBytes>>>(a, b, c, m, n, k);
