// Asynchronous copies of 16 bytes, straight and under a condition that is always met.
#include <cuda_pipeline.h>

#include <cstdio>

__global__ void guarded_copy(const float4* in, float4* out, int n) {
  __shared__ float4 straight[256];
  __shared__ float4 guarded[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  __pipeline_memcpy_async(&straight[threadIdx.x], &in[i], 16);
  if (i + 256 < n) __pipeline_memcpy_async(&guarded[threadIdx.x], &in[i + 256], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  const float4 a = straight[threadIdx.x], b = guarded[threadIdx.x];
  out[i] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

int main() {
  const int blocks = 4, n = (blocks + 1) * 256;
  float4 *in, *out;
  cudaMalloc(&in, n * sizeof(float4));
  cudaMalloc(&out, n * sizeof(float4));
  guarded_copy<<<blocks, 256>>>(in, out, n);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}

// nvcc: -arch=compute_90
// CUDA's headers: kept
