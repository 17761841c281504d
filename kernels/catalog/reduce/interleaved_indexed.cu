// The pairs of reduce_interleaved, taken by the block's first threads: thread t works at 2st.
//
// Full warps do the work and the others have none, so the divergence is gone. But neighbouring
// lanes are now 2s words apart.
//
// What to look for: bank conflicts in place of divergence. With 256 threads a step's shared
// accesses are 2-, 4-, 8-, 8-, 8-, 4- and 2-way, and the last is free: the stride doubles until
// fewer lanes are left than it sends to one bank. With 1,024 threads it comes to 32-way.

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
__global__ void reduce_interleaved_indexed(const float* __restrict__ x, const float* __restrict__ y,
                                           float* __restrict__ partials, int n) {
  extern __shared__ float values[];
  const int t = threadIdx.x;
  values[t] = own_elements<kOperation>(x, y, n);
  __syncthreads();

  for (int s = 1; s < blockDim.x; s *= 2) {
    const int i = 2 * s * t;
    if (i < blockDim.x) values[i] = combine<kOperation>(values[i], values[i + s]);
    __syncthreads();
  }
  if (t == 0) partials[blockIdx.x] = values[0];
}

template __global__ void reduce_interleaved_indexed<sum>(const float*, const float*, float*, int);
template __global__ void reduce_interleaved_indexed<maximum>(const float*, const float*, float*,
                                                             int);
template __global__ void reduce_interleaved_indexed<dot>(const float*, const float*, float*, int);

// Launch, any number of blocks, threads a power of two; then one block for the blocks' values,
// which are added when the operation is dot:
//         reduce_interleaved_indexed<op><<<blocks, threads, threads * sizeof(float)>>>(x, y,
//         partials, n); reduce_interleaved_indexed<op == dot ? sum : op>
//             <<<1, threads, threads * sizeof(float)>>>(partials, partials, result, blocks);
