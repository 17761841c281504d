// Transpose, one element a thread, reads contiguous.
//
// Neighbouring lanes take neighbouring columns, so a warp's load is one run along a row of `in`.
// Its store goes down a column of `out`: with a block 32 wide every lane writes into another
// sector.
//
// What to look for: the load touches 4 sectors a request, the store 32 (blocks 32 wide), 16 (16×16)
// or 8 (8×8), for the same 128 bytes.

// in: rows × cols, out: cols × rows, both row-major.
__global__ void transpose_coalesced_read(const float* __restrict__ in, float* __restrict__ out,
                                         int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) {
    out[col * rows + row] = in[row * cols + col];
  }
}

// Launch: dim3 block(8, 8), (16, 16), (32, 32) or (32, 8);
//         dim3 grid((cols + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
//         transpose_coalesced_read<<<grid, block>>>(in, out, rows, cols);
