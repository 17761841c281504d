// out[i] = factors[i % 4] * in[i], by a kernel, by a plain one that is right, and by one that is not.
__constant__ float factors[4] = {1, 2, 3, 4};

__global__ void scaled(const float* in, float* out, int n) {
  const int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int i = first; i < first + 4 && i < n; ++i) out[i] = factors[i % 4] * in[i];
}

__global__ void plain(const float* x, float* y, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) y[i] = factors[i % 4] * x[i];
}

__global__ void wrong(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i == 5 ? 0.5f : factors[i % 4] * in[i];
}

__global__ void outside(const float* in, float* out, int n) {
  out[blockIdx.x * blockDim.x + threadIdx.x + n] = in[0];
}

__global__ void counted(int* count) { atomicAdd(count, 1); }
