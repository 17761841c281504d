// ldmatrix.x2.trans of a 16 by 8 part of 16 by 16 halves: rows are 32 bytes apart.
#include <cuda_fp16.h>

#include <cstdio>

__global__ void matrix_rows(const half* in, unsigned* out) {
  __shared__ half tile[16][16];
  reinterpret_cast<uint4*>(tile)[threadIdx.x] = reinterpret_cast<const uint4*>(in)[threadIdx.x];
  __syncthreads();
  const unsigned row = static_cast<unsigned>(__cvta_generic_to_shared(&tile[threadIdx.x % 16][0]));
  unsigned first, second;
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
               : "=r"(first), "=r"(second)
               : "r"(row));
  out[threadIdx.x] = first + second;
}

int main() {
  half* in;
  unsigned* out;
  cudaMalloc(&in, 16 * 16 * sizeof(half));
  cudaMalloc(&out, 32 * sizeof(unsigned));
  matrix_rows<<<1, 32>>>(in, out);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}

// nvcc: -arch=compute_90
