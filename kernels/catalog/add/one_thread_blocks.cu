// Adding two vectors with a block for each element: why not.
//
// A block of one thread is still a warp, whose other 31 lanes have nothing to do, and a
// multiprocessor keeps only a limited number of blocks at a time.
//
// What to look for: one lane of 32 active, and a sector of 32 bytes moved for each 4 wanted:
// 1 sector a request, 32 requests where a full warp makes one.

// c = a + b, an element a block.
__global__ void add_one_thread_blocks(const float* __restrict__ a, const float* __restrict__ b,
                                      float* __restrict__ c) {
  const int i = blockIdx.x;
  c[i] = a[i] + b[i];
}

// Launch, with n elements:
//         add_one_thread_blocks<<<n, 1>>>(a, b, c);
