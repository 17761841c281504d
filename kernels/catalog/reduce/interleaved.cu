// Reduction by neighbouring pairs: in each step every 2s-th thread takes the value s places on.
//
// The threads that have nothing to do stand between those that have, so a warp with one active lane
// takes as long as a full one.
//
// What to look for: divergence. Active lanes a warp are 16, 8, 4, 2, 1, and all of the block's
// warps stay busy through those five steps. There is no bank conflict: the words of one access lie
// in 32 banks of their own, whatever the step.

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
__global__ void reduce_interleaved(const float* __restrict__ x, const float* __restrict__ y,
                                   float* __restrict__ partials, int n) {
  extern __shared__ float values[];
  const int t = threadIdx.x;
  values[t] = own_elements<kOperation>(x, y, n);
  __syncthreads();

  for (int s = 1; s < blockDim.x; s *= 2) {
    if (t % (2 * s) == 0) values[t] = combine<kOperation>(values[t], values[t + s]);
    __syncthreads();
  }
  if (t == 0) partials[blockIdx.x] = values[0];
}

template __global__ void reduce_interleaved<sum>(const float*, const float*, float*, int);
template __global__ void reduce_interleaved<maximum>(const float*, const float*, float*, int);
template __global__ void reduce_interleaved<dot>(const float*, const float*, float*, int);

// Launch, any number of blocks, threads a power of two; then one block for the blocks' values,
// which are added when the operation is dot:
//         reduce_interleaved<op><<<blocks, threads, threads * sizeof(float)>>>(x, y, partials, n);
//         reduce_interleaved<op == dot ? sum : op>
//             <<<1, threads, threads * sizeof(float)>>>(partials, partials, result, blocks);
