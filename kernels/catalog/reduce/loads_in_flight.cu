// reduce_shuffle whose threads ask for four elements before they use the first.
//
// An element takes hundreds of cycles to arrive. A loop that adds each one before it asks for the
// next has one load of every thread under way; here there are four, and four sums that do not wait
// for each other.
//
// What to look for: the same requests and sectors as reduce_shuffle, and four global loads of a
// warp one after the other. What that is worth only a GPU can tell.

enum Operation : int { sum, maximum, dot };

template <int kOperation>
__device__ float combine(float a, float b) {
  return kOperation == maximum ? fmaxf(a, b) : a + b;
}

// What a thread without elements contributes.
template <int kOperation>
constexpr float kIdentity = kOperation == maximum ? -INFINITY : 0.0f;

constexpr int kLoads = 4;  // under way at once, of every thread

template <int kOperation>
__device__ float element(const float* x, const float* y, int i) {
  return kOperation == dot ? x[i] * y[i] : x[i];
}

// What the thread itself makes of its elements, which stand a whole grid of threads apart.
template <int kOperation>
__device__ float own_elements(const float* x, const float* y, int n) {
  const int threads = gridDim.x * blockDim.x;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float values[kLoads];
  for (int k = 0; k < kLoads; ++k) values[k] = kIdentity<kOperation>;
  for (; i + (kLoads - 1) * threads < n; i += kLoads * threads) {
    float loaded[kLoads];
    for (int k = 0; k < kLoads; ++k) loaded[k] = element<kOperation>(x, y, i + k * threads);
    for (int k = 0; k < kLoads; ++k) values[k] = combine<kOperation>(values[k], loaded[k]);
  }
#pragma unroll 1  // at most three rounds are left
  for (; i < n; i += threads)
    values[0] = combine<kOperation>(values[0], element<kOperation>(x, y, i));
  return combine<kOperation>(combine<kOperation>(values[0], values[1]),
                             combine<kOperation>(values[2], values[3]));
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
__global__ void reduce_loads_in_flight(const float* __restrict__ x, const float* __restrict__ y,
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

template __global__ void reduce_loads_in_flight<sum>(const float*, const float*, float*, int);
template __global__ void reduce_loads_in_flight<maximum>(const float*, const float*, float*, int);
template __global__ void reduce_loads_in_flight<dot>(const float*, const float*, float*, int);

// Launch, any number of blocks, threads a power of two; then one block for the blocks' values,
// which are added when the operation is dot:
//         reduce_loads_in_flight<op><<<blocks, threads>>>(x, y, partials, n);
//         reduce_loads_in_flight<op == dot ? sum : op>
//             <<<1, threads>>>(partials, partials, result, blocks);
