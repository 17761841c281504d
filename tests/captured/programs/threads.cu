// Several host threads, each with its stream, that launch at the same time.
#include <cstdio>
#include <thread>
#include <vector>

__global__ void step(float* x, int n, float by) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * by + 1;
}
__global__ void sum(const float* x, float* out, int n) {
  __shared__ float parts[256];
  float mine = 0;
  for (int i = threadIdx.x; i < n; i += 256) mine += x[i];
  parts[threadIdx.x] = mine;
  __syncthreads();
  for (int k = 128; k > 0; k /= 2) {
    if (threadIdx.x < k) parts[threadIdx.x] += parts[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0) *out = parts[0];
}

int main() {
  std::vector<std::thread> threads;
  std::vector<float> results(4);
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([t, &results] {
      const int n = 2000 + 100 * t;
      cudaStream_t stream;
      cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
      float *x, *out;
      cudaMalloc(&x, n * 4);
      cudaMalloc(&out, 4);
      cudaMemsetAsync(x, 0, n * 4, stream);
      for (int i = 0; i < 50; ++i) step<<<10, 256, 0, stream>>>(x, n, 0.5f);
      sum<<<1, 256, 0, stream>>>(x, out, n);
      cudaMemcpyAsync(&results[t], out, 4, cudaMemcpyDeviceToHost, stream);
      cudaStreamSynchronize(stream);
    });
  }
  for (auto& thread : threads) thread.join();
  for (const float result : results) std::printf("%.1f\n", result);
}
