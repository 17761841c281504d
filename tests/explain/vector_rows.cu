// Lanes load 16 bytes each, once a row apart and once side by side.
#include <cstdio>

constexpr int kRow = 32;  // floats: 128 bytes, so a column lies in four banks

__global__ void vector_rows(const float4* in, float4* out) {
  __shared__ float4 tile[32 * kRow / 4];
  for (int i = 0; i < kRow / 4; ++i) tile[i * 32 + threadIdx.x] = in[i * 32 + threadIdx.x];
  __syncthreads();
  const float4 apart = tile[threadIdx.x * (kRow / 4)];
  const float4 beside = tile[threadIdx.x];
  out[threadIdx.x] = make_float4(apart.x + beside.x, apart.y + beside.y, apart.z + beside.z,
                                 apart.w + beside.w);
}

int main() {
  float4 *in, *out;
  cudaMalloc(&in, 32 * kRow * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float4));
  vector_rows<<<1, 32>>>(in, out);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}

// nvcc: -arch=compute_90
