// reduce_sequential whose threads add up what is theirs with compensation (Kahan).
//
// A thread's own sum is the long one: n / (blocks · threads) elements, one after the other. What an
// addition rounds off is kept and added with the next element; it takes either sign. The tree has
// few steps and stays as it is. A maximum rounds nothing and needs none of it.
//
// What to look for: the same accesses as reduce_sequential, four arithmetic instructions an element
// in place of one, and an error that does not grow with n.

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
  float missing = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    if (kOperation == maximum) {
      value = combine<kOperation>(value, x[i]);
    } else {
      const float term = (kOperation == dot ? x[i] * y[i] : x[i]) + missing;
      const float t = value + term;
      missing = term - (t - value);
      value = t;
    }
  }
  return value;
}

// x, y: n elements, y is read by dot alone. partials: one value a block.
template <int kOperation>
__global__ void reduce_kahan(const float* __restrict__ x, const float* __restrict__ y,
                             float* __restrict__ partials, int n) {
  extern __shared__ float values[];
  const int t = threadIdx.x;
  values[t] = own_elements<kOperation>(x, y, n);
  __syncthreads();

  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (t < s) values[t] = combine<kOperation>(values[t], values[t + s]);
    __syncthreads();
  }
  if (t == 0) partials[blockIdx.x] = values[0];
}

template __global__ void reduce_kahan<sum>(const float*, const float*, float*, int);
template __global__ void reduce_kahan<maximum>(const float*, const float*, float*, int);
template __global__ void reduce_kahan<dot>(const float*, const float*, float*, int);

// Launch, any number of blocks, threads a power of two; then one block for the blocks' values,
// which are added when the operation is dot:
//         reduce_kahan<op><<<blocks, threads, threads * sizeof(float)>>>(x, y, partials, n);
//         reduce_kahan<op == dot ? sum : op>
//             <<<1, threads, threads * sizeof(float)>>>(partials, partials, result, blocks);
