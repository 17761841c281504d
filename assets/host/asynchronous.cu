// Launches three kernels in a row; the host works while they run.
// It is the program behind Warplens' host timeline "asynchronous": the calls from BEGIN to END are those that are
// timed there, in this order. Build it: nvcc asynchronous.cu
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
  std::vector<float> host_a(n, 1.0f), host_b(n, 2.0f), host_c(n);
  float *a, *b, *c;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&c, bytes);
  cudaMemcpy(a, host_a.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(b, host_b.data(), bytes, cudaMemcpyHostToDevice);

  // BEGIN
  add_linear_1d<<<blocks, threads>>>(a, b, c, n);
  add_linear_1d<<<blocks, threads>>>(a, b, c, n);
  add_linear_1d<<<blocks, threads>>>(a, b, c, n);
  for (int i = 0; i < n / 256; ++i) host_c[i] = host_a[i] + host_b[i];
  cudaStreamSynchronize(0);
  // END

  float last = 0;
  cudaMemcpy(&last, c + n - 1, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return last == 3.0f ? 0 : 1;
}
