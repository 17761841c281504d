// Lanes read bytes in a row that begin anywhere: 32 bytes, of two sectors.
#include <cstdio>

__global__ void sliding_bytes(const char* text, unsigned* sums) {
  unsigned sum = 0;
#pragma unroll 1
  for (int k = 0; k < 32; ++k) {
    sum += text[threadIdx.x + k + blockIdx.x * blockDim.x];
  }
  sums[threadIdx.x + blockIdx.x * blockDim.x] = sum;
}

int main() {
  char* text;
  unsigned* sums;
  cudaMalloc(&text, 4 * 64 + 32);
  cudaMalloc(&sums, 4 * 64 * sizeof(unsigned));
  sliding_bytes<<<4, 64>>>(text, sums);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}

// nvcc: -arch=compute_90
