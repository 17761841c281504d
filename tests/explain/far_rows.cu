// Lanes read one float a row of 32: a sector each, of which four bytes are wanted.
#include <cstdio>

__global__ void far_rows(const float* in, float* out) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  out[i] = in[i * 32] + __ldg(in + i);
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 512 * 32 * sizeof(float));
  cudaMalloc(&out, 512 * sizeof(float));
  far_rows<<<4, 128>>>(in, out);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}

// nvcc: -arch=compute_90
// CUDA's headers: kept
