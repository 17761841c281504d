// Adding two matrices with a two-dimensional grid, one element a thread.
//
// Rows and columns are those of the matrix, so that no index is divided; a warp is one row of the
// block. Where the columns are no multiple of 32 the last block of each row has idle lanes, and
// rows begin inside a sector.
//
// What to look for: 4 sectors a request and the same number of requests as with one dimension where
// the columns are a multiple of 32; more requests, some of 5 sectors, where they are not.

// c = a + b, rows × cols each, row-major. rows × cols fits an int.
__global__ void add_matrix_2d(const float* __restrict__ a, const float* __restrict__ b,
                              float* __restrict__ c, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) {
    const int i = row * cols + col;
    c[i] = a[i] + b[i];
  }
}

// Launch: dim3 block(32, 8);  // x is a warp
//         dim3 grid((cols + 31) / 32, (rows + 7) / 8);
//         add_matrix_2d<<<grid, block>>>(a, b, c, rows, cols);
