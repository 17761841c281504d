// Broken: as histogram_shared, without an atomic for the block's own counters.
//
// ++ is a load, an addition and a store. Lanes that have the same value load the same number and
// store the same number, and all but one are lost; so are those of other warps in between.
//
// What to look for: the finding. A lane's store races with another's, or with its load.

constexpr int kBins = 256;  // a byte's values

// values: n bytes. counts: 256, to which is added.
__global__ void histogram_shared_plain(const unsigned char* __restrict__ values, unsigned* counts,
                                       int n) {
  __shared__ unsigned own[kBins];
  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) own[bin] = 0;
  __syncthreads();
  const int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
    ++own[values[i]];
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) atomicAdd(&counts[bin], own[bin]);
}

// Launch, any number of blocks and threads, after counts = 0:
//         histogram_shared_plain<<<blocks, threads>>>(values, counts, n);
