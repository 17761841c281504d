// Prints the microseconds that a launch takes: kernels of some 20, as many as a training step has, one after the other.
#include <chrono>
#include <cstdio>

__global__ void work(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float value = x[i];
  for (int turn = 0; turn < 2000; ++turn) value = value * 1.0001f + 0.5f;
  x[i] = value;
}

int main() {
  constexpr int kLaunches = 20000, kCount = 1 << 18;
  float* x;
  cudaMalloc(&x, kCount * sizeof(float));
  cudaMemset(x, 0, kCount * sizeof(float));
  work<<<kCount / 256, 256>>>(x, kCount);
  cudaDeviceSynchronize();
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < kLaunches; ++i) work<<<kCount / 256, 256>>>(x, kCount);
  cudaDeviceSynchronize();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::printf("%.3f\n", took.count() * 1e6 / kLaunches);
}
