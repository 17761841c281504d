// Transpose by a one-dimensional grid-stride loop, reads contiguous.
//
// Threads walk the elements of `in` in the order in which they lie in memory, whatever the number
// of blocks: a warp's load is one run of 32 elements. The price is a division by `cols`, the
// length of a row of `in`, for each element.
//
// What to look for: 4 sectors a request on the load. The store goes down a column of `out`, 32
// sectors a request; a run that passes the end of a row of `in` goes on in the next column.

// in: rows × cols, out: cols × rows, both row-major. rows × cols fits an int.
__global__ void transpose_linear_read(const float* __restrict__ in, float* __restrict__ out,
                                      int rows, int cols) {
  const int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows * cols; i += threads) {
    const int row = i / cols;
    const int col = i % cols;
    out[col * rows + row] = in[i];
  }
}

// Launch, any number of blocks and threads:
//         transpose_linear_read<<<blocks, threads>>>(in, out, rows, cols);
