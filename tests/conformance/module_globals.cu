// Module variables: zeroed, initialised, one that points to another, and one that blocks count in.
// No finding.
__device__ int numbers[4] = {10, 20, 30, 40};
__device__ int* alias = numbers + 2;
__device__ int counter;
__device__ int zeros[64];
extern "C" __global__ void module_globals(int* out) {
  int t = threadIdx.x;
  out[t] = numbers[t & 3] + alias[t & 1] * 100 + zeros[t];
  atomicAdd(&counter, 1);
}
