// histogram_vectors_copies that asks for several vectors before it counts the first.
//
// The atomics of a warp are queued behind one another; while it waits in that queue its next values
// are on their way.
//
// What to look for: kLoads loads of 16 sectors in a row, then 16 · kLoads atomics.

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

// Counts rounds of kLoads vectors, a grid of threads apart; what makes no whole round by rounds of
// half as many, down to one.
template <int kCopies, int kLoads>
__device__ void count_rounds(unsigned* own, const uint4* vectors, int v, int count) {
  const int threads = gridDim.x * blockDim.x;
#pragma unroll 1  // no more than one round's loads
  for (; v + (kLoads - 1) * threads < count; v += kLoads * threads) {
    uint4 loaded[kLoads];
    for (int k = 0; k < kLoads; ++k) loaded[k] = vectors[v + k * threads];
    for (int k = 0; k < kLoads; ++k) count_vector<kCopies>(own, loaded[k]);
  }
  if constexpr (kLoads > 1) count_rounds<kCopies, kLoads / 2>(own, vectors, v, count);
}

// values: n bytes. counts: 256, to which is added.
template <int kCopies, int kLoads>
__global__ void histogram_vectors_in_flight(const unsigned char* __restrict__ values,
                                            unsigned* counts, int n) {
  __shared__ unsigned own[kBins * kCopies];
  for (int i = threadIdx.x; i < kBins * kCopies; i += blockDim.x) own[i] = 0;
  __syncthreads();
  unsigned* const copy = own + threadIdx.x % kCopies;
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int threads = gridDim.x * blockDim.x;
  const bool is_aligned = reinterpret_cast<size_t>(values) % sizeof(uint4) == 0;
  const int vectors = is_aligned ? n / kVector : 0;
  count_rounds<kCopies, kLoads>(copy, reinterpret_cast<const uint4*>(values), thread, vectors);
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

template __global__ void histogram_vectors_in_flight<8, 1>(const unsigned char*, unsigned*, int);
template __global__ void histogram_vectors_in_flight<16, 1>(const unsigned char*, unsigned*, int);
template __global__ void histogram_vectors_in_flight<32, 1>(const unsigned char*, unsigned*, int);
template __global__ void histogram_vectors_in_flight<8, 2>(const unsigned char*, unsigned*, int);
template __global__ void histogram_vectors_in_flight<16, 2>(const unsigned char*, unsigned*, int);
template __global__ void histogram_vectors_in_flight<32, 2>(const unsigned char*, unsigned*, int);
template __global__ void histogram_vectors_in_flight<8, 4>(const unsigned char*, unsigned*, int);
template __global__ void histogram_vectors_in_flight<16, 4>(const unsigned char*, unsigned*, int);
template __global__ void histogram_vectors_in_flight<32, 4>(const unsigned char*, unsigned*, int);

// Launch, any number of blocks and threads, after counts = 0:
//         histogram_vectors_in_flight<copies, loads><<<blocks, threads>>>(values, counts, n);
