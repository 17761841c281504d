// Sorting: networks in shared and global memory, a radix pass, a merge, the k largest.

__global__ void bitonic_shared(int* data, int n) {
  extern __shared__ int values[];
  const int t = threadIdx.x;
  values[t] = t < n ? data[t] : 0x7fffffff;
  for (int size = 2; size <= blockDim.x; size <<= 1) {
    for (int stride = size >> 1; stride > 0; stride >>= 1) {
      __syncthreads();
      const int partner = t ^ stride;
      if (partner > t) {
        const bool ascending = (t & size) == 0;
        const int a = values[t], b = values[partner];
        if ((a > b) == ascending) {
          values[t] = b;
          values[partner] = a;
        }
      }
    }
  }
  __syncthreads();
  if (t < n) data[t] = values[t];
}

// One step of a network over the whole array, whose size is a power of two: a launch a step.
__global__ void bitonic_step(float* data, int j, int k) {
  const unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
  const unsigned other = i ^ j;
  if (other <= i) return;
  const bool up = (i & k) == 0;
  if (up ? data[i] > data[other] : data[i] < data[other]) {
    const float held = data[i];
    data[i] = data[other];
    data[other] = held;
  }
}

// Batcher's odd-even merge sort, keys with values.
__global__ void odd_even_merge(unsigned* keys, unsigned* values) {
  __shared__ unsigned key[128], value[128];
  const unsigned t = threadIdx.x;
  for (unsigned i = t; i < 128; i += 64) {
    key[i] = keys[i];
    value[i] = values[i];
  }
  for (unsigned size = 2; size <= 128; size <<= 1) {
    unsigned stride = size / 2;
    const unsigned offset = t & (stride - 1);
    __syncthreads();
    {
      const unsigned pos = 2 * t - (t & (stride - 1));
      if (key[pos] > key[pos + stride]) {
        const unsigned k = key[pos], v = value[pos];
        key[pos] = key[pos + stride], value[pos] = value[pos + stride];
        key[pos + stride] = k, value[pos + stride] = v;
      }
      stride >>= 1;
    }
    for (; stride > 0; stride >>= 1) {
      __syncthreads();
      const unsigned pos = 2 * t - (t & (stride - 1));
      if (offset >= stride && key[pos - stride] > key[pos]) {
        const unsigned k = key[pos], v = value[pos];
        key[pos] = key[pos - stride], value[pos] = value[pos - stride];
        key[pos - stride] = k, value[pos - stride] = v;
      }
    }
  }
  __syncthreads();
  for (unsigned i = t; i < 128; i += 64) {
    keys[i] = key[i];
    values[i] = value[i];
  }
}

// Radix sort, four bits a pass: digits counted a block, an exclusive scan over digit-major counts,
// a stable scatter.
constexpr int kRadix = 16;

__global__ void radix_count(const unsigned* keys, unsigned* counts, int shift, int n) {
  __shared__ unsigned local[kRadix];
  if (threadIdx.x < kRadix) local[threadIdx.x] = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&local[keys[i] >> shift & (kRadix - 1)], 1u);
  __syncthreads();
  if (threadIdx.x < kRadix) counts[threadIdx.x * gridDim.x + blockIdx.x] = local[threadIdx.x];
}

__global__ void radix_scan(unsigned* counts, int count) {
  if (threadIdx.x != 0) return;
  unsigned sum = 0;
  for (int i = 0; i < count; ++i) {
    const unsigned here = counts[i];
    counts[i] = sum;
    sum += here;
  }
}

__global__ void radix_scatter(const unsigned* keys, unsigned* sorted, const unsigned* offsets,
                              int shift, int n) {
  extern __shared__ unsigned char digits[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned key = i < n ? keys[i] : ~0u;
  const unsigned digit = key >> shift & (kRadix - 1);
  digits[threadIdx.x] = digit;
  __syncthreads();
  if (i >= n) return;
  unsigned rank = 0;
  for (int t = 0; t < threadIdx.x; ++t) rank += digits[t] == digit;
  sorted[offsets[digit * gridDim.x + blockIdx.x] + rank] = key;
}

// Every element finds its place in the other sorted run by binary search.
template <bool kUpper>
__device__ int place(const int* run, int n, int value) {
  int low = 0, high = n;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (kUpper ? run[middle] <= value : run[middle] < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

__global__ void merge_by_rank(const int* a, int a_count, const int* b, int b_count, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < a_count) out[i + place<false>(b, b_count, a[i])] = a[i];
  if (i < b_count) out[i + place<true>(a, a_count, b[i])] = b[i];
}

// The k largest of each row: every thread keeps its own k sorted in registers, then the block takes
// the best head k times.
template <int K>
__global__ void top_k(const float* in, float* out, int columns) {
  __shared__ float heads[64];
  __shared__ int owners[64];
  const float* row = in + blockIdx.x * columns;
  float best[K];
#pragma unroll
  for (int j = 0; j < K; ++j) best[j] = -INFINITY;
  for (int i = threadIdx.x; i < columns; i += blockDim.x) {
    float value = row[i];
#pragma unroll
    for (int j = 0; j < K; ++j) {
      const float larger = fmaxf(best[j], value);
      value = fminf(best[j], value);
      best[j] = larger;
    }
  }
  for (int k = 0; k < K; ++k) {
    heads[threadIdx.x] = best[0];
    owners[threadIdx.x] = threadIdx.x;
    __syncthreads();
    for (int step = blockDim.x / 2; step > 0; step /= 2) {
      if (threadIdx.x < step && heads[threadIdx.x + step] > heads[threadIdx.x]) {
        heads[threadIdx.x] = heads[threadIdx.x + step];
        owners[threadIdx.x] = owners[threadIdx.x + step];
      }
      __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x * K + k] = heads[0];
    if (owners[0] == threadIdx.x) {
#pragma unroll
      for (int j = 0; j + 1 < K; ++j) best[j] = best[j + 1];
      best[K - 1] = -INFINITY;
    }
    __syncthreads();
  }
}
template __global__ void top_k<5>(const float*, float*, int);
