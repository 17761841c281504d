#include <cstdio>
__device__ int counter;
__device__ int* pointer = &counter;
__constant__ float coefficients[4] = {1.f, 2.f, 3.f};
__device__ int add_one(int a) { return a + 1; }
__device__ int twice(int a) { return a * 2; }
__device__ int (*table[2])(int) = {add_one, twice};
__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__global__ void __launch_bounds__(128, 2) calls(float* out, int n) {
  __shared__ float tile[4][33];
  extern __shared__ float dynamic[];
  tile[threadIdx.y][threadIdx.x] = dynamic[threadIdx.x];
  __syncthreads();
  printf("%d\n", fibonacci(n));
  out[threadIdx.x] = tile[threadIdx.x & 3][threadIdx.y] * coefficients[n & 3] + table[n & 1](n);
  atomicAdd(pointer, 1);
  out[1] = __shfl_xor_sync(~0u, out[0], 1);
}
