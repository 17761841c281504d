// Adding two vectors, each thread walking its own contiguous chunk: a CPU's way, and the wrong one
// here.
//
// What a thread touches is contiguous; what counts is what a warp touches at one time, and that is
// 32 places a chunk apart.
//
// What to look for: 32 sectors a request as soon as a chunk is at least a sector (8 floats), each
// of them for 4 bytes. The next elements of the sector come with the thread's next steps, if a cache
// still has it.

// c = a + b, n elements each.
__global__ void add_thread_chunk(const float* __restrict__ a, const float* __restrict__ b,
                                 float* __restrict__ c, int n) {
  const int threads = gridDim.x * blockDim.x;
  const int chunk = (n + threads - 1) / threads;
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * chunk;
  const int end = min(first + chunk, n);
  for (int i = first; i < end; ++i) c[i] = a[i] + b[i];
}

// Launch, any number of blocks and threads:
//         add_thread_chunk<<<blocks, threads>>>(a, b, c, n);
