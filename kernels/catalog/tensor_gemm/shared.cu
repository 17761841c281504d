// tensor_gemm_one_tile with tiles of 64 × 64 in shared memory, and 32 × 32 of C a warp.
//
// Each element that comes from global memory now serves 64 rows or columns of C, and comes as one
// of the eight of a 16-byte load. The lanes still gather what their registers hold by themselves:
// pairs along k are a word of A's tile, but two elements of B's, in rows one below the other.
//
// What to look for: rows of A's tile are 128 bytes, so the eight rows that an instruction reads
// meet at the same four banks: 8-way. It needs compute capability 8.0.

constexpr int kWarp = 32;
constexpr int kThreads = 128;             // four warps, two by two
constexpr int kTile = 64;                 // of C, a block
constexpr int kSteps = 64;                // of k, a pair of tiles
constexpr int kOwn = 32;                  // a side of what a warp owns of C
constexpr int kGroup = 8;                 // elements of 16 bytes
constexpr int kGroups = kSteps / kGroup;  // of a row of either tile
constexpr int kDown = kOwn / 16;          // mma.sync of a warp along m
constexpr int kAcross = kOwn / 8;         // along n

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
__global__ void tensor_gemm_shared(const unsigned short* __restrict__ a,
                                   const unsigned short* __restrict__ b, float* __restrict__ c,
                                   int m, int n, int k) {
  static_assert(kTile == kSteps, "both tiles are brought by the same loop");
  __shared__ alignas(16) unsigned short tile_a[kTile][kSteps];
  __shared__ alignas(16) unsigned short tile_b[kSteps][kTile];
  const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  const int quad = lane / 4, member = lane % 4;
  const int first_row = blockIdx.y * kTile;
  const int first_col = blockIdx.x * kTile;
  const int own_row = warp / 2 * kOwn;
  const int own_col = warp % 2 * kOwn;

  float sum[kDown][kAcross][4] = {};
  for (int step = 0; step < k; step += kSteps) {
    for (int i = threadIdx.x; i < kTile * kGroups; i += kThreads) {
      const int y = i / kGroups, x = i % kGroups * kGroup;
      *reinterpret_cast<uint4*>(&tile_a[y][x]) = load_eight(a, m, k, first_row + y, step + x);
      *reinterpret_cast<uint4*>(&tile_b[y][x]) = load_eight(b, k, n, step + y, first_col + x);
    }
    __syncthreads();
#pragma unroll
    for (int inner = 0; inner < kSteps; inner += 16) {
      unsigned own_a[kDown][4], own_b[kAcross][2];
      for (int y = 0; y < kDown; ++y) {
        for (int r = 0; r < 4; ++r) {
          const int row = own_row + y * 16 + quad + r % 2 * 8;
          const int col = inner + member * 2 + r / 2 * 8;
          own_a[y][r] = *reinterpret_cast<const unsigned*>(&tile_a[row][col]);
        }
      }
      for (int x = 0; x < kAcross; ++x) {
        for (int r = 0; r < 2; ++r) {
          const int row = inner + member * 2 + r * 8;
          const int col = own_col + x * 8 + quad;
          const unsigned upper = tile_b[row][col], lower = tile_b[row + 1][col];
          own_b[x][r] = upper | lower << 16;
        }
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

template __global__ void tensor_gemm_shared<0>(const unsigned short*, const unsigned short*, float*,
                                               int, int, int);
template __global__ void tensor_gemm_shared<1>(const unsigned short*, const unsigned short*, float*,
                                               int, int, int);

// Launch: dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
//         tensor_gemm_shared<0><<<grid, kThreads>>>(a, b, c, m, n, k);
