// histogram_shared that adds a weight, which is known only when it runs.
//
// The code is the same but for the number. Yet no instruction counts lanes for another number than
// 1, so lanes that want the same counter take turns, as those do that want the same bank.
//
// What to look for: the wavefronts of the atomic, with all values the same: one for each lane.

constexpr int kBins = 256;  // a byte's values

// values: n bytes. counts: 256, to which is added.
__global__ void histogram_weighted(const unsigned char* __restrict__ values, unsigned* counts,
                                   int n, unsigned weight) {
  __shared__ unsigned own[kBins];
  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) own[bin] = 0;
  __syncthreads();
  const int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
    atomicAdd(&own[values[i]], weight);
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) atomicAdd(&counts[bin], own[bin]);
}

// Launch, any number of blocks and threads, after counts = 0:
//         histogram_weighted<<<blocks, threads>>>(values, counts, n, weight);
