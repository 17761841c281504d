// reduce_vectors_in_flight in one launch: the block that comes last combines all blocks' values.
//
// The end of a launch and the start of the next are microseconds in which no element is read; an
// array of a few megabytes takes not much more. The counter and its fences are those of
// reduce_last_block. The blocks' values are combined in the order of their numbers, whoever is
// last: the same grid gives the same bits every time.
//
// What to look for: one atomic a block, and one block that goes on to read the values of all. How
// many blocks and loads suit a GPU is for its own measurement to say:
//         warplens bench reduce/one_launch --sweep blocks --set threads=512

enum Operation : int { sum, maximum, dot };

template <int kOperation>
__device__ float combine(float a, float b) {
  return kOperation == maximum ? fmaxf(a, b) : a + b;
}

// What a thread without elements contributes.
template <int kOperation>
constexpr float kIdentity = kOperation == maximum ? -INFINITY : 0.0f;

__device__ bool is_aligned(const float* pointer) {
  return reinterpret_cast<size_t>(pointer) % sizeof(float4) == 0;
}

__device__ float times(float a, float b) { return a * b; }
__device__ float4 times(const float4& a, const float4& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w};
}

template <int kOperation>
__device__ float combine_unit(float v) {
  return v;
}
template <int kOperation>
__device__ float combine_unit(const float4& v) {
  return combine<kOperation>(combine<kOperation>(v.x, v.y), combine<kOperation>(v.z, v.w));
}

// Combines rounds of kLoads units, a grid of threads apart and all asked for before the first is
// used; what makes no whole round by rounds of half as many, down to one. y is read by dot alone.
template <int kOperation, int kLoads, class Unit>
__device__ float combine_rounds(const Unit* x, const Unit* y, int i, int units) {
  const int threads = gridDim.x * blockDim.x;
  float values[kLoads];
  for (int k = 0; k < kLoads; ++k) values[k] = kIdentity<kOperation>;
#pragma unroll 1  // no more than one round's loads
  for (; i + (kLoads - 1) * threads < units; i += kLoads * threads) {
    Unit of_x[kLoads], of_y[kLoads];
    for (int k = 0; k < kLoads; ++k) {
      of_x[k] = x[i + k * threads];
      if (kOperation == dot) of_y[k] = y[i + k * threads];
    }
    for (int k = 0; k < kLoads; ++k) {
      const Unit own = kOperation == dot ? times(of_x[k], of_y[k]) : of_x[k];
      values[k] = combine<kOperation>(values[k], combine_unit<kOperation>(own));
    }
  }
  for (int k = 1; k < kLoads; ++k) values[0] = combine<kOperation>(values[0], values[k]);
  if constexpr (kLoads > 1) {
    const float rest = combine_rounds<kOperation, kLoads / 2, Unit>(x, y, i, units);
    values[0] = combine<kOperation>(values[0], rest);
  }
  return values[0];
}

// What the thread itself makes of its elements, in units of a float4 or, of arrays that are not
// aligned, of a float.
template <int kOperation, int kLoads, class Unit>
__device__ float own_units(const float* x, const float* y, int n) {
  constexpr int kElements = sizeof(Unit) / sizeof(float);
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int units = n / kElements;
  const float value = combine_rounds<kOperation, kLoads, Unit>(
      reinterpret_cast<const Unit*>(x), reinterpret_cast<const Unit*>(y), thread, units);
  const int left = units * kElements + thread;  // three elements at most make no unit
  return combine<kOperation>(value, combine_rounds<kOperation, 1, float>(x, y, left, n));
}

template <int kOperation, int kLoads>
__device__ float own_elements(const float* x, const float* y, int n) {
  return is_aligned(x) && is_aligned(y) ? own_units<kOperation, kLoads, float4>(x, y, n)
                                        : own_units<kOperation, kLoads, float>(x, y, n);
}

// Lane 0 returns the warp's value; the others return something of no use.
template <int kOperation>
__device__ float reduce_warp(float value) {
  for (int offset = 16; offset > 0; offset /= 2) {
    value = combine<kOperation>(value, __shfl_down_sync(0xffffffff, value, offset));
  }
  return value;
}

// Thread 0 returns the block's value; the others return something of no use. values: room for one a
// warp.
template <int kOperation>
__device__ float reduce_block(float* values, float value) {
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  value = reduce_warp<kOperation>(value);
  if (lane == 0) values[warp] = value;
  __syncthreads();
  if (warp > 0) return value;
  return reduce_warp<kOperation>(lane < blockDim.x / 32 ? values[lane] : kIdentity<kOperation>);
}

// x, y: n elements, y is read by dot alone. partials: room for one value a block. counter: holds 0,
// before and after.
template <int kOperation, int kLoads>
__global__ void reduce_one_launch(const float* __restrict__ x, const float* __restrict__ y,
                                  float* partials, float* result, unsigned* counter, int n) {
  __shared__ float values[32];  // one a warp; a block has 32 at most
  __shared__ bool is_last;
  const int t = threadIdx.x;
  const float own = reduce_block<kOperation>(values, own_elements<kOperation, kLoads>(x, y, n));
  if (t == 0) {
    partials[blockIdx.x] = own;
    __threadfence();  // the value before the count
    const unsigned last = gridDim.x - 1;
    is_last = atomicInc(counter, last) == last;  // which wraps to 0, ready for the next launch
    __threadfence();                             // the count before what is read below
  }
  __syncthreads();
  if (!is_last) return;

  float value = kIdentity<kOperation>;
  for (int i = t; i < gridDim.x; i += blockDim.x) {
    value = combine<kOperation>(value, partials[i]);
  }
  value = reduce_block<kOperation>(values, value);
  if (t == 0) *result = value;
}

template __global__ void reduce_one_launch<sum, 1>(const float*, const float*, float*, float*,
                                                   unsigned*, int);
template __global__ void reduce_one_launch<maximum, 1>(const float*, const float*, float*, float*,
                                                       unsigned*, int);
template __global__ void reduce_one_launch<dot, 1>(const float*, const float*, float*, float*,
                                                   unsigned*, int);
template __global__ void reduce_one_launch<sum, 2>(const float*, const float*, float*, float*,
                                                   unsigned*, int);
template __global__ void reduce_one_launch<maximum, 2>(const float*, const float*, float*, float*,
                                                       unsigned*, int);
template __global__ void reduce_one_launch<dot, 2>(const float*, const float*, float*, float*,
                                                   unsigned*, int);
template __global__ void reduce_one_launch<sum, 4>(const float*, const float*, float*, float*,
                                                   unsigned*, int);
template __global__ void reduce_one_launch<maximum, 4>(const float*, const float*, float*, float*,
                                                       unsigned*, int);
template __global__ void reduce_one_launch<dot, 4>(const float*, const float*, float*, float*,
                                                   unsigned*, int);

// Launch, any number of blocks, threads a power of two, after *counter = 0 once:
//         reduce_one_launch<op, loads><<<blocks, threads>>>(x, y, partials, result, counter, n);
