// histogram_vectors whose block has several copies of its counters, as histogram_copies has.
//
// Once loads are wide it is the atomics that shared memory waits for: lanes that meet in a bank.
// With 32 copies every lane has a bank to itself, whatever the values.
//
// What to look for: sixteen atomics of one wavefront each behind a load, and the words to clear and
// to add up, 1 KB a copy.

constexpr int kBins = 256;   // a byte's values
constexpr int kBanks = 32;   // of shared memory
constexpr int kVector = 16;  // values in a uint4

// Of the 16 values one after the other.
template <int kCopies>
__device__ void count_vector(unsigned* own, const uint4& vector) {
  const unsigned words[] = {vector.x, vector.y, vector.z, vector.w};
  for (const unsigned word : words) {
    for (int byte = 0; byte < 4; ++byte) atomicAdd(&own[(word >> 8 * byte & 0xff) * kCopies], 1);
  }
}

// values: n bytes. counts: 256, to which is added.
template <int kCopies>
__global__ void histogram_vectors_copies(const unsigned char* __restrict__ values, unsigned* counts,
                                         int n) {
  __shared__ unsigned own[kBins * kCopies];
  for (int i = threadIdx.x; i < kBins * kCopies; i += blockDim.x) own[i] = 0;
  __syncthreads();
  unsigned* const copy = own + threadIdx.x % kCopies;
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int threads = gridDim.x * blockDim.x;
  const bool is_aligned = reinterpret_cast<size_t>(values) % sizeof(uint4) == 0;
  const int vectors = is_aligned ? n / kVector : 0;
#pragma unroll 1  // one load of the thread's under way
  for (int v = thread; v < vectors; v += threads) {
    count_vector<kCopies>(copy, reinterpret_cast<const uint4*>(values)[v]);
  }
#pragma unroll 1
  for (int i = vectors * kVector + thread; i < n; i += threads) {
    atomicAdd(&copy[values[i] * kCopies], 1);
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) {
    const int first = bin * kCopies / kBanks;
    unsigned sum = 0;
    for (int k = 0; k < kCopies; ++k) sum += own[bin * kCopies + (first + k) % kCopies];
    atomicAdd(&counts[bin], sum);
  }
}

template __global__ void histogram_vectors_copies<1>(const unsigned char*, unsigned*, int);
template __global__ void histogram_vectors_copies<2>(const unsigned char*, unsigned*, int);
template __global__ void histogram_vectors_copies<4>(const unsigned char*, unsigned*, int);
template __global__ void histogram_vectors_copies<8>(const unsigned char*, unsigned*, int);
template __global__ void histogram_vectors_copies<16>(const unsigned char*, unsigned*, int);
template __global__ void histogram_vectors_copies<32>(const unsigned char*, unsigned*, int);

// Launch, any number of blocks and threads, after counts = 0:
//         histogram_vectors_copies<copies><<<blocks, threads>>>(values, counts, n);
