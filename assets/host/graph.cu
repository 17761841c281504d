// Makes a CUDA graph of many kernels once, and launches it twice.
// It is the program behind Warplens' host timeline "graph": the calls from BEGIN to END are those that are
// timed there, in this order. Build it: nvcc graph.cu
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
  cudaGraph_t graph;
  cudaGraphExec_t launchable;

  // BEGIN
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  for (int i = 0; i < launches; ++i) {
    add_linear_1d<<<blocks, threads, 0, stream>>>(a, b, c, n);
  }
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&launchable, graph, 0);
  cudaGraphLaunch(launchable, stream);
  cudaStreamSynchronize(stream);
  cudaGraphLaunch(launchable, stream);
  cudaStreamSynchronize(stream);
  // END

  cudaMemcpy(host_c.data(), c, bytes, cudaMemcpyDeviceToHost);
  cudaGraphExecDestroy(launchable);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return host_c[n - 1] == 3.0f ? 0 : 1;
}
