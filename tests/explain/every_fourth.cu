// Lanes read every fourth float of shared memory: four of them meet in a bank.
#include <cstdio>

__global__ void every_fourth(const float* in, float* out) {
  __shared__ float row[32 * 8];
  const int i = blockIdx.x * 32 + threadIdx.x;
  row[i] = in[i];
  __syncthreads();
  out[i] = row[i * 4];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 64 * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(float));
  every_fourth<<<2, 32>>>(in, out);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}

// nvcc: -arch=compute_90
