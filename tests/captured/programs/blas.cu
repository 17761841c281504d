// cuBLAS beside kernels of one's own.
#include <cublas_v2.h>

#include <cstdio>

__global__ void fill(float* x, int n, int seed) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = static_cast<float>((i * 37 + seed) % 19) / 8;
}
__global__ void relu(float* x, const float* bias, int rows, int columns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * columns) x[i] = fmaxf(x[i] + bias[i % columns], 0.0f);
}
__global__ void softmax(const float* in, float* out, int columns) {
  __shared__ float shared[32];
  const float* row = in + blockIdx.x * columns;
  float largest = -1e30f;
  for (int i = threadIdx.x; i < columns; i += 32) largest = fmaxf(largest, row[i]);
  for (int k = 16; k > 0; k /= 2) largest = fmaxf(largest, __shfl_xor_sync(~0u, largest, k));
  float sum = 0;
  for (int i = threadIdx.x; i < columns; i += 32) sum += __expf(row[i] - largest);
  shared[threadIdx.x] = sum;
  __syncwarp();
  for (int k = 16; k > 0; k /= 2) sum += __shfl_xor_sync(~0u, sum, k);
  for (int i = threadIdx.x; i < columns; i += 32)
    out[blockIdx.x * columns + i] = __expf(row[i] - largest) / sum;
}

int main() {
  const int n = 128;
  float *a, *b, *c, *bias, *out;
  for (float** each : {&a, &b, &c, &out}) cudaMalloc(each, n * n * 4);
  cudaMalloc(&bias, n * 4);
  fill<<<64, 256>>>(a, n * n, 1);
  fill<<<64, 256>>>(b, n * n, 5);
  fill<<<1, 128>>>(bias, n, 9);
  cublasHandle_t handle;
  cublasCreate(&handle);
  const float one = 1, zero = 0;
  for (int i = 0; i < 3; ++i)
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, b, n, &zero, c, n);
  relu<<<64, 256>>>(c, bias, n, n);
  softmax<<<n, 32>>>(c, out, n);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
