// Copies to the device and back by asynchronous calls, from memory as a program usually gets it.
// It is the program behind Warplens' host timeline "pageable": the calls from BEGIN to END are those that are
// timed there, in this order. Build it: nvcc pageable.cu
#include <cuda_runtime.h>

#include <cstdlib>
#include <vector>

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1 << 22;
  const std::size_t bytes = n * sizeof(float);
  std::vector<float> host_a(n, 1.0f), host_c(n);
  float* c;
  cudaMalloc(&c, bytes);

  // BEGIN
  cudaMemcpyAsync(c, host_a.data(), bytes, cudaMemcpyHostToDevice);
  cudaStreamSynchronize(0);
  cudaMemcpyAsync(host_c.data(), c, bytes, cudaMemcpyDeviceToHost);
  cudaStreamSynchronize(0);
  // END
  cudaFree(c);
  return host_c[n - 1] == 1.0f ? 0 : 1;
}
