// Launches many kernels, one by one.
// It is the program behind Warplens' host timeline "launches": the calls from BEGIN to END are those that are
// timed there, in this order. Build it: nvcc launches.cu
#include <cuda_runtime.h>

#include <cstdlib>
#include <vector>

__global__ void add_linear_1d(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1 << 22;
  const int launches = argc > 2 ? std::atoi(argv[2]) : 16;
  const std::size_t bytes = n * sizeof(float);
  const int threads = 256, blocks = (n + threads - 1) / threads;
  std::vector<float> host_a(n, 1.0f), host_b(n, 2.0f), host_c(n);
  float *a, *b, *c;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&c, bytes);
  cudaMemcpy(a, host_a.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(b, host_b.data(), bytes, cudaMemcpyHostToDevice);
  cudaStream_t stream;
  cudaStreamCreate(&stream);

  // BEGIN
  for (int i = 0; i < launches; ++i) {
    add_linear_1d<<<blocks, threads, 0, stream>>>(a, b, c, n);
  }
  cudaStreamSynchronize(stream);
  // END

  cudaMemcpy(host_c.data(), c, bytes, cudaMemcpyDeviceToHost);
  cudaStreamDestroy(stream);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return host_c[n - 1] == 3.0f ? 0 : 1;
}
