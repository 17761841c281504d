// Adding two vectors by a grid-stride loop.
//
// The whole grid stands side by side on the vector and steps by its own width, so that at any time
// all blocks work in one stretch of memory. Any number of blocks covers any length.
//
// What to look for: 4 sectors a request. In the order of time, neighbouring blocks touch
// neighbouring lines, and the grid moves through the vector from front to back.

// c = a + b, n elements each.
__global__ void add_grid_stride(const float* __restrict__ a, const float* __restrict__ b,
                                float* __restrict__ c, int n) {
  const int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) c[i] = a[i] + b[i];
}

// Launch, any number of blocks and threads; a few blocks for each multiprocessor:
//         add_grid_stride<<<blocks, threads>>>(a, b, c, n);
