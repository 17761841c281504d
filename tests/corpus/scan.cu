// Prefix sums: of a block, of many blocks in three kernels, in one with decoupled look-back, and
// segmented.

__global__ void hillis_steele(const int* in, int* out, int n) {
  extern __shared__ int temp[];
  const int t = threadIdx.x;
  int current = 0;
  temp[t] = t < n ? in[t] : 0;
  __syncthreads();
  for (int offset = 1; offset < blockDim.x; offset *= 2) {
    const int* source = temp + current * blockDim.x;
    current = 1 - current;
    int* target = temp + current * blockDim.x;
    target[t] = t >= offset ? source[t] + source[t - offset] : source[t];
    __syncthreads();
  }
  if (t < n) out[t] = temp[current * blockDim.x + t];
}

#define LOG_NUM_BANKS 5
#define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)

// Exclusive; two elements a thread; n is at most twice the block.
__global__ void blelloch(const int* in, int* out, int n) {
  extern __shared__ int temp[];
  const int t = threadIdx.x;
  const int size = 2 * blockDim.x;
  const int ai = t, bi = t + blockDim.x;
  temp[ai + CONFLICT_FREE_OFFSET(ai)] = ai < n ? in[ai] : 0;
  temp[bi + CONFLICT_FREE_OFFSET(bi)] = bi < n ? in[bi] : 0;
  int offset = 1;
  for (int d = size >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1;
      int b = offset * (2 * t + 2) - 1;
      a += CONFLICT_FREE_OFFSET(a);
      b += CONFLICT_FREE_OFFSET(b);
      temp[b] += temp[a];
    }
    offset *= 2;
  }
  if (t == 0) temp[size - 1 + CONFLICT_FREE_OFFSET(size - 1)] = 0;
  for (int d = 1; d < size; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1;
      int b = offset * (2 * t + 2) - 1;
      a += CONFLICT_FREE_OFFSET(a);
      b += CONFLICT_FREE_OFFSET(b);
      const int left = temp[a];
      temp[a] = temp[b];
      temp[b] += left;
    }
  }
  __syncthreads();
  if (ai < n) out[ai] = temp[ai + CONFLICT_FREE_OFFSET(ai)];
  if (bi < n) out[bi] = temp[bi + CONFLICT_FREE_OFFSET(bi)];
}

template <typename T>
__device__ T warp_inclusive_scan(T value) {
  const int lane = threadIdx.x & 31;
#pragma unroll
  for (int offset = 1; offset < 32; offset <<= 1) {
    const T below = __shfl_up_sync(0xffffffffu, value, offset);
    if (lane >= offset) value += below;
  }
  return value;
}

// The inclusive sum of a block whose size is a multiple of 32.
template <typename T>
__device__ T block_inclusive_scan(T value) {
  __shared__ T warp_sums[32];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  value = warp_inclusive_scan(value);
  if (lane == 31) warp_sums[warp] = value;
  __syncthreads();
  if (warp == 0) {
    const T sum = lane < blockDim.x / 32 ? warp_sums[lane] : T(0);
    warp_sums[lane] = warp_inclusive_scan(sum);
  }
  __syncthreads();
  return warp > 0 ? value + warp_sums[warp - 1] : value;
}

__global__ void warp_scan(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float sum = warp_inclusive_scan(i < n ? in[i] : 0.0f);
  if (i < n) out[i] = sum;
}

__global__ void scan_blocks(const long long* in, long long* out, long long* sums, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const long long sum = block_inclusive_scan(i < n ? in[i] : 0LL);
  if (i < n) out[i] = sum;
  if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = sum;
}

__global__ void scan_sums(long long* sums, int count) {
  const long long sum = block_inclusive_scan(threadIdx.x < count ? sums[threadIdx.x] : 0LL);
  if (threadIdx.x < count) sums[threadIdx.x] = sum;
}

__global__ void add_sums(long long* out, const long long* sums, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x > 0 && i < n) out[i] += sums[blockIdx.x - 1];
}

// A tile's state is one 64-bit word: bits 62 and 63 say whether its low half is the tile's own sum
// or the sum up to its end.
constexpr unsigned long long kAggregate = 1ull << 62;
constexpr unsigned long long kPrefix = 2ull << 62;

__device__ unsigned look_back(volatile unsigned long long* states, int tile) {
  unsigned exclusive = 0;
  for (int j = tile - 1; j >= 0;) {
    const unsigned long long state = states[j];
    if (state >> 62 == 0) continue;
    exclusive += static_cast<unsigned>(state);
    if (state >> 62 == 2) break;
    --j;
  }
  return exclusive;
}

// Tiles are numbered in the order in which blocks begin, so that the tiles before are under way.
__global__ void decoupled_look_back(const unsigned* in, unsigned* out,
                                    volatile unsigned long long* states, unsigned* tickets,
                                    int n) {
  __shared__ unsigned ticket, before;
  if (threadIdx.x == 0) ticket = atomicAdd(tickets, 1);
  __syncthreads();
  const int tile = ticket;
  const int i = tile * blockDim.x + threadIdx.x;
  const unsigned sum = block_inclusive_scan(i < n ? in[i] : 0u);
  if (threadIdx.x == blockDim.x - 1) {
    if (tile > 0) {
      states[tile] = kAggregate | sum;
      __threadfence();
    }
    before = look_back(states, tile);
    states[tile] = kPrefix | (before + sum);
  }
  __syncthreads();
  if (i < n) out[i] = before + sum;
}

// A sum begins anew at every element whose head flag is set; one warp a row of 32.
__global__ void segmented_scan(const int* in, const unsigned char* heads, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x & 31;
  int value = i < n ? in[i] : 0;
  const unsigned flags = __ballot_sync(0xffffffffu, i < n && heads[i] != 0);
  const unsigned at_or_below = flags & (0xffffffffu >> (31 - lane));
  const int start = at_or_below == 0 ? 0 : 31 - __clz(at_or_below);
  for (int offset = 1; offset < 32; offset *= 2) {
    const int below = __shfl_up_sync(0xffffffffu, value, offset);
    if (lane - offset >= start) value += below;
  }
  if (i < n) out[i] = value;
}

struct Max {
  __device__ int operator()(int a, int b) const { return max(a, b); }
};

template <typename Operation>
__global__ void prefix(const int* in, int* out, int n, int identity) {
  __shared__ int values[96];
  const Operation operation{};
  int carry = identity;
  for (int base = 0; base < n; base += blockDim.x) {
    const int i = base + threadIdx.x;
    values[threadIdx.x] = i < n ? in[i] : identity;
    __syncthreads();
    for (int offset = 1; offset < blockDim.x; offset *= 2) {
      const int other = threadIdx.x >= offset ? values[threadIdx.x - offset] : identity;
      __syncthreads();
      values[threadIdx.x] = operation(values[threadIdx.x], other);
      __syncthreads();
    }
    if (i < n) out[i] = operation(carry, values[threadIdx.x]);
    carry = operation(carry, values[blockDim.x - 1]);
    __syncthreads();
  }
}
template __global__ void prefix<Max>(const int*, int*, int, int);
