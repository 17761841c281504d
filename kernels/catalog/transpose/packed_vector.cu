// Transpose through a tile whose swizzle moves four elements together.
//
// Against transpose_packed_xor the XOR works on groups of four floats: group g of row r is kept at
// g ^ (r / 4). A group stays whole and 16-byte aligned, so a float4 goes into the tile by one
// store. It comes out one float at a time, because an output vector takes its elements from four
// rows.
//
// What to look for: a quarter of the shared store instructions of packed_xor and no bank conflict
// on either side. Eight lanes store one row, all its banks; a load's lanes lie in bank 4(x ^ y / 4)
// + y mod 4, and a warp is 8 threads × 4 rows that differ in y mod 4.

constexpr int kTile = 32;                 // eight groups a row, a power of two as XOR needs
constexpr int kVector = 4;                // floats in a float4
constexpr int kGroups = kTile / kVector;  // also the number of different r / 4

// Four elements of a row of `in`, as many as there are.
__device__ float4 load_vector(const float* __restrict__ in, int cols, int row, int col) {
  const float* from = &in[row * cols + col];
  // Rows start on 16 bytes only if their length is a multiple of four; then no vector crosses the
  // edge either. Other lengths go element by element.
  if (cols % kVector == 0) return *reinterpret_cast<const float4*>(from);
  float4 v = {from[0], 0, 0, 0};
  if (col + 1 < cols) v.y = from[1];
  if (col + 2 < cols) v.z = from[2];
  if (col + 3 < cols) v.w = from[3];
  return v;
}

// in: rows × cols, out: cols × rows, both row-major and 16-byte aligned.
__global__ void transpose_packed_vector(const float* __restrict__ in, float* __restrict__ out,
                                        int rows, int cols) {
  static_assert((kGroups & (kGroups - 1)) == 0, "XOR permutes the groups of a power of two");
  __shared__ alignas(sizeof(float4)) float tile[kTile][kTile];
  const int x = threadIdx.x * kVector;
  const int y = threadIdx.y;
  // Where group x / 4 of row y starts; group y / 4 of rows x to x + 3 starts there too.
  const int swizzled = (threadIdx.x ^ (y / kVector)) * kVector;

  const int col = blockIdx.x * kTile + x;
  const int row = blockIdx.y * kTile + y;
  if (row < rows && col < cols) {
    *reinterpret_cast<float4*>(&tile[y][swizzled]) = load_vector(in, cols, row, col);
  }
  __syncthreads();

  const int out_col = blockIdx.y * kTile + x;
  const int out_row = blockIdx.x * kTile + y;
  const int from = swizzled + y % kVector;
  if (rows % kVector == 0) {
    if (out_row < cols && out_col < rows) {
      const float4 v = {tile[x][from], tile[x + 1][from], tile[x + 2][from], tile[x + 3][from]};
      *reinterpret_cast<float4*>(&out[out_row * rows + out_col]) = v;
    }
  } else {
    for (int k = 0; k < kVector; ++k) {
      if (out_row < cols && out_col + k < rows) {
        out[out_row * rows + out_col + k] = tile[x + k][from];
      }
    }
  }
}

// Launch: dim3 block(kTile / kVector, kTile);
//         dim3 grid((cols + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
//         transpose_packed_vector<<<grid, block>>>(in, out, rows, cols);
