// Transpose through a tile of 64 × 64 floats: two vectors a thread, both asked for before the first
// is kept.
//
// Against transpose_packed_vector the tile is twice as wide and twice as high. A row of it is 256
// bytes of one row of the matrix, and every multiprocessor has twice as many bytes under way. The
// XOR stays: group g of row r is kept at g ^ (r / 4), now among sixteen groups.
//
// What to look for: the same sectors a byte, a quarter of the blocks. A column is read with two-way
// conflicts: a warp is 16 threads × 2 rows, which have two of the four words of every group.

constexpr int kTile = 64;                 // sixteen groups a row, a power of two as XOR needs
constexpr int kVector = 4;                // floats in a float4
constexpr int kGroups = kTile / kVector;  // also the number of different r / 4
constexpr int kThreadsX = kGroups;        // a row of the tile, 256 bytes
constexpr int kThreadsY = 32;
constexpr int kParts = kTile / kThreadsY;  // vectors that one thread moves

// Four elements of a row of a rows × cols matrix; zeros beyond its edges.
__device__ float4 load_vector(const float* __restrict__ in, int rows, int cols, int row, int col) {
  float4 v = {0, 0, 0, 0};
  if (row >= rows || col >= cols) return v;
  const float* from = &in[row * cols + col];
  // Rows start on 16 bytes only if their length is a multiple of four; then no vector crosses the
  // edge either. Other lengths go element by element.
  if (cols % kVector == 0) return *reinterpret_cast<const float4*>(from);
  v.x = from[0];
  if (col + 1 < cols) v.y = from[1];
  if (col + 2 < cols) v.z = from[2];
  if (col + 3 < cols) v.w = from[3];
  return v;
}

// Stores four elements, as many as there are of a row of a rows × cols matrix.
__device__ void store_vector(float* __restrict__ out, int rows, int cols, int row, int col,
                             const float4& v) {
  if (row >= rows || col >= cols) return;
  float* to = &out[row * cols + col];
  if (cols % kVector == 0) {
    *reinterpret_cast<float4*>(to) = v;
    return;
  }
  to[0] = v.x;
  if (col + 1 < cols) to[1] = v.y;
  if (col + 2 < cols) to[2] = v.z;
  if (col + 3 < cols) to[3] = v.w;
}

// in: rows × cols, out: cols × rows, both row-major and 16-byte aligned.
__global__ void transpose_wide_tile(const float* __restrict__ in, float* __restrict__ out, int rows,
                                    int cols) {
  __shared__ alignas(sizeof(float4)) float tile[kTile][kTile];
  const int group = threadIdx.x;
  const int x = group * kVector;
  const int first_row = blockIdx.y * kTile;
  const int first_col = blockIdx.x * kTile;

  float4 loaded[kParts];
  for (int p = 0; p < kParts; ++p) {
    const int y = threadIdx.y + p * kThreadsY;
    loaded[p] = load_vector(in, rows, cols, first_row + y, first_col + x);
  }
  for (int p = 0; p < kParts; ++p) {
    const int y = threadIdx.y + p * kThreadsY;
    *reinterpret_cast<float4*>(&tile[y][(group ^ (y / kVector)) * kVector]) = loaded[p];
  }
  __syncthreads();

  for (int p = 0; p < kParts; ++p) {
    const int y = threadIdx.y + p * kThreadsY;
    // Where column y of rows x to x + 3 is kept.
    const int from = ((y / kVector) ^ group) * kVector + y % kVector;
    const float4 v = {tile[x][from], tile[x + 1][from], tile[x + 2][from], tile[x + 3][from]};
    store_vector(out, cols, rows, first_col + y, first_row + x, v);
  }
}

// Launch: dim3 block(kThreadsX, kThreadsY);
//         dim3 grid((cols + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
//         transpose_wide_tile<<<grid, block>>>(in, out, rows, cols);
