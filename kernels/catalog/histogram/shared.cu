// histogram_global whose blocks count into counters of their own, in shared memory: privatisation.
//
// Each block adds its counters to the others' in the end, by one global atomic a counter in place
// of one a value. Its own atomics stay on the multiprocessor.
//
// What to look for: lanes whose counters lie in one bank take turns, unless it is the same counter:
// the 1 is known when the kernel is compiled, and from compute capability 8.0 on the lanes of a
// counter are counted and added at once (ATOMS.POPC.INC).

constexpr int kBins = 256;  // a byte's values

// values: n bytes. counts: 256, to which is added.
__global__ void histogram_shared(const unsigned char* __restrict__ values, unsigned* counts,
                                 int n) {
  __shared__ unsigned own[kBins];
  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) own[bin] = 0;
  __syncthreads();
  const int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
    atomicAdd(&own[values[i]], 1);
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) atomicAdd(&counts[bin], own[bin]);
}

// Launch, any number of blocks and threads, after counts = 0:
//         histogram_shared<<<blocks, threads>>>(values, counts, n);
