// tensor_gemm_stages with 128 × 256 of C a block, fragments loaded ahead, blocks ordered for L2.
//
// While the tensor cores work on the fragments of 16 steps along k, ldmatrix fetches those of the
// next 16, also of the next pair of tiles: a warp never waits for what it has just
// asked for. Blocks that run together take kBand rows of tiles, so that what they read of A and B
// stays in L2 for the most part.
//
// What to look for: three quarters of the bytes from global memory a multiply-add. 144 KB of shared
// memory are more than compute capability 8.6, 8.9 and 12.0 have; 8.0, 9.0 and 10.0 do.

constexpr int kWarp = 32;
constexpr int kThreads = 256;   // eight warps, two by four
constexpr int kTileRows = 128;  // of C, a block
constexpr int kTileCols = 256;  // of C, a block
constexpr int kSteps = 64;      // of k, a pair of tiles
constexpr int kStages = 3;      // pairs of tiles: 144 KB
constexpr int kBand = 16;       // rows of tiles of blocks that run together: about 16 × 8 tiles
constexpr int kOwn = 64;        // a side of what a warp owns of C
constexpr int kGroup = 8;       // elements of 16 bytes
constexpr int kGroups = 8;      // of a row in shared memory, 128 bytes: what 32 banks have
constexpr int kPanels = kTileCols / (kGroups * kGroup);  // of B's tile
constexpr int kRows = kTileRows + kPanels * kSteps;      // of shared memory, a pair of tiles
constexpr int kDown = kOwn / 16;                         // mma.sync of a warp along m
constexpr int kAcross = kOwn / 8;                        // along n
constexpr int kParts = kSteps / 16;                      // of a step, an mma.sync deep

// Where group `group` of row `row` of a tile is kept.
__device__ int place(int row, int group) { return row * kGroups + (group ^ row % kGroups); }

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

// Starts a copy of 16 bytes.
__device__ void copy_async(uint4* to, const unsigned short* from) {
  const unsigned address = __cvta_generic_to_shared(to);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address), "l"(from) : "memory");
}

// Eight elements of a row of `matrix` (rows × cols) one by one, zeros beyond its edges.
__device__ uint4 load_eight(const unsigned short* matrix, int rows, int cols, int row, int col) {
  unsigned words[4] = {};
  for (int e = 0; e < kGroup; ++e) {
    const bool inside = row < rows && col + e < cols;
    const unsigned value = inside ? matrix[row * cols + col + e] : 0;
    words[e / 2] |= value << e % 2 * 16;
  }
  return {words[0], words[1], words[2], words[3]};
}

// Brings kPanels panels of kHeight rows from (first_row, first_col), zeros beyond the edges.
template <bool kAligned, int kPanels, int kHeight>
__device__ void copy_tile(uint4* tile, const unsigned short* matrix, int rows, int cols,
                          int first_row, int first_col) {
#pragma unroll(kAligned ? 4 : 1)
  for (int first = 0; first < kPanels * kHeight * kGroups; first += kThreads) {
    const int i = first + threadIdx.x;
    const int y = i / kGroups, group = i % kGroups;
    const int row = first_row + y % kHeight;
    const int col = first_col + (y / kHeight * kGroups + group) * kGroup;
    uint4* const to = &tile[place(y, group)];
    if constexpr (kAligned) {
      if (row < rows && col < cols) {
        copy_async(to, &matrix[row * cols + col]);
      } else {
        *to = {};
      }
    } else {
      *to = load_eight(matrix, rows, cols, row, col);
    }
  }
}

// Four 8 × 8 matrices, of which each lane gives the address of a row.
__device__ void load_matrices(unsigned (&m)[4], const uint4* row) {
  const unsigned address = __cvta_generic_to_shared(row);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3])
               : "r"(address)
               : "memory");
}

// The same, each transposed: B's rows run along n, and a lane of mma wants two that follow along k.
__device__ void load_transposed(unsigned (&left)[2], unsigned (&right)[2], const uint4* row) {
  const unsigned address = __cvta_generic_to_shared(row);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(left[0]), "=r"(left[1]), "=r"(right[0]), "=r"(right[1])
               : "r"(address)
               : "memory");
}

// A lane's two pairs of sums: rows lane / 4 and 8 below, columns 2 (lane % 4) and the next.
__device__ void store(float* c, const float (&sum)[4], int m, int n, int first_row, int first_col) {
  const int lane = threadIdx.x % kWarp;
  const int col = first_col + lane % 4 * 2;
  for (int half = 0; half < 2; ++half) {
    const int row = first_row + lane / 4 + half * 8;
    for (int e = 0; e < 2; ++e) {
      if (row < m && col + e < n) c[row * n + col + e] = sum[half * 2 + e];
    }
  }
}

// What a warp's mma.sync of one part take.
struct Fragments {
  unsigned a[kDown][4], b[kAcross][2];
};

// Part `part` of a pair of tiles, for the warp whose rows begin at `own_row` of A's tile.
__device__ void load(Fragments& fragments, const uint4* tile_a, int own_row, int panel, int part) {
  const uint4* const tile_b = &tile_a[kTileRows * kGroups];
  // Lanes 0 to 15 give 16 rows of one group, the others those of the group beside it.
  const int row = threadIdx.x % 16, beside = threadIdx.x % kWarp / 16;
#pragma unroll
  for (int y = 0; y < kDown; ++y) {
    const int from = place(own_row + y * 16 + row, part * 2 + beside);
    load_matrices(fragments.a[y], &tile_a[from]);
  }
#pragma unroll
  for (int x = 0; x < kAcross; x += 2) {
    const int from = place(panel * kSteps + part * 16 + row, x + beside);
    load_transposed(fragments.b[x], fragments.b[x + 1], &tile_b[from]);
  }
}

// The tile of a block, in tiles: bands of kBand rows, walked column by column.
__device__ int2 tile_of_block() {
  const int block = blockIdx.y * gridDim.x + blockIdx.x;
  const int band = block / (kBand * gridDim.x);
  const int first = band * kBand;
  const int rows = min(kBand, static_cast<int>(gridDim.y) - first);
  const int in_band = block - first * gridDim.x;
  return {in_band / rows, first + in_band % rows};
}

// kAligned: rows of a and b are whole groups of 16 bytes. Copies of others go through registers.
template <int kType, bool kAligned>
__device__ void multiply(const unsigned short* a, const unsigned short* b, float* c, int m, int n,
                         int k) {
  extern __shared__ uint4 tiles[];
  const int warp = threadIdx.x / kWarp;
  const int2 tile = tile_of_block();
  const int first_row = tile.y * kTileRows;
  const int first_col = tile.x * kTileCols;
  const int own_row = warp / kPanels * kOwn;
  const int panel = warp % kPanels;
  const int steps = (k + kSteps - 1) / kSteps;
  const auto tiles_of = [](int step) { return &tiles[step % kStages * kRows * kGroups]; };

  // A third of a step's copies: A's tile, then either half of B's. All at once would keep ldmatrix
  // waiting behind them. Beyond the last step they bring zeros.
  const auto start_copy = [&](int step, int third) {
    if (third == 0) {
      copy_tile<kAligned, 1, kTileRows>(tiles_of(step), a, m, k, first_row, step * kSteps);
      return;
    }
    constexpr int kHalf = kPanels / 2;
    const int half = third - 1;
    uint4* const to = tiles_of(step) + (kTileRows + half * kHalf * kSteps) * kGroups;
    copy_tile<kAligned, kHalf, kSteps>(to, b, k, n, step * kSteps,
                                       first_col + half * kTileCols / 2);
    if (half == 1) asm volatile("cp.async.commit_group;" ::: "memory");
  };
  // Of the steps started, all but the newest kStages - 2 are there for everyone.
  const auto wait = [] {
    asm volatile("cp.async.wait_group %0;" ::"n"(kStages - 2) : "memory");
    __syncthreads();
  };

  float sum[kDown][kAcross][4] = {};
  Fragments fragments[2];
  for (int step = 0; step < kStages - 1; ++step) {
    for (int third = 0; third < 3; ++third) start_copy(step, third);
  }
  wait();
  load(fragments[0], tiles_of(0), own_row, panel, 0);
  for (int step = 0; step < steps; ++step) {
#pragma unroll
    for (int part = 0; part < kParts; ++part) {
      // The last part is with every warp: after this barrier these tiles are read no more.
      if (part == kParts - 1) wait();
      const int next = (part + 1) % kParts;
      load(fragments[next % 2], tiles_of(step + (next == 0)), own_row, panel, next);
      if (part < 3) start_copy(step + kStages - 1, part);
      const Fragments& now = fragments[part % 2];
#pragma unroll
      for (int y = 0; y < kDown; ++y) {
#pragma unroll
        for (int x = 0; x < kAcross; ++x) multiply_add<kType>(sum[y][x], now.a[y], now.b[x]);
      }
    }
  }
  for (int y = 0; y < kDown; ++y) {
    for (int x = 0; x < kAcross; ++x) {
      store(c, sum[y][x], m, n, first_row + own_row + y * 16, first_col + panel * kOwn + x * 8);
    }
  }
}

// a: m × k, b: k × n, c: m × n, all row-major; a and b 16-byte aligned.
template <int kType>
__global__ void __launch_bounds__(kThreads)
    tensor_gemm_wide_tiles(const unsigned short* __restrict__ a, const unsigned short* __restrict__ b,
                        float* __restrict__ c, int m, int n, int k) {
  if (n % kGroup == 0 && k % kGroup == 0) {
    multiply<kType, true>(a, b, c, m, n, k);
  } else {
    multiply<kType, false>(a, b, c, m, n, k);
  }
}

template __global__ void tensor_gemm_wide_tiles<0>(const unsigned short*, const unsigned short*,
                                                float*, int, int, int);
template __global__ void tensor_gemm_wide_tiles<1>(const unsigned short*, const unsigned short*,
                                                float*, int, int, int);

// Launch: constexpr int kBytes = kStages * kRows * kGroups * 16;  // cudaFuncSetAttribute allows it
//         dim3 grid((n + kTileCols - 1) / kTileCols, (m + kTileRows - 1) / kTileRows);
//         tensor_gemm_wide_tiles<0><<<grid, kThreads, kBytes>>>(a, b, c, m, n, k);
