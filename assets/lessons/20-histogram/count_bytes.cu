// How often each value of a byte occurs. One block counts all
// values in shared memory, then its threads store what they find
// there.

constexpr int kBins = 256;  // a byte's values

__global__ void count_bytes(const unsigned char* values,
                            unsigned* counts, int n) {
  __shared__ unsigned own[kBins];
  const int t = threadIdx.x;
  for (int bin = t; bin < kBins; bin += blockDim.x) own[bin] = 0;
  __syncthreads();
  for (int i = t; i < n; i += blockDim.x) ++own[values[i]];
  __syncthreads();
  for (int bin = t; bin < kBins; bin += blockDim.x)
    counts[bin] = own[bin];
}

// The same as plainly as can be: one thread counts.
__global__ void count_bytes_plain(const unsigned char* values,
                                  unsigned* counts, int n) {
  for (int bin = 0; bin < kBins; ++bin) counts[bin] = 0;
  for (int i = 0; i < n; ++i) ++counts[values[i]];
}
