// A lane reads eight floats in a row: each sector is asked for eight times.
#include <cstdio>

__global__ void eight_in_a_row(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 8; ++k) {
    sum += in[i * 8 + k];
  }
  if (sum < 0) *out = sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4 * 256 * 8 * sizeof(float));
  cudaMalloc(&out, sizeof(float));
  cudaMemset(in, 0, 4 * 256 * 8 * sizeof(float));
  eight_in_a_row<<<4, 256>>>(in, out);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}

// nvcc: -arch=compute_90
