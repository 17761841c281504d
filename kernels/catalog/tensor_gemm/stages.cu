// tensor_gemm_warp_tiles with copies that go to shared memory by themselves, two steps ahead.
//
// Three pairs of tiles take turns: one is worked on while cp.async fills the others, and there is
// one barrier a step instead of two. 96 KB are more than a block has without asking, so the array
// has its size from the launch.
//
// What to look for: no load of A or B passes a register where both have rows of whole 16-byte
// groups; elsewhere their elements are loaded one by one and stored to the same places, before the
// same barrier. It needs compute capability 8.0.

constexpr int kWarp = 32;
constexpr int kThreads = 128;  // four warps, two by two
constexpr int kTile = 128;     // of C, a block
constexpr int kSteps = 64;     // of k, a pair of tiles
constexpr int kStages = 3;     // pairs of tiles: 96 KB, which every GPU since 8.0 has
constexpr int kOwn = 64;       // a side of what a warp owns of C
constexpr int kGroup = 8;      // elements of 16 bytes
constexpr int kGroups = 8;     // of a row in shared memory, 128 bytes: what 32 banks have
constexpr int kPanels = kTile / (kGroups * kGroup);  // of B's tile
constexpr int kRows = kTile + kPanels * kSteps;      // of shared memory, a pair of tiles
constexpr int kDown = kOwn / 16;                     // mma.sync of a warp along m
constexpr int kAcross = kOwn / 8;                    // along n

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

// Starts a copy of 16 bytes, which reads nothing and writes zeros where it is not `inside`.
__device__ void copy_async(uint4* to, const unsigned short* from, bool inside) {
  const unsigned address = __cvta_generic_to_shared(to);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(address), "l"(from),
               "r"(inside ? 16 : 0)
               : "memory");
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

// Brings kPanels panels of kHeight rows from (first_row, first_col). Rows of `matrix` start on 16
// bytes only if their length is a multiple of eight; then no group crosses the edge either. Of
// others no copy of 16 bytes can be made: their elements go through registers.
template <int kPanels, int kHeight>
__device__ void copy_tile(uint4* tile, const unsigned short* matrix, int rows, int cols,
                          int first_row, int first_col) {
  constexpr int kCount = kPanels * kHeight * kGroups;
  if (cols % kGroup == 0) {
#pragma unroll
    for (int first = 0; first < kCount; first += kThreads) {
      const int i = first + threadIdx.x;
      const int y = i / kGroups, group = i % kGroups;
      const int row = first_row + y % kHeight;
      const int col = first_col + (y / kHeight * kGroups + group) * kGroup;
      const bool inside = row < rows && col < cols;
      copy_async(&tile[place(y, group)], inside ? &matrix[row * cols + col] : matrix, inside);
    }
    return;
  }
#pragma unroll 1
  for (int i = threadIdx.x; i < kCount; i += kThreads) {
    const int y = i / kGroups, group = i % kGroups;
    const int col = first_col + (y / kHeight * kGroups + group) * kGroup;
    tile[place(y, group)] = load_eight(matrix, rows, cols, first_row + y % kHeight, col);
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

// a: m × k, b: k × n, c: m × n, all row-major; a and b 16-byte aligned.
template <int kType>
__global__ void __launch_bounds__(kThreads)
    tensor_gemm_stages(const unsigned short* __restrict__ a, const unsigned short* __restrict__ b,
                       float* __restrict__ c, int m, int n, int k) {
  extern __shared__ uint4 tiles[];
  const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  const int first_row = blockIdx.y * kTile;
  const int first_col = blockIdx.x * kTile;
  const int own_row = warp / 2 * kOwn;
  const int panel = warp % 2;

  float sum[kDown][kAcross][4] = {};
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
      uint4* const to = &tiles[ahead % kStages * kRows * kGroups];
      copy_tile<1, kTile>(to, a, m, k, first_row, ahead * kSteps);
      copy_tile<kPanels, kSteps>(&to[kTile * kGroups], b, k, n, ahead * kSteps, first_col);
    }
    asm volatile("cp.async.commit_group;" ::: "memory");  // also when empty, to keep count
    if (step < 0) continue;

    const uint4* const tile_a = &tiles[step % kStages * kRows * kGroups];
    const uint4* const tile_b = &tile_a[kTile * kGroups];
    // Lanes 0 to 15 give 16 rows of one group, the others those of the group beside it.
    const int row = lane % 16, beside = lane / 16;
#pragma unroll
    for (int inner = 0; inner < kSteps; inner += 16) {
      unsigned own_a[kDown][4], own_b[kAcross][2];
      for (int y = 0; y < kDown; ++y) {
        const int from = place(own_row + y * 16 + row, inner / kGroup + beside);
        load_matrices(own_a[y], &tile_a[from]);
      }
      for (int x = 0; x < kAcross; x += 2) {
        const int from = place(panel * kSteps + inner + row, x + beside);
        load_transposed(own_b[x], own_b[x + 1], &tile_b[from]);
      }
      for (int y = 0; y < kDown; ++y) {
        for (int x = 0; x < kAcross; ++x) multiply_add<kType>(sum[y][x], own_a[y], own_b[x]);
      }
    }
  }
  for (int y = 0; y < kDown; ++y) {
    for (int x = 0; x < kAcross; ++x) {
      store(c, sum[y][x], m, n, first_row + own_row + y * 16, first_col + panel * kOwn + x * 8);
    }
  }
}

template __global__ void tensor_gemm_stages<0>(const unsigned short*, const unsigned short*, float*,
                                               int, int, int);
template __global__ void tensor_gemm_stages<1>(const unsigned short*, const unsigned short*, float*,
                                               int, int, int);

// Launch: constexpr int kBytes = kStages * kRows * kGroups * 16;  // cudaFuncSetAttribute allows it
//         dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
//         tensor_gemm_stages<0><<<grid, kThreads, kBytes>>>(a, b, c, m, n, k);
