// cp.async fills shared memory while other warps read it.
#include <cuda_pipeline.h>

#include <cstdio>

__global__ void stream_copies(const float4* in, float4* out, int steps) {
  __shared__ float4 stage[4][256];
  const float4* from = in + blockIdx.x * 256 * steps + threadIdx.x;
  for (int step = 0; step < 3; ++step) {
    __pipeline_memcpy_async(&stage[step][threadIdx.x], from + step * 256, 16);
    __pipeline_commit();
  }
  float4 sum = make_float4(0, 0, 0, 0);
  for (int step = 0; step < steps; ++step) {
    __pipeline_wait_prior(2);
    __syncthreads();
    const float4 a = stage[step % 4][threadIdx.x];
    const float4 b = stage[step % 4][threadIdx.x ^ 32];
    sum = make_float4(sum.x + a.x * b.x, sum.y + a.y * b.y, sum.z + a.z * b.z, sum.w + a.w * b.w);
    if (step + 3 < steps) {
      __pipeline_memcpy_async(&stage[(step + 3) % 4][threadIdx.x], from + (step + 3) * 256, 16);
    }
    __pipeline_commit();
  }
  out[blockIdx.x * 256 + threadIdx.x] = sum;
}

int main() {
  const int blocks = 528, steps = 16;
  float4 *in, *out;
  cudaMalloc(&in, blocks * 256 * steps * sizeof(float4));
  cudaMalloc(&out, blocks * 256 * sizeof(float4));
  stream_copies<<<blocks, 256>>>(in, out, steps);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}

// nvcc: -arch=compute_90
// CUDA's headers: kept
