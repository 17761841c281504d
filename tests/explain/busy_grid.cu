// Shared memory without a conflict, in a grid that fills the GPU and stores to global memory.
#include <cstdio>

__global__ void busy_grid(const float* in, float* out) {
  __shared__ float tile[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  tile[threadIdx.x] = in[i];
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int step = 0; step < 8; ++step) {
    sum += tile[threadIdx.x ^ (step * 32)];
    out[step * gridDim.x * 256 + i] = sum;
  }
}

int main() {
  const int blocks = 1024;
  float *in, *out;
  cudaMalloc(&in, blocks * 256 * sizeof(float));
  cudaMalloc(&out, 8 * blocks * 256 * sizeof(float));
  busy_grid<<<blocks, 256>>>(in, out);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
