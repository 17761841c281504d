// histogram_weighted whose block has several copies of its counters; a lane adds to one of them.
//
// The copies of a counter are neighbours: lane l adds to copy l mod kCopies. Lanes with the same
// value then want that many different words, and with 32 copies every lane has a bank to itself,
// whatever the values. In the end a thread adds up the copies of a counter; it begins with another
// one than its neighbours, so that they do not meet in a bank either.
//
// What to look for: with all values the same each doubling of the copies halves the atomic's
// wavefronts, and doubles the shared memory.

constexpr int kBins = 256;  // a byte's values
constexpr int kBanks = 32;  // of shared memory

// values: n bytes. counts: 256, to which is added.
template <int kCopies>
__global__ void histogram_weighted_copies(const unsigned char* __restrict__ values,
                                          unsigned* counts, int n, unsigned weight) {
  __shared__ unsigned own[kBins * kCopies];
  for (int i = threadIdx.x; i < kBins * kCopies; i += blockDim.x) own[i] = 0;
  __syncthreads();
  const int copy = threadIdx.x % kCopies;
  const int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
    atomicAdd(&own[values[i] * kCopies + copy], weight);
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) {
    const int first = bin * kCopies / kBanks;
    unsigned sum = 0;
    for (int k = 0; k < kCopies; ++k) sum += own[bin * kCopies + (first + k) % kCopies];
    atomicAdd(&counts[bin], sum);
  }
}

template __global__ void histogram_weighted_copies<1>(const unsigned char*, unsigned*, int,
                                                      unsigned);
template __global__ void histogram_weighted_copies<2>(const unsigned char*, unsigned*, int,
                                                      unsigned);
template __global__ void histogram_weighted_copies<4>(const unsigned char*, unsigned*, int,
                                                      unsigned);
template __global__ void histogram_weighted_copies<8>(const unsigned char*, unsigned*, int,
                                                      unsigned);
template __global__ void histogram_weighted_copies<16>(const unsigned char*, unsigned*, int,
                                                       unsigned);
template __global__ void histogram_weighted_copies<32>(const unsigned char*, unsigned*, int,
                                                       unsigned);

// Launch, any number of blocks and threads, after counts = 0:
//         histogram_weighted_copies<copies><<<blocks, threads>>>(values, counts, n, weight);
