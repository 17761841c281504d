// Each block adds its value to the result by itself.
//
// One launch, no second pass. An atomic is indivisible but has no order: a sum of floats is rounded
// in the order in which the blocks come, and may differ in its last bits from run to run.
//
// What to look for: one atomic a block, of one lane. The result is set before the launch: there is
// no place inside the kernel that comes before every block.

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

// x, y: n elements, y is read by dot alone. result: holds 0, or −∞ for maximum.
template <int kOperation>
__global__ void reduce_atomic(const float* __restrict__ x, const float* __restrict__ y,
                              float* __restrict__ result, int n) {
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

template __global__ void reduce_atomic<sum>(const float*, const float*, float*, int);
template __global__ void reduce_atomic<maximum>(const float*, const float*, float*, int);
template __global__ void reduce_atomic<dot>(const float*, const float*, float*, int);

// Launch after *result = 0 (−∞ for maximum), any number of blocks, threads a power of two:
//         reduce_atomic<op><<<blocks, threads, threads * sizeof(float)>>>(x, y, result, n);
