// Broken: as reduce_last_block, without its __threadfence.
//
// The block stores its value and counts itself. Without a fence between the two nothing says in
// which order others see them: the block that comes last may read a value that is not there yet.
// The counter is right all the same, and __syncthreads does not help: it is for one block alone.
//
// What to look for: the finding. A block's store of its value races with the last block's read.

enum Operation : int { sum, maximum, dot };

template <int kOperation>
__device__ float combine(float a, float b) {
  return kOperation == maximum ? fmaxf(a, b) : a + b;
}

// What a thread without elements contributes.
template <int kOperation>
constexpr float kIdentity = kOperation == maximum ? -INFINITY : 0.0f;

// What the thread itself makes of its elements, which stand a whole grid of threads apart.
template <int kOperation>
__device__ float own_elements(const float* x, const float* y, int n) {
  float value = kIdentity<kOperation>;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    value = combine<kOperation>(value, kOperation == dot ? x[i] * y[i] : x[i]);
  }
  return value;
}

// Leaves the block's value in values[0].
template <int kOperation>
__device__ void reduce_block(float* values, float value) {
  const int t = threadIdx.x;
  values[t] = value;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (t < s) values[t] = combine<kOperation>(values[t], values[t + s]);
    __syncthreads();
  }
}

// x, y: n elements, y is read by dot alone. partials: room for one value a block. counter: holds 0,
// before and after.
template <int kOperation>
__global__ void reduce_last_block_unfenced(const float* __restrict__ x, const float* __restrict__ y,
                                           float* partials, float* result, unsigned* counter,
                                           int n) {
  extern __shared__ float values[];
  __shared__ bool is_last;
  const int t = threadIdx.x;
  reduce_block<kOperation>(values, own_elements<kOperation>(x, y, n));

  if (t == 0) {
    partials[blockIdx.x] = values[0];
    is_last = atomicAdd(counter, 1) == gridDim.x - 1;
    if (is_last) *counter = 0;  // ready for the next launch
  }
  __syncthreads();
  if (!is_last) return;

  float value = kIdentity<kOperation>;
  for (int i = t; i < gridDim.x; i += blockDim.x) {
    value = combine<kOperation>(value, partials[i]);
  }
  reduce_block<kOperation>(values, value);
  if (t == 0) *result = values[0];
}

template __global__ void reduce_last_block_unfenced<sum>(const float*, const float*, float*, float*,
                                                         unsigned*, int);
template __global__ void reduce_last_block_unfenced<maximum>(const float*, const float*, float*,
                                                             float*, unsigned*, int);
template __global__ void reduce_last_block_unfenced<dot>(const float*, const float*, float*, float*,
                                                         unsigned*, int);

// Launch, any number of blocks, threads a power of two, after *counter = 0 once:
//         reduce_last_block_unfenced<op><<<blocks, threads, threads * sizeof(float)>>>(
//             x, y, partials, result, counter, n);
