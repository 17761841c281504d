// reduce_sequential in float64: each block's value is rounded to float once, at its end.
//
// The product of two floats is exact in float64, and a sum of float64 loses nothing that a float
// could show. The price is arithmetic, and twice the shared memory: the tree's values are 8 bytes.
//
// What to look for: the same global accesses as reduce_sequential, two wavefronts for each shared
// access of a whole warp, and an error of the roundings at the ends of blocks alone.

enum Operation : int { sum, maximum, dot };

template <int kOperation>
__device__ double combine(double a, double b) {
  return kOperation == maximum ? fmax(a, b) : a + b;
}

// What a thread without elements contributes.
template <int kOperation>
constexpr double kIdentity = kOperation == maximum ? -INFINITY : 0.0;

// What the thread itself makes of its elements, which stand a whole grid of threads apart.
template <int kOperation>
__device__ double own_elements(const float* x, const float* y, int n) {
  double value = kIdentity<kOperation>;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const double element = x[i];
    value = combine<kOperation>(value, kOperation == dot ? element * y[i] : element);
  }
  return value;
}

// x, y: n elements, y is read by dot alone. partials: one value a block.
template <int kOperation>
__global__ void reduce_double_sum(const float* __restrict__ x, const float* __restrict__ y,
                                  float* __restrict__ partials, int n) {
  extern __shared__ double values[];
  const int t = threadIdx.x;
  values[t] = own_elements<kOperation>(x, y, n);
  __syncthreads();

  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (t < s) values[t] = combine<kOperation>(values[t], values[t + s]);
    __syncthreads();
  }
  if (t == 0) partials[blockIdx.x] = static_cast<float>(values[0]);
}

template __global__ void reduce_double_sum<sum>(const float*, const float*, float*, int);
template __global__ void reduce_double_sum<maximum>(const float*, const float*, float*, int);
template __global__ void reduce_double_sum<dot>(const float*, const float*, float*, int);

// Launch, any number of blocks, threads a power of two; then one block for the blocks' values,
// which are added when the operation is dot:
//         reduce_double_sum<op><<<blocks, threads, threads * sizeof(double)>>>(x, y, partials, n);
//         reduce_double_sum<op == dot ? sum : op>
//             <<<1, threads, threads * sizeof(double)>>>(partials, partials, result, blocks);
