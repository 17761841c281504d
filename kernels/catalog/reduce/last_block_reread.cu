// BROKEN: reduce_last_block that reads the counter again to see who is last, kept to be caught.
//
// Each warp reads at a moment of its own. Other blocks count between a block's atomicAdd and its
// read, so several may find the full number; and the counter is set back while warps still read it,
// those of other blocks and of the last one itself. Some of a block's warps go on without the
// others.
//
// What to look for: a wrong sum in most orders of the blocks, index order too, once a block has
// several warps: those that stay away leave old values in shared memory. A maximum hides it.

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
__global__ void reduce_last_block_reread(const float* __restrict__ x, const float* __restrict__ y,
                                         float* partials, float* result, unsigned* counter, int n) {
  extern __shared__ float values[];
  const int t = threadIdx.x;
  reduce_block<kOperation>(values, own_elements<kOperation>(x, y, n));

  if (t == 0) {
    partials[blockIdx.x] = values[0];
    __threadfence();  // the value before the count
    atomicAdd(counter, 1);
    __threadfence();  // the count before what is read below
  }
  __syncthreads();
  if (*counter != gridDim.x) return;
  if (t == 0) *counter = 0;  // ready for the next launch

  float value = kIdentity<kOperation>;
  for (int i = t; i < gridDim.x; i += blockDim.x) {
    value = combine<kOperation>(value, partials[i]);
  }
  reduce_block<kOperation>(values, value);
  if (t == 0) *result = values[0];
}

template __global__ void reduce_last_block_reread<sum>(const float*, const float*, float*, float*,
                                                       unsigned*, int);
template __global__ void reduce_last_block_reread<maximum>(const float*, const float*, float*,
                                                           float*, unsigned*, int);
template __global__ void reduce_last_block_reread<dot>(const float*, const float*, float*, float*,
                                                       unsigned*, int);

// Launch, any number of blocks, threads a power of two, after *counter = 0 once:
//         reduce_last_block_reread<op><<<blocks, threads, threads * sizeof(float)>>>(
//             x, y, partials, result, counter, n);
