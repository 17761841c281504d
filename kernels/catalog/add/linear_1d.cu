// Adding two vectors, one element a thread: the plain form. A matrix is added as the vector that it
// is in memory.
//
// What to look for: 4 sectors a request. Move one of the pointers by a float: 5, because the run of
// 128 bytes then begins inside a sector; by 8 floats, a sector: 4 again.

// c = a + b, n elements each.
__global__ void add_linear_1d(const float* __restrict__ a, const float* __restrict__ b,
                              float* __restrict__ c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

// Launch, any number of threads:
//         add_linear_1d<<<(n + threads - 1) / threads, threads>>>(a, b, c, n);
