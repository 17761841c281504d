// assert() fails for one thread.
#include <cassert>
extern "C" __global__ void assertion(const int* in, int* out) {
  int t = threadIdx.x;
  assert(in[t] != 13);  // FINDING: assertion
  out[t] = in[t];
}
