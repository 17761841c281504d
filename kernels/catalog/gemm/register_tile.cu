// C = A · B with a 64 × 64 tile of C a block and 4 × 4 of it a thread, in registers.
//
// A thread's 16 elements need 4 values of A and 4 of B at each step of k: 8 shared loads for 16
// multiply-adds, where one element a thread (gemm_chessboard) needs 2 for 1. The tiles come from
// global memory four floats at a time.
//
// What to look for: no bank conflict, as ptxas assembles it. In the PTX a warp, two rows of 16
// threads, reads A from rows that lie 64 words apart (2-way), and the four stores of a float4 stand
// four words from the next thread's (4-way); reading B is free. ptxas makes one access of 16 bytes
// of four steps' reads of A, and one of the four stores, and neither conflicts. So 0.5 shared loads
// a multiply-add become 0.31 (`warplens trace gemm/register_tile --as-ptx` has the PTX's figures).

constexpr int kTile = 64;     // of C, a block; also the steps of k a pair of tiles holds
constexpr int kThreads = 16;  // along x and along y
constexpr int kOwn = 4;       // elements of C along each side that a thread owns
constexpr int kVector = 4;    // floats in a float4

// Four elements of a row of `matrix` (rows × cols), zeros beyond its edges. Rows start on 16 bytes
// only if their length is a multiple of four; then no vector crosses the edge either.
__device__ float4 load_four(const float* __restrict__ matrix, int rows, int cols, int row,
                            int col) {
  float4 v = {0, 0, 0, 0};
  if (row >= rows || col >= cols) return v;
  const float* from = &matrix[row * cols + col];
  if (cols % kVector == 0) return *reinterpret_cast<const float4*>(from);
  v.x = from[0];
  if (col + 1 < cols) v.y = from[1];
  if (col + 2 < cols) v.z = from[2];
  if (col + 3 < cols) v.w = from[3];
  return v;
}

// a: m × k, b: k × n, c: m × n, all row-major; a and b 16-byte aligned.
__global__ void gemm_register_tile(const float* __restrict__ a, const float* __restrict__ b,
                                   float* __restrict__ c, int m, int n, int k) {
  static_assert(kThreads * kOwn == kTile, "a block's threads own its tile of C");
  static_assert(kThreads * kVector == kTile, "16 float4 are a row of a tile");
  __shared__ float tile_a[kTile][kTile];
  __shared__ float tile_b[kTile][kTile];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int first_row = blockIdx.y * kTile;
  const int first_col = blockIdx.x * kTile;

  float sum[kOwn][kOwn] = {};
  for (int step = 0; step < k; step += kTile) {
    for (int y = ty; y < kTile; y += kThreads) {
      const float4 from_a = load_four(a, m, k, first_row + y, step + tx * kVector);
      tile_a[y][tx * kVector] = from_a.x;
      tile_a[y][tx * kVector + 1] = from_a.y;
      tile_a[y][tx * kVector + 2] = from_a.z;
      tile_a[y][tx * kVector + 3] = from_a.w;
      const float4 from_b = load_four(b, k, n, step + y, first_col + tx * kVector);
      tile_b[y][tx * kVector] = from_b.x;
      tile_b[y][tx * kVector + 1] = from_b.y;
      tile_b[y][tx * kVector + 2] = from_b.z;
      tile_b[y][tx * kVector + 3] = from_b.w;
    }
    __syncthreads();

#pragma unroll 4
    for (int i = 0; i < kTile; ++i) {
      float own_a[kOwn], own_b[kOwn];
      for (int y = 0; y < kOwn; ++y) own_a[y] = tile_a[ty + y * kThreads][i];
      for (int x = 0; x < kOwn; ++x) own_b[x] = tile_b[i][tx + x * kThreads];
      for (int y = 0; y < kOwn; ++y) {
        for (int x = 0; x < kOwn; ++x) sum[y][x] += own_a[y] * own_b[x];
      }
    }
    __syncthreads();
  }

  for (int y = 0; y < kOwn; ++y) {
    for (int x = 0; x < kOwn; ++x) {
      const int row = first_row + ty + y * kThreads;
      const int col = first_col + tx + x * kThreads;
      if (row < m && col < n) c[row * n + col] = sum[y][x];
    }
  }
}

// Launch: dim3 block(kThreads, kThreads);
//         dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
//         gemm_register_tile<<<grid, block>>>(a, b, c, m, n, k);
