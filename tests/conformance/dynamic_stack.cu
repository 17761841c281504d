// Each thread takes as many words as it has to add up, a call of its own in between.
#include <alloca.h>
__device__ __noinline__ int sum(const int* words, int count) {
  int kept[2] = {0, count};
  for (int i = 0; i < count; ++i) kept[i % 2 * 0] += words[i];
  return kept[0] + 100 * kept[1];
}
extern "C" __global__ void dynamic_stack(const int* in, int* out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int count = t % 7 + 1;
  int* words = static_cast<int*>(alloca(count * sizeof(int)));
  for (int i = 0; i < count; ++i) words[i] = in[t] + i;
  out[t] = sum(words, count);
}
