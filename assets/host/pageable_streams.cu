// Adds two vectors in chunks, each of them in one of four streams, from and to pageable memory.
// It is the program behind Warplens' host timeline "pageable_streams": the calls from BEGIN to END are those that are
// timed there, in this order. Build it: nvcc pageable_streams.cu
#include <cuda_runtime.h>

#include <cstdlib>
#include <vector>

__global__ void add_linear_1d(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1 << 22;
  const int chunks = argc > 2 ? std::atoi(argv[2]) : 4;
  const int m = n / chunks;  // elements of a chunk: n must be a multiple of chunks
  const std::size_t bytes = m * sizeof(float);
  const int threads = 256, blocks = (m + threads - 1) / threads;
  std::vector<float> host_a(n, 1.0f), host_b(n, 2.0f), host_c(n);
  float *a, *b, *c;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&c, n * sizeof(float));
  cudaMemcpy(b, host_b.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaStream_t stream[4];
  for (cudaStream_t& each : stream) cudaStreamCreate(&each);

  // BEGIN
  for (int i = 0; i < chunks; ++i) {
    cudaMemcpyAsync(a + i * m, host_a.data() + i * m, bytes, cudaMemcpyHostToDevice, stream[i % 4]);
    add_linear_1d<<<blocks, threads, 0, stream[i % 4]>>>(a + i * m, b + i * m, c + i * m, m);
    cudaMemcpyAsync(host_c.data() + i * m, c + i * m, bytes, cudaMemcpyDeviceToHost, stream[i % 4]);
  }
  cudaDeviceSynchronize();
  // END

  const float last = host_c[n - 1];
  for (cudaStream_t each : stream) cudaStreamDestroy(each);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return last == 3.0f ? 0 : 1;
}
