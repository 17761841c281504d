// histogram_weighted whose lanes of equal values elect one of them, which adds for all.
//
// __match_any_sync tells each lane which lanes of its warp have the same value (compute capability
// 7.0 or newer). The lowest of them adds the weight as many times as they are.
//
// What to look for: no two lanes of an atomic want the same counter any more; those of one bank
// still take turns.

constexpr int kBins = 256;  // a byte's values

// values: n bytes. counts: 256, to which is added.
__global__ void histogram_weighted_aggregated(const unsigned char* __restrict__ values,
                                              unsigned* counts, int n, unsigned weight) {
  __shared__ unsigned own[kBins];
  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) own[bin] = 0;
  __syncthreads();
  const int lane = threadIdx.x % 32;
  const int threads = gridDim.x * blockDim.x;
  const int warp_first = blockIdx.x * blockDim.x + threadIdx.x - lane;
  for (int first = warp_first; first < n; first += threads) {  // the same for the whole warp
    const int i = first + lane;
    const unsigned present = __ballot_sync(0xffffffff, i < n);
    if (i < n) {
      const unsigned equal = __match_any_sync(present, values[i]);
      if (lane == __ffs(equal) - 1) atomicAdd(&own[values[i]], __popc(equal) * weight);
    }
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) atomicAdd(&counts[bin], own[bin]);
}

// Launch, any number of blocks, threads a multiple of 32, after counts = 0:
//         histogram_weighted_aggregated<<<blocks, threads>>>(values, counts, n, weight);
