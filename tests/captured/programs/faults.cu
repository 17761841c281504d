// A kernel that reaches beyond its buffer, and the program's own way of dealing with that.
#include <cstdio>

__global__ void beyond(float* x) { x[(1 << 28) + threadIdx.x] = 1; }

int main() {
  float* x;
  cudaMalloc(&x, 4096);
  beyond<<<1, 32>>>(x);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  return 3;
}
