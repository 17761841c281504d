// Reductions and grid-wide counters: templates, lambdas, last block, atomics of every width.

template <typename T, int kBlock, typename Operation>
__device__ T block_reduce(T value, Operation operation) {
  __shared__ T shared[kBlock];
  shared[threadIdx.x] = value;
  __syncthreads();
#pragma unroll
  for (int step = kBlock / 2; step > 0; step >>= 1) {
    if (threadIdx.x < step)
      shared[threadIdx.x] = operation(shared[threadIdx.x], shared[threadIdx.x + step]);
    __syncthreads();
  }
  return shared[0];
}

// Two passes: a value a block, then one block over those.
template <typename T, int kBlock>
__global__ void sum(const T* in, T* out, int n) {
  T mine = 0;
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < n; i += gridDim.x * kBlock) mine += in[i];
  const T total = block_reduce<T, kBlock>(mine, [](T a, T b) { return a + b; });
  if (threadIdx.x == 0) out[blockIdx.x] = total;
}
template __global__ void sum<int, 128>(const int*, int*, int);
template __global__ void sum<double, 64>(const double*, double*, int);

// A lambda that captures by value, handed on to a device function template.
__global__ void sum_of_distances(const float2* points, float* out, float2 centre, int n) {
  const auto distance = [centre](float2 p) {
    return sqrtf((p.x - centre.x) * (p.x - centre.x) + (p.y - centre.y) * (p.y - centre.y));
  };
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float mine = i < n ? distance(points[i]) : 0;
  const float total = block_reduce<float, 64>(mine, [](float a, float b) { return a + b; });
  if (threadIdx.x == 0) atomicAdd(out, total);
}

__device__ unsigned int blocks_done = 0;

// The block that finishes last adds what the others left, and readies the counter for the next
// launch.
__global__ void last_block_sum(const float* in, volatile float* partial, float* out, int n) {
  __shared__ bool last;
  float mine = 0;
  for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += gridDim.x * 64) mine += in[i];
  const float total = block_reduce<float, 64>(mine, [](float a, float b) { return a + b; });
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = total;
    __threadfence();
    last = atomicInc(&blocks_done, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  float rest = 0;
  for (int b = threadIdx.x; b < gridDim.x; b += 64) rest += partial[b];
  __syncthreads();
  const float all = block_reduce<float, 64>(rest, [](float a, float b) { return a + b; });
  if (threadIdx.x == 0) {
    *out = all;
    blocks_done = 0;
  }
}

__global__ void dot(const double* a, const double* b, double* out, int n) {
  double sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    sum += a[i] * b[i];
  for (int offset = 16; offset; offset >>= 1) sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}

// The maximum of floats of both signs by compare and swap.
__device__ float atomic_max(float* address, float value) {
  int* bits = reinterpret_cast<int*>(address);
  int old = *bits, assumed;
  do {
    assumed = old;
    if (__int_as_float(assumed) >= value) break;
    old = atomicCAS(bits, assumed, __float_as_int(value));
  } while (assumed != old);
  return __int_as_float(old);
}

__global__ void float_maximum(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomic_max(out, in[i]);
}

// Mean and variance together after Welford, merged pairwise.
struct Moments {
  float count, mean, squares;
};
__device__ Moments merge(const Moments& a, const Moments& b) {
  const float count = a.count + b.count;
  if (count == 0) return a;
  const float delta = b.mean - a.mean;
  return {count, a.mean + delta * b.count / count,
          a.squares + b.squares + delta * delta * a.count * b.count / count};
}

__global__ void welford(const float* in, Moments* out, int n) {
  Moments mine = {0, 0, 0};
  for (int i = threadIdx.x; i < n; i += 32) {
    mine.count += 1;
    const float delta = in[i] - mine.mean;
    mine.mean += delta / mine.count;
    mine.squares += delta * (in[i] - mine.mean);
  }
  for (int mask = 16; mask > 0; mask >>= 1) {
    const Moments other = {__shfl_xor_sync(~0u, mine.count, mask),
                           __shfl_xor_sync(~0u, mine.mean, mask),
                           __shfl_xor_sync(~0u, mine.squares, mask)};
    mine = merge(mine, other);
  }
  if (threadIdx.x == 0) *out = mine;
}

// The last warp works on its own; each step is read, wait, write, wait.
__global__ void unrolled_sum(const int* in, int* out, int n) {
  __shared__ int shared[128];
  const int t = threadIdx.x;
  const int first = blockIdx.x * 256 + t;
  shared[t] = (first < n ? in[first] : 0) + (first + 128 < n ? in[first + 128] : 0);
  __syncthreads();
  if (t < 64) shared[t] += shared[t + 64];
  __syncthreads();
  if (t < 32) {
    int value = shared[t] + shared[t + 32];
    __syncwarp();
    for (int step = 16; step > 0; step >>= 1) {
      shared[t] = value;
      __syncwarp();
      value += shared[t + step];
      __syncwarp();
    }
    if (t == 0) atomicAdd(out, value);
  }
}

__global__ void atomics_64(const unsigned long long* in, unsigned long long* sums, long long* low,
                           long long* high, unsigned long long* bits, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned long long value = in[i];
  atomicAdd(&sums[i % 3], value);
  atomicMin(low, static_cast<long long>(value));
  atomicMax(high, static_cast<long long>(value));
  atomicAnd(&bits[0], value);
  atomicOr(&bits[1], value);
  atomicXor(&bits[2], value);
  atomicExch(&bits[3], 17ull);
}
