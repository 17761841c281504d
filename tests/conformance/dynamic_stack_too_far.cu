// The last thread of each seven writes one word more than it has taken.
#include <alloca.h>
extern "C" __global__ void dynamic_stack_too_far(const int* in, int* out) {
  int t = threadIdx.x;
  int count = t % 7 + 1;
  volatile int* words = static_cast<int*>(alloca(count * sizeof(int)));
  int last = count + (count == 7);
  for (int i = 0; i < last; ++i) words[i] = in[t] + i;  // FINDING: out_of_bounds
  out[t] = words[count - 1];
}
