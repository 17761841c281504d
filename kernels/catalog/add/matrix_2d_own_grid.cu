// Adding two matrices with a grid whose size somebody typed in: wrong wherever it is too small.
//
// The kernel is add_matrix_2d's; what is different is its launch. The test in the kernel keeps a
// grid that is too large from writing past the matrix. Nothing keeps one that is too small from
// leaving elements out, and CUDA reports no error: no thread does anything forbidden.
//
// What to look for: elements of c that nothing wrote, where grid × block is smaller than the matrix;
// blocks without one active lane, where it is larger by a block or more.

// c = a + b, rows × cols each, row-major. rows × cols fits an int.
__global__ void add_matrix_2d_own_grid(const float* __restrict__ a, const float* __restrict__ b,
                                       float* __restrict__ c, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) {
    const int i = row * cols + col;
    c[i] = a[i] + b[i];
  }
}

// Launch: dim3 block(32, 8);
//         dim3 grid(2, 7);  // enough for 64 columns and 56 rows, whatever the matrix has
//         add_matrix_2d_own_grid<<<grid, block>>>(a, b, c, rows, cols);
