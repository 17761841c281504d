// Adding two matrices with a two-dimensional grid, one element a thread.
//
// Rows and columns are those of the matrix, so that no index is divided; a warp is 32 threads of the
// block, x first: one row of a block of 32 × 8, four rows of one of 8 × 8. Where rows or columns are
// no multiple of the block's, the last blocks have idle lanes, and rows begin inside a sector.
//
// What to look for with 32 × 8: 4 sectors a request and the same number of requests as with one
// dimension where the columns are a multiple of 32; more, some of 5 sectors, where they are not.

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

// Launch: dim3 block(32, 8);  // or another shape of at most 1,024 threads
//         dim3 grid((cols + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
//         add_matrix_2d<<<grid, block>>>(a, b, c, rows, cols);
