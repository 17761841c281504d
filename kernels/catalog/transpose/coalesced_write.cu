// Transpose, one element a thread, writes contiguous.
//
// The mirror of coalesced_read: neighbouring lanes take neighbouring columns of `out`, so a warp's
// store is one run along a row and its load goes down a column of `in`.
//
// What to look for: the same sectors as coalesced_read with load and store exchanged. The scattered
// side is now the load, whose unused bytes a cache can keep for the next warps.

// in: rows × cols, out: cols × rows, both row-major.
__global__ void transpose_coalesced_write(const float* __restrict__ in, float* __restrict__ out,
                                          int rows, int cols) {
  const int out_col = blockIdx.x * blockDim.x + threadIdx.x;
  const int out_row = blockIdx.y * blockDim.y + threadIdx.y;
  if (out_row < cols && out_col < rows) {
    out[out_row * rows + out_col] = in[out_col * cols + out_row];
  }
}

// Launch: dim3 block(8, 8), (16, 16), (32, 32) or (32, 8);
//         dim3 grid((rows + block.x - 1) / block.x, (cols + block.y - 1) / block.y);
//         transpose_coalesced_write<<<grid, block>>>(in, out, rows, cols);
