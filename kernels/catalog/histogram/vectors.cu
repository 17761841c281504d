// histogram_copies that loads 16 values at once.
//
// A load of one byte a lane is 32 bytes a warp; it is asked for, waited for and counted, and then
// the next. A load of 16 bytes brings 16 values, so the loop has a sixteenth of the rounds.
//
// What to look for: 16 sectors a load, then sixteen atomics that wait for nothing.

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
__global__ void histogram_vectors(const unsigned char* __restrict__ values, unsigned* counts,
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

template __global__ void histogram_vectors<1>(const unsigned char*, unsigned*, int);
template __global__ void histogram_vectors<2>(const unsigned char*, unsigned*, int);
template __global__ void histogram_vectors<4>(const unsigned char*, unsigned*, int);
template __global__ void histogram_vectors<8>(const unsigned char*, unsigned*, int);
template __global__ void histogram_vectors<16>(const unsigned char*, unsigned*, int);
template __global__ void histogram_vectors<32>(const unsigned char*, unsigned*, int);

// Launch, any number of blocks and threads, after counts = 0:
//         histogram_vectors<copies><<<blocks, threads>>>(values, counts, n);
