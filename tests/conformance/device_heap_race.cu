// All threads of a block write one word that one of them has taken.
#include <cstdlib>
extern "C" __global__ void device_heap_race(const int* in, int* out) {
  __shared__ int* common;
  int t = threadIdx.x;
  if (t == 0) common = static_cast<int*>(malloc(sizeof(int)));
  __syncthreads();
  if (t == 0 || t == 32) *common = in[t];  // FINDING: race
  __syncthreads();
  out[t] = in[t];
  if (t == 0) free(common);
}
