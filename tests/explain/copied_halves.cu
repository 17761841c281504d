// A warp brings 512 bytes in a row to shared memory; its lanes read every other 16 bytes of 1 KiB,
// once through registers, once by cp.async.
#include <cuda_pipeline.h>

#include <cstdio>

__global__ void copied_halves(const uint4* in, uint4* out) {
  __shared__ uint4 stored[64];
  __shared__ uint4 copied[64];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int from = warp * 64 + lane % 16 * 2 + lane / 16;
  stored[warp * 32 + lane] = in[from];
  __pipeline_memcpy_async(&copied[warp * 32 + lane], &in[from], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  const uint4 a = stored[threadIdx.x], b = copied[threadIdx.x];
  out[threadIdx.x] = make_uint4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

int main() {
  uint4 *in, *out;
  cudaMalloc(&in, 128 * sizeof(uint4));
  cudaMalloc(&out, 64 * sizeof(uint4));
  copied_halves<<<1, 64>>>(in, out);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}

// nvcc: -arch=compute_90
// CUDA's headers: kept
