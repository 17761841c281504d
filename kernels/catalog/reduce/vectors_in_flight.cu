// Both ideas: loads of 16 bytes, four of them under way before the first is used.
//
// Where the sums meet no longer matters at full size: each thread adds hundreds of elements by
// itself. What matters is how many bytes every multiprocessor has asked for at any moment.
//
// What to look for: 16 sectors a request, four requests of a warp one after the other.

enum Operation : int { sum, maximum, dot };

template <int kOperation>
__device__ float combine(float a, float b) {
  return kOperation == maximum ? fmaxf(a, b) : a + b;
}

// What a thread without elements contributes.
template <int kOperation>
constexpr float kIdentity = kOperation == maximum ? -INFINITY : 0.0f;

constexpr int kVector = 4;  // floats in a float4
constexpr int kLoads = 4;   // of a float4, under way at once

template <int kOperation>
__device__ float element(const float* x, const float* y, int i) {
  return kOperation == dot ? x[i] * y[i] : x[i];
}

__device__ bool is_aligned(const float* pointer) {
  return reinterpret_cast<size_t>(pointer) % sizeof(float4) == 0;
}

// What becomes of four elements, of which y's are read by dot alone.
template <int kOperation>
__device__ float4 four_elements(const float* x, const float* y, int v) {
  const float4 a = reinterpret_cast<const float4*>(x)[v];
  if (kOperation != dot) return a;
  const float4 b = reinterpret_cast<const float4*>(y)[v];
  return {a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w};
}

template <int kOperation>
__device__ float combine_four(const float4& v) {
  return combine<kOperation>(combine<kOperation>(v.x, v.y), combine<kOperation>(v.z, v.w));
}

// What the thread itself makes of its elements, which stand a whole grid of threads apart.
template <int kOperation>
__device__ float own_elements(const float* x, const float* y, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int threads = gridDim.x * blockDim.x;
  const int vectors = is_aligned(x) && is_aligned(y) ? n / kVector : 0;
  float values[kLoads];
  for (int k = 0; k < kLoads; ++k) values[k] = kIdentity<kOperation>;
  int v = thread;
  for (; v + (kLoads - 1) * threads < vectors; v += kLoads * threads) {
    float4 loaded[kLoads];
    for (int k = 0; k < kLoads; ++k) loaded[k] = four_elements<kOperation>(x, y, v + k * threads);
    for (int k = 0; k < kLoads; ++k) {
      values[k] = combine<kOperation>(values[k], combine_four<kOperation>(loaded[k]));
    }
  }
#pragma unroll 1  // at most three rounds are left
  for (; v < vectors; v += threads) {
    values[0] = combine<kOperation>(values[0],
                                    combine_four<kOperation>(four_elements<kOperation>(x, y, v)));
  }
#pragma unroll 1
  for (int i = vectors * kVector + thread; i < n; i += threads) {
    values[0] = combine<kOperation>(values[0], element<kOperation>(x, y, i));
  }
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
__global__ void reduce_vectors_in_flight(const float* __restrict__ x, const float* __restrict__ y,
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

template __global__ void reduce_vectors_in_flight<sum>(const float*, const float*, float*, int);
template __global__ void reduce_vectors_in_flight<maximum>(const float*, const float*, float*, int);
template __global__ void reduce_vectors_in_flight<dot>(const float*, const float*, float*, int);

// Launch, any number of blocks, threads a power of two; then one block for the blocks' values,
// which are added when the operation is dot:
//         reduce_vectors_in_flight<op><<<blocks, threads>>>(x, y, partials, n);
//         reduce_vectors_in_flight<op == dot ? sum : op>
//             <<<1, threads>>>(partials, partials, result, blocks);
