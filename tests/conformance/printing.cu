// printf in a kernel is accepted; what it would print is no part of the trace. No finding.
#include <cstdio>
extern "C" __global__ void printing(const int* in, int* out) {
  int t = threadIdx.x;
  if (in[t] % 7 == 0) printf("thread %d has %d, %f\n", t, in[t], 0.5 * t);
  out[t] = in[t] + t;
}
