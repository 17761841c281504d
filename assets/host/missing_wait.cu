// Copies in one stream and adds in another, which does not wait for the copy: the sums may be wrong.
// It is the program behind Warplens' host timeline "missing_wait": the calls from BEGIN to END are those that are
// timed there, in this order. Build it: nvcc missing_wait.cu
#include <cuda_runtime.h>

#include <cstdlib>
#include <vector>

__global__ void add_linear_1d(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1 << 22;
  const std::size_t bytes = n * sizeof(float);
  const int threads = 256, blocks = (n + threads - 1) / threads;
  std::vector<float> host_b(n, 2.0f), host_c(n);
  float *a, *b, *c, *from;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&c, bytes);
  cudaMemset(a, 0, bytes);
  cudaMemcpy(b, host_b.data(), bytes, cudaMemcpyHostToDevice);
  cudaHostAlloc(&from, bytes, cudaHostAllocDefault);
  for (int i = 0; i < n; ++i) from[i] = 1.0f;
  cudaStream_t copies, kernels;
  cudaStreamCreate(&copies);
  cudaStreamCreate(&kernels);
  cudaEvent_t copied;
  cudaEventCreate(&copied);

  // BEGIN
  cudaMemcpyAsync(a, from, bytes, cudaMemcpyHostToDevice, copies);
  cudaEventRecord(copied, copies);
  add_linear_1d<<<blocks, threads, 0, kernels>>>(a, b, c, n);
  cudaDeviceSynchronize();
  // END

  cudaMemcpy(host_c.data(), c, bytes, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (const float sum : host_c) wrong += sum != 3.0f;
  cudaEventDestroy(copied);
  cudaStreamDestroy(copies);
  cudaStreamDestroy(kernels);
  cudaFreeHost(from);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return wrong == 0 ? 0 : 1;
}
