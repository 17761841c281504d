// A histogram of bytes: how often each of the 256 values occurs. One atomic a value, on the
// counters in global memory.
//
// Lanes that have the same value want the same counter, in one warp and in all others. The atomic
// makes each of them count; without it they would read the same old number and store the same new
// one.
//
// What to look for: the load is a sector a warp, 32 bytes side by side. The atomic goes wherever
// the values say: many sectors when they differ, one when they are all the same.

// values: n bytes. counts: 256, to which is added.
__global__ void histogram_global(const unsigned char* __restrict__ values, unsigned* counts,
                                 int n) {
  const int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
    atomicAdd(&counts[values[i]], 1);
  }
}

// Launch, any number of blocks and threads, after counts = 0:
//         histogram_global<<<blocks, threads>>>(values, counts, n);
