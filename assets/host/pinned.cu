// Copies to the device and back by asynchronous calls, from pinned memory.
// It is the program behind Warplens' host timeline "pinned": the calls from BEGIN to END are those that are
// timed there, in this order. Build it: nvcc pinned.cu
#include <cuda_runtime.h>

#include <cstdlib>
#include <cstring>
#include <vector>

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1 << 22;
  const std::size_t bytes = n * sizeof(float);
  std::vector<float> host_a(n, 1.0f), host_c(n);
  float* c;
  float *from, *to;
  cudaMalloc(&c, bytes);

  // BEGIN
  cudaHostAlloc(&from, bytes, cudaHostAllocDefault);
  cudaHostAlloc(&to, bytes, cudaHostAllocDefault);
  std::memcpy(from, host_a.data(), bytes);
  cudaMemcpyAsync(c, from, bytes, cudaMemcpyHostToDevice);
  cudaStreamSynchronize(0);
  cudaMemcpyAsync(to, c, bytes, cudaMemcpyDeviceToHost);
  cudaStreamSynchronize(0);
  std::memcpy(host_c.data(), to, bytes);
  cudaFreeHost(from);
  cudaFreeHost(to);
  // END
  cudaFree(c);
  return host_c[n - 1] == 1.0f ? 0 : 1;
}
