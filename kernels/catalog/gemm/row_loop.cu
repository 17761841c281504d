// C = A · B, a block a row of C and a thread an element at a time: the plain loop.
//
// Every multiply-add loads both of its factors from global memory. The lanes of a warp stand in
// neighbouring columns, so a load of B is contiguous and a load of A is one word for all.
//
// What to look for: two global loads a multiply-add, one of them a single sector, the other four;
// B is read again for every row of C.

constexpr int kThreads = 256;  // along x; they walk over the row

// a: m × k, b: k × n, c: m × n, all row-major.
__global__ void gemm_row_loop(const float* __restrict__ a, const float* __restrict__ b,
                              float* __restrict__ c, int m, int n, int k) {
  const int row = blockIdx.x;
  if (row >= m) return;
  for (int col = threadIdx.x; col < n; col += kThreads) {
    float sum = 0;
    for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + col];
    c[row * n + col] = sum;
  }
}

// Launch: gemm_row_loop<<<m, kThreads>>>(a, b, c, m, n, k);
