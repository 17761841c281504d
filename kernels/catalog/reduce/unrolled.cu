// reduce_sequential whose last six steps are one warp's, without the block's barriers.
//
// Once 64 values are left only one warp has work, and waiting for the whole block is waste. The
// warp still has to wait for itself: since Volta its lanes need not run in lockstep.
//
// What to look for: six block barriers fewer, and __syncwarp between each step's reads and writes.
// All 32 lanes take part to the end; what the upper ones compute is not used.

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

// Leaves the result in values[0]. The bounds are constants, so the compiler unrolls the loop.
template <int kOperation>
__device__ void reduce_last_warp(float* values, int lane) {
  float value = values[lane];
  for (int s = 32; s > 0; s /= 2) {
    value = combine<kOperation>(value, values[lane + s]);
    __syncwarp();  // all have read
    values[lane] = value;
    __syncwarp();  // all have written
  }
}

// x, y: n elements, y is read by dot alone. partials: one value a block.
template <int kOperation>
__global__ void reduce_unrolled(const float* __restrict__ x, const float* __restrict__ y,
                                float* __restrict__ partials, int n) {
  extern __shared__ float values[];
  const int t = threadIdx.x;
  values[t] = own_elements<kOperation>(x, y, n);
  __syncthreads();

  for (int s = blockDim.x / 2; s > 32; s /= 2) {
    if (t < s) values[t] = combine<kOperation>(values[t], values[t + s]);
    __syncthreads();
  }
  if (t < 32) reduce_last_warp<kOperation>(values, t);
  if (t == 0) partials[blockIdx.x] = values[0];
}

template __global__ void reduce_unrolled<sum>(const float*, const float*, float*, int);
template __global__ void reduce_unrolled<maximum>(const float*, const float*, float*, int);
template __global__ void reduce_unrolled<dot>(const float*, const float*, float*, int);

// Launch, any number of blocks, threads a power of two from 64; then one block for the blocks'
// values, which are added when the operation is dot:
//         reduce_unrolled<op><<<blocks, threads, threads * sizeof(float)>>>(x, y, partials, n);
//         reduce_unrolled<op == dot ? sum : op>
//             <<<1, threads, threads * sizeof(float)>>>(partials, partials, result, blocks);
