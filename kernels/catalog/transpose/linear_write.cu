// Transpose by a one-dimensional grid-stride loop, writes contiguous.
//
// The mirror of linear_read: threads walk the elements of `out`, whose rows are `rows` long, so
// that is what the index is divided by.
//
// What to look for: 4 sectors a request on the store. The load goes down a column of `in`, 32
// sectors a request.

// in: rows × cols, out: cols × rows, both row-major. rows × cols fits an int.
__global__ void transpose_linear_write(const float* __restrict__ in, float* __restrict__ out,
                                       int rows, int cols) {
  const int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows * cols; i += threads) {
    const int out_row = i / rows;
    const int out_col = i % rows;
    out[i] = in[out_col * cols + out_row];
  }
}

// Launch, any number of blocks and threads:
//         transpose_linear_write<<<blocks, threads>>>(in, out, rows, cols);
