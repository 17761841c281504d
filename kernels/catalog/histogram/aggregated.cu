// histogram_global whose lanes of equal values elect one of them, which adds their number.
//
// __match_any_sync tells each lane which lanes of its warp have the same value (compute capability
// 7.0 or newer). The lowest of them adds as many as they are, in one atomic for all.
//
// What to look for: when all values are the same the atomic has one lane; when they differ it has
// nearly as many as before, and the match was for nothing.

// values: n bytes. counts: 256, to which is added.
__global__ void histogram_aggregated(const unsigned char* __restrict__ values, unsigned* counts,
                                     int n) {
  const int lane = threadIdx.x % 32;
  const int threads = gridDim.x * blockDim.x;
  const int warp_first = blockIdx.x * blockDim.x + threadIdx.x - lane;
  for (int first = warp_first; first < n; first += threads) {  // the same for the whole warp
    const int i = first + lane;
    const unsigned present = __ballot_sync(0xffffffff, i < n);
    if (i < n) {
      const unsigned equal = __match_any_sync(present, values[i]);
      if (lane == __ffs(equal) - 1) atomicAdd(&counts[values[i]], __popc(equal));
    }
  }
}

// Launch, any number of blocks, threads a multiple of 32, after counts = 0:
//         histogram_aggregated<<<blocks, threads>>>(values, counts, n);
