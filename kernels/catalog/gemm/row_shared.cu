// C = A · B as in gemm_row_loop, with the block's row of A in shared memory.
//
// The row comes in pieces of a fixed length, so that it may have any: a piece is loaded once, each
// thread one word, and then read by all.
//
// What to look for: 256 times fewer global requests for A at k and n of 256 or more; in their place
// a shared read that is a broadcast: ptxas makes one of 16 bytes of four steps' reads. The loads of
// B, one a multiply-add and four sectors each, are as they were.

constexpr int kThreads = 256;  // along x; also the length of a piece, so that each loads one word

// a: m × k, b: k × n, c: m × n, all row-major.
__global__ void gemm_row_shared(const float* __restrict__ a, const float* __restrict__ b,
                                float* __restrict__ c, int m, int n, int k) {
  __shared__ float piece[kThreads];
  const int row = blockIdx.x;
  if (row >= m) return;

  // Threads right of the last column stay in the loop: they load, and meet the others at barriers.
  for (int first = 0; first < n; first += kThreads) {
    const int col = first + threadIdx.x;
    float sum = 0;
    for (int step = 0; step < k; step += kThreads) {
      const int length = min(kThreads, k - step);
      if (threadIdx.x < length) piece[threadIdx.x] = a[row * k + step + threadIdx.x];
      __syncthreads();
      if (col < n) {
        for (int i = 0; i < length; ++i) sum += piece[i] * b[(step + i) * n + col];
      }
      __syncthreads();
    }
    if (col < n) c[row * n + col] = sum;
  }
}

// Launch: gemm_row_shared<<<m, kThreads>>>(a, b, c, m, n, k);
