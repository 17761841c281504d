// histogram_shared that loads 16 values at once.
//
// A load of one byte a lane is 32 bytes a warp; it is asked for, waited for and counted, and then
// the next. A load of 16 bytes brings 16 values, so the loop has a sixteenth of the rounds.
//
// What to look for: 16 sectors a load, then sixteen atomics that wait for nothing.

constexpr int kBins = 256;   // a byte's values
constexpr int kVector = 16;  // values in a uint4

// Of the 16 values one after the other.
__device__ void count_vector(unsigned* own, const uint4& vector) {
  const unsigned words[] = {vector.x, vector.y, vector.z, vector.w};
  for (const unsigned word : words) {
    for (int byte = 0; byte < 4; ++byte) atomicAdd(&own[word >> 8 * byte & 0xff], 1);
  }
}

// values: n bytes. counts: 256, to which is added.
__global__ void histogram_vectors(const unsigned char* __restrict__ values, unsigned* counts,
                                  int n) {
  __shared__ unsigned own[kBins];
  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) own[bin] = 0;
  __syncthreads();
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int threads = gridDim.x * blockDim.x;
  const bool is_aligned = reinterpret_cast<size_t>(values) % sizeof(uint4) == 0;
  const int vectors = is_aligned ? n / kVector : 0;
#pragma unroll 1  // one load of the thread's under way
  for (int v = thread; v < vectors; v += threads) {
    count_vector(own, reinterpret_cast<const uint4*>(values)[v]);
  }
#pragma unroll 1
  for (int i = vectors * kVector + thread; i < n; i += threads) atomicAdd(&own[values[i]], 1);
  __syncthreads();
  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) atomicAdd(&counts[bin], own[bin]);
}

// Launch, any number of blocks and threads, after counts = 0:
//         histogram_vectors<<<blocks, threads>>>(values, counts, n);
