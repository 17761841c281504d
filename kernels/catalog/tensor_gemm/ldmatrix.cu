// tensor_gemm_shared with its fragments loaded by ldmatrix: four 8 × 8 matrices an instruction.
//
// A lane gives the address of a row of 16 bytes, and gets what mma.sync wants in its registers,
// whoever's row it was in. B's matrices are transposed on the way.
//
// What to look for: a sixteenth of the instructions that gathered B, but an 8-way conflict in every
// one: rows of a matrix are 128 bytes apart, so all eight meet at the same 16 bytes of the banks,
// 32 wavefronts an instruction instead of 4. It needs compute capability 8.0.

constexpr int kWarp = 32;
constexpr int kThreads = 128;             // four warps, two by two
constexpr int kTile = 64;                 // of C, a block
constexpr int kSteps = 64;                // of k, a pair of tiles
constexpr int kOwn = 32;                  // a side of what a warp owns of C
constexpr int kGroup = 8;                 // elements of 16 bytes
constexpr int kGroups = kSteps / kGroup;  // of a row of either tile
constexpr int kDown = kOwn / 16;          // mma.sync of a warp along m
constexpr int kAcross = kOwn / 8;         // along n

// Where group `group` of row `row` of a tile is kept.
__device__ int place(int row, int group) { return row * kGroups + group; }

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

// Eight elements of a row of `matrix` (rows × cols), zeros beyond its edges. Rows start on 16 bytes
// only if their length is a multiple of eight; then no group crosses the edge either.
__device__ uint4 load_eight(const unsigned short* matrix, int rows, int cols, int row, int col) {
  if (cols % kGroup == 0) {
    const bool inside = row < rows && col < cols;
    return inside ? *reinterpret_cast<const uint4*>(&matrix[row * cols + col]) : uint4{};
  }
  unsigned words[4] = {};
  for (int e = 0; e < kGroup; ++e) {
    const bool inside = row < rows && col + e < cols;
    const unsigned value = inside ? matrix[row * cols + col + e] : 0;
    words[e / 2] |= value << e % 2 * 16;
  }
  return {words[0], words[1], words[2], words[3]};
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
__global__ void tensor_gemm_ldmatrix(const unsigned short* __restrict__ a,
                                     const unsigned short* __restrict__ b, float* __restrict__ c,
                                     int m, int n, int k) {
  static_assert(kTile == kSteps, "both tiles are brought by the same loop");
  __shared__ uint4 tile_a[kTile * kGroups], tile_b[kSteps * kGroups];
  const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  const int first_row = blockIdx.y * kTile;
  const int first_col = blockIdx.x * kTile;
  const int own_row = warp / 2 * kOwn;
  const int own_col = warp % 2 * kOwn;

  float sum[kDown][kAcross][4] = {};
  for (int step = 0; step < k; step += kSteps) {
    for (int i = threadIdx.x; i < kTile * kGroups; i += kThreads) {
      const int y = i / kGroups, group = i % kGroups, x = group * kGroup;
      tile_a[place(y, group)] = load_eight(a, m, k, first_row + y, step + x);
      tile_b[place(y, group)] = load_eight(b, k, n, step + y, first_col + x);
    }
    __syncthreads();
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
        const int from = place(inner + row, own_col / kGroup + x + beside);
        load_transposed(own_b[x], own_b[x + 1], &tile_b[from]);
      }
      for (int y = 0; y < kDown; ++y) {
        for (int x = 0; x < kAcross; ++x) multiply_add<kType>(sum[y][x], own_a[y], own_b[x]);
      }
    }
    __syncthreads();
  }
  for (int y = 0; y < kDown; ++y) {
    for (int x = 0; x < kAcross; ++x) {
      store(c, sum[y][x], m, n, first_row + own_row + y * 16, first_col + own_col + x * 8);
    }
  }
}

template __global__ void tensor_gemm_ldmatrix<0>(const unsigned short*, const unsigned short*,
                                                 float*, int, int, int);
template __global__ void tensor_gemm_ldmatrix<1>(const unsigned short*, const unsigned short*,
                                                 float*, int, int, int);

// Launch: dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
//         tensor_gemm_ldmatrix<0><<<grid, kThreads>>>(a, b, c, m, n, k);
