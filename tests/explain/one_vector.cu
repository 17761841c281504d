// All lanes load the same 16 bytes of shared memory: one word a bank, and still two wavefronts.
#include <cstdio>

__global__ void one_vector(const float4* in, float4* out) {
  __shared__ float4 row[32];
  row[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll 1
  for (int i = 0; i < 32; ++i) {
    const float4 one = row[i];
    sum = make_float4(sum.x + one.x, sum.y + one.y, sum.z + one.z, sum.w + one.w);
  }
  out[threadIdx.x] = sum;
}

int main() {
  float4 *in, *out;
  cudaMalloc(&in, 32 * sizeof(float4));
  cudaMalloc(&out, 32 * sizeof(float4));
  one_vector<<<1, 32>>>(in, out);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}

// nvcc: -arch=compute_90
