// Blocks reduce what is theirs, and the host the blocks' values.
//
// Blocks cannot wait for each other within a launch; its end is the one barrier that all of them
// share. The second pass may be another launch, or the host, when there are few values.
//
// What to look for: one global store a block, and no atomic. The host's step comes after the
// launch.

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

// x, y: n elements, y is read by dot alone. partials: one value a block.
template <int kOperation>
__global__ void reduce_two_pass(const float* __restrict__ x, const float* __restrict__ y,
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

template __global__ void reduce_two_pass<sum>(const float*, const float*, float*, int);
template __global__ void reduce_two_pass<maximum>(const float*, const float*, float*, int);
template __global__ void reduce_two_pass<dot>(const float*, const float*, float*, int);

// Launch, any number of blocks, threads a power of two:
//         reduce_two_pass<op><<<blocks, threads, threads * sizeof(float)>>>(x, y, partials, n);
// The host copies partials and combines them.
