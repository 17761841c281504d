// Reduction by warp shuffles: values pass from register to register.
//
// __shfl_down_sync hands each lane the value of the lane `offset` places on and waits for all
// lanes, so a warp needs neither shared memory nor __syncwarp. Shared memory is left with the one
// thing that shuffles cannot do: to pass the warps' values to the first warp.
//
// What to look for: one shared store a warp, by one lane, one shared load a block, and one barrier.

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

// Lane 0 returns the warp's value; the others return something of no use.
template <int kOperation>
__device__ float reduce_warp(float value) {
  for (int offset = 16; offset > 0; offset /= 2) {
    value = combine<kOperation>(value, __shfl_down_sync(0xffffffff, value, offset));
  }
  return value;
}

// x, y: n elements, y is read by dot alone. partials: one value a block.
template <int kOperation>
__global__ void reduce_shuffle(const float* __restrict__ x, const float* __restrict__ y,
                               float* __restrict__ partials, int n) {
  __shared__ float values[32];  // one a warp; a block has 32 at most
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  float value = reduce_warp<kOperation>(own_elements<kOperation>(x, y, n));
  if (lane == 0) values[warp] = value;
  __syncthreads();

  if (warp == 0) {
    value = lane < blockDim.x / 32 ? values[lane] : kIdentity<kOperation>;
    value = reduce_warp<kOperation>(value);
    if (lane == 0) partials[blockIdx.x] = value;
  }
}

template __global__ void reduce_shuffle<sum>(const float*, const float*, float*, int);
template __global__ void reduce_shuffle<maximum>(const float*, const float*, float*, int);
template __global__ void reduce_shuffle<dot>(const float*, const float*, float*, int);

// Launch, any number of blocks, threads a power of two; then one block for the blocks' values,
// which are added when the operation is dot:
//         reduce_shuffle<op><<<blocks, threads>>>(x, y, partials, n);
//         reduce_shuffle<op == dot ? sum : op>
//             <<<1, threads>>>(partials, partials, result, blocks);
