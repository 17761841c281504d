// Histograms and stream compaction: atomics on shared and global memory, ballots, matches.

__global__ void global_histogram(const unsigned char* in, unsigned* bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[in[i]], 1u);
}

template <int kBins>
__global__ void shared_histogram(const unsigned char* in, unsigned* bins, int n) {
  __shared__ unsigned local[kBins];
  for (int b = threadIdx.x; b < kBins; b += blockDim.x) local[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&local[in[i] * kBins / 256], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < kBins; b += blockDim.x)
    if (local[b] != 0) atomicAdd(&bins[b], local[b]);
}
template __global__ void shared_histogram<64>(const unsigned char*, unsigned*, int);

// Each thread counts in bytes of its own, one column of a shared matrix; four pixels a load.
#define THREADS 32
#define BINS 16
__global__ void private_histogram(const uchar4* in, unsigned* bins, int quads) {
  __shared__ unsigned char counts[BINS][THREADS];
  for (int b = 0; b < BINS; ++b) counts[b][threadIdx.x] = 0;
  for (int i = blockIdx.x * THREADS + threadIdx.x; i < quads; i += gridDim.x * THREADS) {
    const uchar4 four = in[i];
    counts[four.x >> 4][threadIdx.x]++;
    counts[four.y >> 4][threadIdx.x]++;
    counts[four.z >> 4][threadIdx.x]++;
    counts[four.w >> 4][threadIdx.x]++;
  }
  __syncthreads();
  if (threadIdx.x < BINS) {
    unsigned sum = 0;
    for (int t = 0; t < THREADS; ++t) sum += counts[threadIdx.x][t];
    atomicAdd(bins + threadIdx.x, sum);
  }
}

// Lanes with the same key elect one of them to add for all.
__global__ void matched_histogram(const int* keys, int* bins, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int key = keys[i];
  const unsigned peers = __match_any_sync(__activemask(), key);
  const int leader = __ffs(peers) - 1;
  if ((threadIdx.x & 31) == leader) atomicAdd(&bins[key], __popc(peers));
}

// One atomic a warp; survivors keep no order between warps.
__global__ void compact(const float* in, float* out, int* count, float threshold, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x & 31;
  const float value = i < n ? in[i] : threshold;
  const bool keep = value > threshold;
  const unsigned kept = __ballot_sync(0xffffffff, keep);
  int base = 0;
  if (lane == 0 && kept != 0) base = atomicAdd(count, __popc(kept));
  base = __shfl_sync(0xffffffff, base, 0);
  if (keep) out[base + __popc(kept & ((1u << lane) - 1))] = value;
}

// The block's threads keep their order: __syncthreads_count, then offsets of warps.
__global__ void partition_evens(const int* in, int* out, int* evens, int n) {
  __shared__ int offsets[8];
  const int t = threadIdx.x, warp = t / 32;
  const bool even = t < n && in[t] % 2 == 0;
  const unsigned votes = __ballot_sync(~0u, even);
  if (t % 32 == 0) offsets[warp] = __popc(votes);
  const int total = __syncthreads_count(even);
  int before = __popc(votes & ~(~0u << (t % 32)));
  for (int w = 0; w < warp; ++w) before += offsets[w];
  if (t < n) out[even ? before : total + t - before] = in[t];
  if (t == 0) *evens = total;
}

// Minimum, maximum and whether any is negative, without an order.
__global__ void extremes(const int* in, int* low, int* high, unsigned* any_negative, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int value = in[min(i, n - 1)];
  atomicMin(low, value);
  atomicMax(high, value);
  if (__any_sync(~0u, value < 0)) atomicOr(any_negative, 1u << (blockIdx.x & 31));
}
