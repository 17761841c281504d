// BROKEN: reduce_atomic that sets the result inside the kernel, kept to be caught.
//
// Blocks start in any order. What they have added before block 0 comes to its store is lost.
//
// What to look for: right when block 0 is the first to run, wrong in most other orders of the
// blocks.

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

// There is no atomicMax for floats. Their bits, taken as an integer, rise with the value when it is
// positive, and fall with it when it is negative; an unsigned sees the negative ones above the
// others.
__device__ void atomic_max(float* address, float value) {
  const int bits = __float_as_int(value);
  if (bits >= 0) {
    atomicMax(reinterpret_cast<int*>(address), bits);
  } else {
    atomicMin(reinterpret_cast<unsigned*>(address), static_cast<unsigned>(bits));
  }
}

// x, y: n elements, y is read by dot alone. result: need not be set before.
template <int kOperation>
__global__ void reduce_atomic_zeroed_inside(const float* __restrict__ x,
                                            const float* __restrict__ y, float* __restrict__ result,
                                            int n) {
  if (blockIdx.x == 0 && threadIdx.x == 0) *result = kIdentity<kOperation>;

  extern __shared__ float values[];
  const int t = threadIdx.x;
  values[t] = own_elements<kOperation>(x, y, n);
  __syncthreads();

  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (t < s) values[t] = combine<kOperation>(values[t], values[t + s]);
    __syncthreads();
  }
  if (t == 0) {
    if (kOperation == maximum) {
      atomic_max(result, values[0]);
    } else {
      atomicAdd(result, values[0]);
    }
  }
}

template __global__ void reduce_atomic_zeroed_inside<sum>(const float*, const float*, float*, int);
template __global__ void reduce_atomic_zeroed_inside<maximum>(const float*, const float*, float*,
                                                              int);
template __global__ void reduce_atomic_zeroed_inside<dot>(const float*, const float*, float*, int);

// Launch, any number of blocks, threads a power of two:
//         reduce_atomic_zeroed_inside<op>
//             <<<blocks, threads, threads * sizeof(float)>>>(x, y, result, n);
