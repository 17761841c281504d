// BROKEN: reduce_unrolled without __syncwarp, kept to be caught.
//
// `volatile` makes every value go through memory, and orders nothing between lanes. This was
// written when a warp's lanes ran in lockstep; since Volta nothing says that they do.
//
// What to look for: a race in each of the last warp's steps, a lane's read of the value s places on
// with the write of its owner. The result is still right when the lanes happen to keep step.

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
__device__ void reduce_last_warp(volatile float* values, int lane) {
  for (int s = 32; s > 0; s /= 2) {
    values[lane] = combine<kOperation>(values[lane], values[lane + s]);
    // __syncwarp() is missing here, and between the read and the write.
  }
}

// x, y: n elements, y is read by dot alone. partials: one value a block.
template <int kOperation>
__global__ void reduce_unrolled_nosync(const float* __restrict__ x, const float* __restrict__ y,
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

template __global__ void reduce_unrolled_nosync<sum>(const float*, const float*, float*, int);
template __global__ void reduce_unrolled_nosync<maximum>(const float*, const float*, float*, int);
template __global__ void reduce_unrolled_nosync<dot>(const float*, const float*, float*, int);

// Launch, any number of blocks, threads a power of two from 64; then one block for the blocks'
// values, which are added when the operation is dot:
//         reduce_unrolled_nosync<op><<<blocks, threads, threads * sizeof(float)>>>(x, y, partials,
//         n); reduce_unrolled_nosync<op == dot ? sum : op>
//             <<<1, threads, threads * sizeof(float)>>>(partials, partials, result, blocks);
