// histogram_shared whose block has several copies of its counters; a lane counts into one of them.
//
// The copies of a counter are neighbours: lane l adds to copy l mod kCopies. Lanes with the same
// value then want that many different words, and with 32 copies every lane has a bank to itself,
// whatever the values. In the end a thread adds up the copies of a counter; it begins with another
// one than its neighbours, so that they do not meet in a bank either.
//
// What to look for: the atomic's wavefronts, which fall to one as the copies rise to 32, and what
// the block takes of shared memory for it: 1 KB a copy.

constexpr int kBins = 256;  // a byte's values
constexpr int kBanks = 32;  // of shared memory

// values: n bytes. counts: 256, to which is added.
template <int kCopies>
__global__ void histogram_copies(const unsigned char* __restrict__ values, unsigned* counts,
                                 int n) {
  __shared__ unsigned own[kBins * kCopies];
  for (int i = threadIdx.x; i < kBins * kCopies; i += blockDim.x) own[i] = 0;
  __syncthreads();
  const int copy = threadIdx.x % kCopies;
  const int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
    atomicAdd(&own[values[i] * kCopies + copy], 1);
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) {
    const int first = bin * kCopies / kBanks;
    unsigned sum = 0;
    for (int k = 0; k < kCopies; ++k) sum += own[bin * kCopies + (first + k) % kCopies];
    atomicAdd(&counts[bin], sum);
  }
}

template __global__ void histogram_copies<1>(const unsigned char*, unsigned*, int);
template __global__ void histogram_copies<2>(const unsigned char*, unsigned*, int);
template __global__ void histogram_copies<4>(const unsigned char*, unsigned*, int);
template __global__ void histogram_copies<8>(const unsigned char*, unsigned*, int);
template __global__ void histogram_copies<16>(const unsigned char*, unsigned*, int);
template __global__ void histogram_copies<32>(const unsigned char*, unsigned*, int);

// Launch, any number of blocks and threads, after counts = 0:
//         histogram_copies<copies><<<blocks, threads>>>(values, counts, n);
