// Asynchronous copies under conditions: all lanes on, half of the lanes, in a loop.
#include <cuda_pipeline.h>

#include <cstdio>

__global__ void guarded_part(const float4* in, float4* out, int n) {
  __shared__ float4 all[256];
  __shared__ float4 half[256];
  __shared__ float4 looped[4][256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i + 256 < n) __pipeline_memcpy_async(&all[threadIdx.x], &in[i + 256], 16);
  if (threadIdx.x % 2 == 0) __pipeline_memcpy_async(&half[threadIdx.x], &in[i], 16);
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    if (i + k * 64 < n) __pipeline_memcpy_async(&looped[k][threadIdx.x], &in[i + k * 64], 16);
  }
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  const float4 a = all[threadIdx.x], b = half[threadIdx.x / 2 * 2];
  float4 sum = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
  for (int k = 0; k < 4; ++k) sum.x += looped[k][threadIdx.x].x;
  out[i] = sum;
}

int main() {
  const int blocks = 4, n = (blocks + 1) * 256;
  float4 *in, *out;
  cudaMalloc(&in, n * sizeof(float4));
  cudaMalloc(&out, n * sizeof(float4));
  guarded_part<<<blocks, 256>>>(in, out, n);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}

// nvcc: -arch=compute_90
// CUDA's headers: kept
